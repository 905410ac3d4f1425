import { METHODS, wayOf, wireNameOf } from '#domain/method/method'
import { CALLBACK_COUNTS } from '#domain/payment/callbacks'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS, PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import type { Method } from '#domain/project/method-shape'
import type { CallbackSortField, ExchangeSortField, PaymentSortField } from '#domain/query/sorting'
import { anywhere, escapeLike } from '#store/search/search'
import {
  allOf,
  annotationFields,
  anyOf,
  columnFields,
  type Condition,
  equals,
  exactField,
  type FieldCondition,
  fragment,
  inBothForms,
  isNull,
  isOneOf,
  likes,
  type ListVocabulary,
  nameContains,
  not,
  paymentOfMessage,
} from './conditions'
import type { SortColumns } from './list-order'

/**
 * A field whose value `yes` matches the rows in a partial index, and `no` all others. The seeking form is a subquery,
 * so that SQLite starts from that index; SQLite uses it only if the condition is written exactly as in the index.
 */
const yesNoField = (table: 'callbacks' | 'exchanges', column: string, rest: string): FieldCondition => {
  const yes: Condition = {
    seek: fragment(`m.seq IN (SELECT seq FROM ${table} WHERE ${column} ${rest})`),
    scan: fragment(`+m.${column} ${rest}`),
  }
  return (value) => (value === 'yes' ? yes : not(yes))
}
const NOT_NULL = 'IS NOT NULL'
const NOT_EMPTY = `<> '[]'`

const yesNo = (value: string, condition: Condition): Condition =>
  value === 'yes' ? condition : not(condition)

/** The same as `failedOnce` of store/rows.ts. */
const sentOnce: Condition = allOf([equals('state', 'failed'), equals('next_n', 0), isNull('next_attempt_at')])

/** The same as the class `failed` of `deliveryClass` in store/rows.ts. */
const failing: Condition = anyOf([
  allOf([equals('state', 'failed'), not(sentOnce)]),
  allOf([isOneOf('state', ['held', 'scheduled', 'delivering']), inBothForms('m.attempt_count > 0')]),
])

export const CALLBACK_VOCABULARY: ListVocabulary = {
  ...columnFields(CALLBACK_QUERY_FIELDS),
  payment: paymentOfMessage,
  once: (value) => yesNo(value, sentOnce),
  failing: (value) => yesNo(value, failing),
  replay: yesNoField('callbacks', 'replay_of', NOT_NULL),
  mark: yesNoField('callbacks', 'marks', NOT_EMPTY),
  ...annotationFields('callbacks'),
}

/** Requests may contain ids of payments that do not exist; such an id is searched for in the exchange itself. */
const paymentOfExchange: FieldCondition = (value, term, nowMs) => {
  const linked = paymentOfMessage(value, term, nowMs)
  if (linked === null) return null
  const folded = value.toLowerCase()
  const foreign =
    term.operator === '='
      ? fragment('m.payment = 0 AND m.payment_id_folded = ?', folded)
      : fragment(`m.payment = 0 AND m.payment_id_folded LIKE ? ESCAPE '\\'`, anywhere(folded))
  return {
    // As one subquery: with an OR beside the condition on the source, SQLite would not use an index for each side.
    seek: fragment(
      `m.seq IN (SELECT m.seq FROM exchanges m WHERE m.payment <> 0 AND ${linked.seek.sql}
        UNION ALL SELECT m.seq FROM exchanges m WHERE ${foreign.sql})`,
      ...linked.seek.values,
      ...foreign.values,
    ),
    scan: fragment(`(${linked.scan.sql} OR (${foreign.sql}))`, ...linked.scan.values, ...foreign.values),
  }
}

/** Most indexes start with the column that separates captures from other exchanges. */
export const isFrom = (value: string): Condition =>
  value === 'capture' ? equals('is_capture', 1) : allOf([equals('is_capture', 0), equals('source', value)])

const refused: Condition = not(isNull('refusal_code'))

/** For exchanges and captures. */
export const EXCHANGE_VOCABULARY: ListVocabulary = {
  ...columnFields(EXCHANGE_QUERY_FIELDS),
  method: exactField('method', (value) => value.toUpperCase()),
  payment: paymentOfExchange,
  source: (value) => isFrom(value),
  refused: (value) => yesNo(value, refused),
  code: exactField('refusal_code'),
  contract: (value) =>
    anyOf([equals('refusal_contract', value), likes('refusal_contract', `${escapeLike(value)}.%`)]),
  replay: yesNoField('exchanges', 'replay_of', NOT_NULL),
  mark: yesNoField('exchanges', 'marks', NOT_EMPTY),
  ...annotationFields('exchanges'),
}

export const CALLBACK_SORT_COLUMNS: SortColumns<CallbackSortField> = {
  kind: { column: 'kind', holds: 'text', index: 'callbacks_by_kind' },
  state: { column: 'state', holds: 'text', index: 'callbacks_by_state' },
  status: { column: 'last_status', holds: 'integer', mayBeNull: true, index: 'callbacks_by_status' },
}

/** In these indexes, captures are in order, and other exchanges are in order, but not both together. */
export const EXCHANGE_SORT_COLUMNS: SortColumns<ExchangeSortField> = {
  signature: { column: 'signature_state', holds: 'text', index: 'exchanges_by_signature' },
  status: { column: 'response_status', holds: 'integer', mayBeNull: true, index: 'exchanges_by_status' },
}

/** For all traffic, these indexes cannot be used: they have all captures after all other exchanges. */
export const TRAFFIC_SORT_COLUMNS: SortColumns<ExchangeSortField> = {
  signature: { ...EXCHANGE_SORT_COLUMNS.signature, index: null },
  status: { ...EXCHANGE_SORT_COLUMNS.status, index: null },
}

const WAITING = 'awaiting clarification'

const callbackCondition = (state: string): Condition | null => {
  if (state === 'none')
    return inBothForms(`(${CALLBACK_COUNTS.map((count) => `m.callbacks_${count} = 0`).join(' AND ')})`)
  if (!CALLBACK_COUNTS.some((count) => count === state)) return null
  // Written as in the partial indexes, or SQLite would not use them.
  return { seek: fragment(`m.callbacks_${state} > 0`), scan: fragment(`+m.callbacks_${state} > 0`) }
}

/** Rows store the name at the platform, which two methods may share. */
const wireNames = (matches: (method: Method) => boolean): readonly string[] =>
  METHODS.filter(matches).map(wireNameOf)

const methodCondition: FieldCondition = (value, { operator }) => {
  const named = value.toLowerCase()
  const isNamed = (method: Method): boolean =>
    wireNameOf(method).toLowerCase() === named ||
    (operator === '=' ? method.path === named : `/${method.path}/`.includes(`/${named}/`))
  // An own method is found only by its name at the platform.
  return isOneOf('method', [value, named, ...wireNames(isNamed)])
}

export const PAYMENT_VOCABULARY: ListVocabulary = {
  ...columnFields(PAYMENT_QUERY_FIELDS),
  id: (value, { operator }) =>
    operator === '='
      ? equals('payment_id_folded', value.toLowerCase())
      : nameContains('seq', value, 'payment_id'),
  currency: exactField('currency', (value) => value.toUpperCase()),
  customer: (value, { operator }) =>
    operator === '=' || value === ''
      ? equals('customer_id_folded', value.toLowerCase())
      : nameContains('seq', value, 'customer_id'),
  method: methodCondition,
  kind: (value) =>
    value === 'card'
      ? equals('method', value)
      : isOneOf(
          'method',
          wireNames((method) => wayOf(method) === value),
        ),
  card: (value) =>
    /^.{4}$/u.test(value) ? equals('card_last4', value) : likes('card_last4', `%${escapeLike(value)}`),
  code: exactField('result_code'),
  callback: (value) => callbackCondition(value),
  waiting: (value) => yesNo(value, equals('status', WAITING)),
  ...annotationFields('payments'),
}

export const PAYMENT_SORT_COLUMNS: SortColumns<PaymentSortField> = {
  id: { column: 'payment_id_folded', holds: 'text', index: 'payments_by_any_id' },
  status: { column: 'status', holds: 'text', index: 'payments_by_status' },
  amount: { column: 'amount_thousandths', holds: 'integer', index: 'payments_by_amount' },
  customer: { column: 'customer_id_folded', holds: 'text', index: 'payments_by_customer' },
}
