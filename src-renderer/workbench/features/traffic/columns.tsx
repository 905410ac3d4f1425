import type { GridColumn } from '#window/list/VirtualGrid.tsx'
import { verdictLook } from '#window/message-view/verdict'
import { MarkedWords } from '#window/list/MarkedWords.tsx'
import { RowAnnotation } from '#window/list/RowAnnotation.tsx'
import { RowTime } from '#window/list/RowTime.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { IdText } from '#window/ui/IdText.tsx'
import { visibleId } from '#window/ui/id-text'
import { StateMark } from '#window/ui/StatusMark.tsx'
import { formatBytes } from '#window/lib/figures'
import { formatDayAndClock, parseTime } from '#window/lib/time'
import type { TrafficRow } from './grouped-rows'
import { sourceLabel, isWellAnswered } from '#window/navigation/traffic-view'

const TIME: GridColumn<TrafficRow> = {
  name: 'time',
  sorts: { field: 'created', first: 'descending' },
  least: 'var(--col-time)',
  head: 'Virtual time',
  className: 'mono',
  cell: ({ exchange }) => <RowTime at={exchange.receivedAt} />,
  title: ({ exchange }) =>
    `${formatDayAndClock(parseTime(exchange.receivedAt))}, wall ${exchange.wallReceivedAt}`,
}

const SOURCE: GridColumn<TrafficRow> = {
  name: 'source',
  least: 'var(--col-source)',
  head: 'Source',
  className: 'mid c-source',
  cell: ({ exchange }) => sourceLabel(exchange.source),
}

const REQUEST: GridColumn<TrafficRow> = {
  name: 'request',
  least: '150px',
  share: 2,
  head: 'Request',
  className: 'mono',
  cell: ({ exchange }) => (
    <MarkedWords marks={<RowAnnotation annotation={exchange.annotation} />}>
      {exchange.replayOf === undefined ? null : (
        <>
          <Icon name="undo" small />
          <span className="sr">sent again: </span>{' '}
        </>
      )}
      {exchange.method === '' ? <span className="dim">no request line</span> : exchange.method}{' '}
      {exchange.path}
    </MarkedWords>
  ),
  title: ({ exchange }) =>
    exchange.refusal?.message ?? exchange.note ?? `${exchange.method} ${exchange.path}`,
}

const SIGNATURE: GridColumn<TrafficRow> = {
  name: 'signature',
  sorts: { field: 'signature', first: 'ascending' },
  least: 'var(--col-verdict)',
  head: 'Signature',
  className: 'c-sig',
  cell: ({ exchange: { signatureState } }) =>
    signatureState === undefined ? null : (
      <StateMark look={verdictLook(signatureState)}>{verdictLook(signatureState).word}</StateMark>
    ),
}

const ANSWER: GridColumn<TrafficRow> = {
  name: 'answer',
  sorts: { field: 'status', first: 'ascending' },
  least: 'var(--col-http)',
  head: 'Response',
  cell: ({ exchange }) => (
    <span className={`http ${isWellAnswered(exchange) ? 'ok' : 'bad'}`}>
      {exchange.status ?? 'none'}
      {exchange.refusal === undefined ? null : ` ${exchange.refusal.code}`}
    </span>
  ),
  title: ({ exchange }) =>
    exchange.refusal === undefined
      ? ''
      : `Contract ${exchange.refusal.contract}: ${exchange.refusal.message}`,
}

const SIZE: GridColumn<TrafficRow> = {
  name: 'size',
  least: 'var(--col-bytes)',
  head: 'Size',
  className: 'num mid c-dur',
  cell: ({ exchange }) => formatBytes(exchange.sizeBytes),
}

const payment = (name: string | undefined): string => name ?? ''

/** Sorted by time: every row names its payment if the list is wide enough. */
export const BY_TIME: readonly GridColumn<TrafficRow>[] = [
  TIME,
  SOURCE,
  REQUEST,
  {
    name: 'payment',
    least: '84px',
    share: 0.8,
    head: 'Payment',
    className: 'mono mid c-pay',
    cell: ({ exchange }) => <IdText id={payment(exchange.paymentId)} />,
    title: ({ exchange }) => visibleId(payment(exchange.paymentId)),
  },
  SIGNATURE,
  ANSWER,
  SIZE,
]

/** Sorted by payment: only the first row of each payment names it. */
export const BY_PAYMENT: readonly GridColumn<TrafficRow>[] = [
  {
    name: 'payment',
    least: '84px',
    share: 0.8,
    head: 'Payment',
    className: 'mono',
    cell: ({ exchange, heads }) =>
      heads ? (
        <b>
          {exchange.paymentKey === undefined ? 'no payment' : <IdText id={payment(exchange.paymentId)} />}
        </b>
      ) : (
        <span className="sr">{visibleId(payment(exchange.paymentId))}</span>
      ),
    title: ({ exchange }) => visibleId(payment(exchange.paymentId)),
  },
  TIME,
  SOURCE,
  REQUEST,
  SIGNATURE,
  ANSWER,
]
