import type { GridColumn } from '#window/list/columns'
import { verdictLook } from '#window/message-view/callback-words'
import { MarkedWords, RowAnnotation, RowTime } from '#window/list/cells.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { IdText, visibleId } from '#window/ui/IdText.tsx'
import { StateMark } from '#window/ui/StatusMark.tsx'
import { formatBytes, formatDayAndClock, parseTime } from '#window/lib/time'

import { SOURCE_LABELS, isWellAnswered } from '#window/navigation/views'
import type { ExchangeSummary } from '#protocol/messages'

export const TIME: GridColumn<ExchangeSummary> = {
  name: 'time',
  sorts: { field: 'created', first: 'descending' },
  least: 'var(--col-time)',
  head: 'Virtual time',
  className: 'mono',
  cell: (exchange) => <RowTime at={exchange.receivedAt} />,
  title: (exchange) =>
    `${formatDayAndClock(parseTime(exchange.receivedAt))}, wall ${exchange.wallReceivedAt}`,
}

const SOURCE: GridColumn<ExchangeSummary> = {
  name: 'source',
  least: 'var(--col-source)',
  from: 500,
  head: 'Source',
  className: 'mid',
  cell: (exchange) => SOURCE_LABELS[exchange.source],
}

const REQUEST: GridColumn<ExchangeSummary> = {
  name: 'request',
  least: '130px',
  share: 2,
  head: 'Request',
  className: 'mono',
  cell: (exchange) => (
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
  title: (exchange) => exchange.refusal?.message ?? exchange.note ?? `${exchange.method} ${exchange.path}`,
}

export const SIGNATURE: GridColumn<ExchangeSummary> = {
  name: 'signature',
  sorts: { field: 'signature', first: 'ascending' },
  least: 'var(--col-verdict)',
  from: 710,
  head: 'Signature',
  cell: ({ signatureState }) => <SignatureMark state={signatureState} />,
}

export function SignatureMark({ state }: { readonly state: ExchangeSummary['signatureState'] }) {
  if (state === undefined) return null
  const look = verdictLook(state)
  return <StateMark look={look}>{look.word}</StateMark>
}

const ANSWER: GridColumn<ExchangeSummary> = {
  name: 'answer',
  sorts: { field: 'status', first: 'ascending' },
  least: 'var(--col-http)',
  head: 'Response',
  cell: (exchange) => (
    <span className={`http ${isWellAnswered(exchange) ? 'ok' : 'bad'}`}>
      {exchange.status ?? 'none'}
      {exchange.refusal === undefined ? null : ` ${exchange.refusal.code}`}
    </span>
  ),
  title: (exchange) =>
    exchange.refusal === undefined
      ? ''
      : `Contract ${exchange.refusal.contract}: ${exchange.refusal.message}`,
}

export const SIZE: GridColumn<ExchangeSummary> = {
  name: 'size',
  least: 'var(--col-bytes)',
  from: 500,
  head: 'Size',
  className: 'num mid',
  cell: (exchange) => formatBytes(exchange.sizeBytes),
}

const payment = (name: string | undefined): string => name ?? ''

export const BY_TIME: readonly GridColumn<ExchangeSummary>[] = [
  TIME,
  SOURCE,
  REQUEST,
  {
    name: 'payment',
    least: '84px',
    share: 0.8,
    from: 710,
    head: 'Payment',
    className: 'mono mid',
    cell: (exchange) => <IdText id={payment(exchange.paymentId)} />,
    title: (exchange) => visibleId(payment(exchange.paymentId)),
  },
  SIGNATURE,
  ANSWER,
  SIZE,
]

/** Columns for the order by payment: only the first row of each payment visibly shows its id. */
export const BY_PAYMENT: readonly GridColumn<ExchangeSummary>[] = [
  {
    name: 'payment',
    least: '72px',
    share: 0.8,
    head: 'Payment',
    className: 'mono',
    cell: (exchange, above) =>
      exchange.paymentKey !== above?.paymentKey || above === undefined ? (
        <b>
          {exchange.paymentKey === undefined ? 'no payment' : <IdText id={payment(exchange.paymentId)} />}
        </b>
      ) : (
        <span className="sr">{visibleId(payment(exchange.paymentId))}</span>
      ),
    title: (exchange) => visibleId(payment(exchange.paymentId)),
  },
  TIME,
  SOURCE,
  REQUEST,
  SIGNATURE,
  ANSWER,
]
