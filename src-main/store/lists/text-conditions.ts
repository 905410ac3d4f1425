import { anywhere, MESSAGE_OF_MATCH, namePhrase, PAYMENT_OF_MATCH, wordPhrase } from '../search'
import { anyOf, equals, fragment, likes, type Condition } from './condition'
import type { FieldCondition } from './term-conditions'

/** A column that holds the whole value: letter case as `fold` makes it. */
export const exactField =
  (column: string, fold: (value: string) => string = (value) => value): FieldCondition =>
  (value) =>
    equals(column, fold(value))

/** A column that is searched for a part with `:`, for the whole with `=`. */
export const partField =
  (column: string): FieldCondition =>
  (value, { operator }) =>
    operator === '=' ? equals(column, value) : likes(column, anywhere(value))

/** Payments whose id or customer contains the text; `payment` is the column that holds the payment's number. */
export function nameContains(
  payment: string,
  text: string,
  column?: 'payment_id' | 'customer_id',
): Condition {
  const phrase = namePhrase(text, column)
  if (phrase !== null) {
    return {
      seek: fragment(`m.${payment} IN (SELECT rowid FROM payment_names WHERE payment_names MATCH ?)`, phrase),
      scan: fragment(
        `EXISTS (SELECT 1 FROM payment_names WHERE payment_names MATCH ? AND rowid = m.${payment})`,
        phrase,
      ),
    }
  }
  const columns = column === undefined ? ['payment_id', 'customer_id'] : [column]
  const pattern = anywhere(text.toLowerCase())
  const matches = columns.map((name) => `p.${name}_folded LIKE ? ESCAPE '\\'`).join(' OR ')
  const values = columns.map(() => pattern)
  if (payment === 'seq') return anyOf(columns.map((name) => likes(`${name}_folded`, pattern)))
  return {
    seek: fragment(`m.${payment} IN (SELECT p.seq FROM payments p WHERE ${matches})`, ...values),
    scan: fragment(
      `EXISTS (SELECT 1 FROM payments p WHERE p.seq = m.${payment} AND (${matches}))`,
      ...values,
    ),
  }
}

/** Payments with a message in which the text stands as words. */
export function paymentSays(text: string): Condition {
  const phrase = wordPhrase(text)
  return {
    seek: fragment(`m.seq IN (SELECT ${PAYMENT_OF_MATCH} FROM search WHERE search MATCH ?)`, phrase),
    scan: fragment(
      `EXISTS (SELECT 1 FROM search WHERE search MATCH ? AND rowid BETWEEN (m.seq << 32) AND (m.seq << 32 | 4294967295))`,
      phrase,
    ),
  }
}

/** Exchanges or callbacks in which the text stands as words. */
export function messageSays(which: 'exchange' | 'callback', text: string): Condition {
  const phrase = wordPhrase(text)
  const isPart = which === 'callback' ? 'rowid & 3 = 2' : 'rowid & 3 < 2'
  const first = which === 'callback' ? 2 : 0
  const last = which === 'callback' ? 2 : 1
  const base = '(m.payment << 32) | (m.seq << 2)'
  return {
    seek: fragment(
      `m.seq IN (SELECT ${MESSAGE_OF_MATCH} FROM search WHERE search MATCH ? AND ${isPart})`,
      phrase,
    ),
    scan: fragment(
      `EXISTS (SELECT 1 FROM search WHERE search MATCH ? AND rowid BETWEEN (${base} | ${first}) AND (${base} | ${last}))`,
      phrase,
    ),
  }
}

/** The message's payment id: a part of it with `:`, the whole of it with `=`. */
export const paymentOfMessage: FieldCondition = (value, { operator }) =>
  operator === '='
    ? {
        seek: fragment(
          'm.payment IN (SELECT seq FROM payments WHERE payment_id_folded = ?)',
          value.toLowerCase(),
        ),
        scan: fragment(
          'EXISTS (SELECT 1 FROM payments p WHERE p.seq = m.payment AND p.payment_id_folded = ?)',
          value.toLowerCase(),
        ),
      }
    : nameContains('payment', value, 'payment_id')
