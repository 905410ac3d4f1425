import type { GridColumn } from '#window/list/columns'
import { verdictLook } from '#window/message-view/callback-words'
import { MarkedWords, RowAnnotation, RowTime } from '#window/list/cells.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { IdText, visibleId } from '#window/ui/IdText.tsx'
import { StateMark } from '#window/ui/StatusMark.tsx'
import { formatBytes, formatDayAndClock, parseTime } from '#window/lib/time'

import { sourceLabel, isWellAnswered } from '#window/navigation/views'
import type { GridRows } from '#window/list/paged-list'
import type { ExchangeSummary } from '#protocol/messages'

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
  from: 500,
  head: 'Source',
  className: 'mid',
  cell: ({ exchange }) => sourceLabel(exchange.source),
}

const REQUEST: GridColumn<TrafficRow> = {
  name: 'request',
  least: '130px',
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
  from: 710,
  head: 'Signature',
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
  from: 500,
  head: 'Size',
  className: 'num mid',
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
    from: 710,
    head: 'Payment',
    className: 'mono mid',
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
    least: '72px',
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

/** An exchange in the list; `heads` says that it is the first of its payment. */
export interface TrafficRow {
  readonly id: string
  readonly exchange: ExchangeSummary
  readonly heads: boolean
  /** Why the exchange cannot be read; null: it can. */
  readonly unreadable: string | null
}

/** Rows are drawn again only when they are other objects, so each exchange keeps its two. */
const known = new WeakMap<ExchangeSummary, readonly [TrafficRow, TrafficRow]>()

function rowOf(exchange: ExchangeSummary, heads: boolean): TrafficRow {
  const unreadable = exchange.unreadable ?? null
  const rows =
    known.get(exchange) ??
    ([
      { id: exchange.id, exchange, heads: false, unreadable },
      { id: exchange.id, exchange, heads: true, unreadable },
    ] as const)
  known.set(exchange, rows)
  return rows[heads ? 1 : 0]
}

const groupOf = (exchange: ExchangeSummary): string => exchange.paymentKey ?? ''

/** The rows with a mark on the first row of each payment. Sorted by time, every row names its payment. */
export function withGroups(rows: GridRows<ExchangeSummary>, byPayment: boolean): GridRows<TrafficRow> {
  const heads = (row: number, exchange: ExchangeSummary): boolean => {
    if (!byPayment || row === 0) return byPayment
    const before = rows.rowAt(row - 1)
    return before !== undefined && groupOf(before) !== groupOf(exchange)
  }
  return {
    ...rows,
    rowAt(row) {
      const exchange = rows.rowAt(row)
      return exchange === undefined ? undefined : rowOf(exchange, heads(row, exchange))
    },
  }
}
