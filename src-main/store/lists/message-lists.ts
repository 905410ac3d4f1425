import type { CallbackSortField, ExchangeSortField } from '#domain/query/sorting'
import { allOf, anyOf, equals, fragment, isNull, likes, not, type Condition } from './condition'
import { annotationFields } from './annotation-conditions'
import { anywhere, escapeLike } from '#store/search/queries'
import type { SortColumns } from './list-order'
import { numberField, timeField, type FieldCondition, type ListVocabulary } from './term-conditions'
import { exactField, partField, paymentOfMessage } from './text-conditions'

/**
 * Rows that a partial index has, or all others. In the seeking form as a set of rows of their own, so that SQLite starts
 * from that index whatever else is asked; written as in the index, or it would not be used.
 */
const indexed = (table: 'callbacks' | 'exchanges', column: string, rest: string): FieldCondition => {
  const yes: Condition = {
    seek: fragment(`m.seq IN (SELECT seq FROM ${table} WHERE ${column} ${rest})`),
    scan: fragment(`+m.${column} ${rest}`),
  }
  return (value) => (value === 'yes' ? yes : not(yes))
}
const NOT_NULL = 'IS NOT NULL'
const NOT_EMPTY = `<> '[]'`

/** As `failedOnce` of callback-row.ts. */
const sentOnce: Condition = allOf([equals('state', 'failed'), equals('next_n', 0), isNull('next_attempt_at')])

/** What the fields of `CALLBACK_QUERY_FIELDS` mean for the table of callbacks. */
export const CALLBACK_VOCABULARY: ListVocabulary = {
  kind: exactField('kind'),
  state: exactField('state'),
  payment: paymentOfMessage,
  target: partField('target_url'),
  status: numberField('last_status'),
  created: timeField('created_at'),
  project: numberField('project_id'),
  once: (value) => (value === 'yes' ? sentOnce : not(sentOnce)),
  replay: indexed('callbacks', 'replay_of', NOT_NULL),
  mark: indexed('callbacks', 'marks', NOT_EMPTY),
  ...annotationFields('callbacks'),
}

/** Requests may name payments that do not exist, so their id is searched in the exchange itself. */
const paymentOfExchange: FieldCondition = (value, term, nowMs) => {
  const linked = paymentOfMessage(value, term, nowMs)
  if (linked === null) return null
  const folded = value.toLowerCase()
  const foreign =
    term.operator === '='
      ? fragment('m.payment = 0 AND m.payment_id_folded = ?', folded)
      : fragment(`m.payment = 0 AND m.payment_id_folded LIKE ? ESCAPE '\\'`, anywhere(folded))
  return {
    // As one set of rows: SQLite would not use an index for both sides of an OR beside the source.
    seek: fragment(
      `m.seq IN (SELECT m.seq FROM exchanges m WHERE m.payment <> 0 AND ${linked.seek.sql}
        UNION ALL SELECT m.seq FROM exchanges m WHERE ${foreign.sql})`,
      ...linked.seek.values,
      ...foreign.values,
    ),
    scan: fragment(`(${linked.scan.sql} OR (${foreign.sql}))`, ...linked.scan.values, ...foreign.values),
  }
}

/** Every index starts with the column that separates captures from other exchanges. */
export const isFrom = (value: string): Condition =>
  value === 'capture' ? equals('is_capture', 1) : allOf([equals('is_capture', 0), equals('source', value)])

const refused: Condition = not(isNull('refusal_code'))

/** What the fields of `EXCHANGE_QUERY_FIELDS` mean for the table of exchanges, captures included. */
export const EXCHANGE_VOCABULARY: ListVocabulary = {
  method: exactField('method', (value) => value.toUpperCase()),
  path: partField('target'),
  status: numberField('response_status'),
  payment: paymentOfExchange,
  signature: exactField('signature_state'),
  source: (value) => isFrom(value),
  created: timeField('received_at'),
  project: numberField('project_id'),
  refused: (value) => (value === 'yes' ? refused : isNull('refusal_code')),
  code: exactField('refusal_code'),
  contract: (value) =>
    anyOf([equals('refusal_contract', value), likes('refusal_contract', `${escapeLike(value)}.%`)]),
  replay: indexed('exchanges', 'replay_of', NOT_NULL),
  mark: indexed('exchanges', 'marks', NOT_EMPTY),
  ...annotationFields('exchanges'),
}

/** The columns by which callbacks can be sorted, each with its index. */
export const CALLBACK_SORT_COLUMNS: SortColumns<CallbackSortField> = {
  kind: { column: 'kind', holds: 'text', index: 'callbacks_by_kind' },
  state: { column: 'state', holds: 'text', index: 'callbacks_by_state' },
  status: { column: 'last_status', holds: 'integer', mayBeNull: true, index: 'callbacks_by_status' },
}

/** The columns by which captures or exchanges can be sorted: the indexes have each of the two in order. */
export const EXCHANGE_SORT_COLUMNS: SortColumns<ExchangeSortField> = {
  signature: { column: 'signature_state', holds: 'text', index: 'exchanges_by_signature' },
  status: { column: 'response_status', holds: 'integer', mayBeNull: true, index: 'exchanges_by_status' },
}

/** All traffic: the same indexes hold the values, but have captures after all others. */
export const TRAFFIC_SORT_COLUMNS: SortColumns<ExchangeSortField> = {
  signature: { ...EXCHANGE_SORT_COLUMNS.signature, index: null },
  status: { ...EXCHANGE_SORT_COLUMNS.status, index: null },
}
