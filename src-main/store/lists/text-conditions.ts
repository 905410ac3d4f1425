import { anywhere, namePhrase } from '#store/search/queries'
import { equals, fragment, likes, type Condition } from './condition'
import type { FieldCondition } from './term-conditions'

/** A column that holds the whole value: letter case as `fold` makes it. */
export const exactField =
  (column: string, fold: (value: string) => string = (value) => value): FieldCondition =>
  (value) =>
    equals(column, fold(value))

/** A column in which `:` finds a part of the value and `=` the whole value. */
export const partField =
  (column: string): FieldCondition =>
  (value, { operator }) =>
    operator === '=' ? equals(column, value) : likes(column, anywhere(value))

/** Payments whose id, or whose customer, contains the text; `payment` is the column that holds the payment's number. */
export function nameContains(payment: string, text: string, column: 'payment_id' | 'customer_id'): Condition {
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
  const pattern = anywhere(text.toLowerCase())
  if (payment === 'seq') return likes(`${column}_folded`, pattern)
  const matches = `p.${column}_folded LIKE ? ESCAPE '\\'`
  return {
    seek: fragment(`m.${payment} IN (SELECT p.seq FROM payments p WHERE ${matches})`, pattern),
    scan: fragment(`EXISTS (SELECT 1 FROM payments p WHERE p.seq = m.${payment} AND ${matches})`, pattern),
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
