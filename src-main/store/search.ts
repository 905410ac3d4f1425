import { isUtf8 } from 'node:buffer'
import type { Connection } from './connection'
import type { HeaderPairs } from './records'

/** Part of a message; together with payment and message number it makes the row id in the index of words. */
export type SearchPart = 'request' | 'reply' | 'callback'

const PART_NUMBER: Readonly<Record<SearchPart, number>> = { request: 0, reply: 1, callback: 2 }

/** Longer bodies are searched in their beginning only: indexing one would hold up everything else. */
export const SEARCHED_BODY_BYTES = 262_144

/**
 * Row id of a message's words: payment in the upper half, message and part in the lower. So a match tells its payment
 * without a look at the message. SQLite integers have 64 bits; JavaScript numbers do not.
 */
const ROW_ID = '((? << 32) | (? << 2) | ?)'
export const PAYMENT_OF_MATCH = 'rowid >> 32'
export const MESSAGE_OF_MATCH = '(rowid & 4294967295) >> 2'

export interface SearchedText {
  readonly words: readonly (string | null)[]
  readonly headers: HeaderPairs
  readonly body: Uint8Array
}

/** The index of words over messages, and of substrings over the ids of payments. */
export interface Search {
  add(payment: number, message: number, part: SearchPart, text: SearchedText): void
  remove(payment: number, message: number, part: SearchPart): void
  nameAdd(payment: number, paymentIdFolded: string, customerIdFolded: string): void
  nameRemove(payment: number): void
  clear(): void
  /** Works off a part of what removals left behind. */
  tidy(): void
}

export function createSearch(connection: Connection): Search {
  return {
    add(payment, message, part, text) {
      connection.run(
        `INSERT INTO search (rowid, words) VALUES (${ROW_ID}, ?)`,
        payment,
        message,
        PART_NUMBER[part],
        searchedWords(text),
      )
    },
    remove(payment, message, part) {
      connection.run(`DELETE FROM search WHERE rowid = ${ROW_ID}`, payment, message, PART_NUMBER[part])
    },
    nameAdd(payment, paymentIdFolded, customerIdFolded) {
      connection.run(
        'INSERT INTO payment_names (rowid, payment_id, customer_id) VALUES (?, ?, ?)',
        payment,
        paymentIdFolded,
        customerIdFolded,
      )
    },
    nameRemove(payment) {
      connection.run('DELETE FROM payment_names WHERE rowid = ?', payment)
    },
    clear() {
      connection.run(`INSERT INTO search (search) VALUES ('delete-all')`)
      connection.run(`INSERT INTO payment_names (payment_names) VALUES ('delete-all')`)
    },
    tidy() {
      connection.run(`INSERT INTO search (search, rank) VALUES ('merge', 200)`)
    },
  }
}

/** Ids, header values and the body where it is text; binary bodies would only fill the index with noise. */
function searchedWords({ words, headers, body }: SearchedText): string {
  const parts = words.filter((word) => word !== null)
  for (const [, value] of headers) parts.push(value)
  const beginning = body.subarray(0, SEARCHED_BODY_BYTES)
  if (isUtf8(body)) parts.push(new TextDecoder().decode(beginning))
  return parts.join('\n')
}

/** As a phrase that the words of a message may go on from: `order 17` finds "order-1704". */
export function wordPhrase(text: string): string {
  const phrase = quoted(text)
  const lastWord = /[\p{L}\p{N}]+$/u.exec(text)?.[0] ?? ''
  // Short beginnings stand in so many words that gathering them takes longer than anybody waits.
  return /^.{3}/su.test(lastWord) ? `${phrase} *` : phrase
}

/** As a part of an id or of a customer; null where it is too short for the index of substrings. */
export function namePhrase(text: string, column?: 'payment_id' | 'customer_id'): string | null {
  if (!/^.{3}/su.test(text)) return null
  return column === undefined ? quoted(text.toLowerCase()) : `${column} : ${quoted(text.toLowerCase())}`
}

/** A string of the query language of FTS5, in which no character means anything. NUL would end the query. */
const quoted = (text: string): string => `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`

/** Pattern for `LIKE … ESCAPE '\'` that finds the text anywhere. */
export const anywhere = (text: string): string => `%${escapeLike(text)}%`
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
