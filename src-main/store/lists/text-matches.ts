import {
  anywhere,
  messagesContaining,
  namePhrase,
  PAYMENTS_CONTAINING,
  WITHIN_PAYMENTS,
  wordPhrase,
} from '#store/search/queries'
import type { SearchPart } from '#store/search/index-rows'
import { fragment, type Fragment } from './condition'

/** `traffic`: exchanges and captures as one list. */
export type ListName = 'payments' | 'callbacks' | 'exchanges' | 'captures' | 'traffic'

/** Numbers of payments, both included; only rows that belong to one of them are searched. */
export interface PaymentSpan {
  readonly first: number
  readonly last: number
}

const PARTS: Readonly<Record<Exclude<ListName, 'payments'>, readonly SearchPart[]>> = {
  callbacks: ['callback', 'attempt'],
  exchanges: ['request', 'response'],
  captures: ['capture', 'captureResponse'],
  traffic: ['request', 'response', 'capture', 'captureResponse'],
}

/** Rows of a list whose messages contain the text as words. */
export function containing(list: ListName, text: string, span?: PaymentSpan): Fragment {
  const sql = list === 'payments' ? PAYMENTS_CONTAINING : messagesContaining(PARTS[list])
  const phrase = wordPhrase(text)
  return span === undefined
    ? fragment(sql, phrase)
    : fragment(`${sql} ${WITHIN_PAYMENTS}`, phrase, span.first, span.last)
}

/** Rows of payments whose id or customer contains the text. */
export function named(list: ListName, text: string): Fragment {
  const payments = paymentsNamed(text)
  const messages = (table: string, condition: string): Fragment =>
    fragment(
      `SELECT m.seq FROM (${payments.sql}) p CROSS JOIN ${table} m ON m.payment = p.seq AND ${condition}`,
      ...payments.values,
    )
  switch (list) {
    case 'payments':
      return payments
    case 'callbacks':
      return messages('callbacks', 'TRUE')
    case 'exchanges':
      return messages('exchanges', 'm.payment <> 0 AND +m.is_capture = 0')
    case 'captures':
      return messages('exchanges', 'm.payment <> 0 AND +m.is_capture = 1')
    case 'traffic':
      return messages('exchanges', 'm.payment <> 0')
  }
}

/** Payments whose id or customer contains the text. */
export function paymentsNamed(text: string, span?: PaymentSpan): Fragment {
  const within = (column: string): Fragment =>
    span === undefined ? fragment('') : fragment(` AND ${column} BETWEEN ? AND ?`, span.first, span.last)
  const phrase = namePhrase(text)
  if (phrase !== null) {
    const { sql, values } = within('rowid')
    return fragment(
      `SELECT rowid AS seq FROM payment_names WHERE payment_names MATCH ?${sql}`,
      phrase,
      ...values,
    )
  }
  const pattern = anywhere(text.toLowerCase())
  const { sql, values } = within('seq')
  return fragment(
    `SELECT seq FROM payments
     WHERE (payment_id_folded LIKE ? ESCAPE '\\' OR customer_id_folded LIKE ? ESCAPE '\\')${sql}`,
    pattern,
    pattern,
    ...values,
  )
}
