import type { ExchangeSummary } from '#protocol/messages'
import type { GridRows } from '#window/list/use-paged-list'

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
    if (!byPayment) return false
    const before = row === 0 ? undefined : rows.rowAt(row - 1)
    return row === 0 || (before !== undefined && groupOf(before) !== groupOf(exchange))
  }
  const wrap = (row: number, exchange: ExchangeSummary): TrafficRow => rowOf(exchange, heads(row, exchange))
  return {
    count: rows.count,
    rowAt(row) {
      const exchange = rows.rowAt(row)
      return exchange === undefined ? undefined : wrap(row, exchange)
    },
    rowOf: rows.rowOf,
    want: rows.want,
    async load(row) {
      const exchange = await rows.load(row)
      return exchange === null ? null : wrap(row, exchange)
    },
  }
}
