import { isUtf8 } from 'node:buffer'
import type { Connection } from './connection'
import type { Participant } from './group'
import type { HeaderPairs } from './records'

/** Part of a message; together with payment and message number it makes the row id in the index of words. */
export type SearchPart = 'request' | 'reply' | 'callback' | 'capture' | 'captureReply'

const PART_NUMBER: Readonly<Record<SearchPart, number>> = {
  request: 0,
  reply: 1,
  callback: 2,
  capture: 3,
  captureReply: 4,
}

/** Longer bodies are searched in their beginning only: indexing one would hold up everything else. */
export const SEARCHED_BODY_BYTES = 262_144

/**
 * Row id of a message's words: payment in the upper half, message and part in the lower. So a match tells its payment
 * without a look at the message. SQLite integers have 64 bits; JavaScript numbers do not.
 */
const ROW_ID = '((? << 32) | (? << 3) | ?)'
const PAYMENT_OF_MATCH = 'rowid >> 32'
const MESSAGE_OF_MATCH = '(rowid & 4294967295) >> 3'

/** In place of the payment's number where a message belongs to none. */
export const NO_PAYMENT = 0

/** Looks at the messages of payments from one number to another only: both are the last values of the query. */
export const WITHIN_PAYMENTS = 'AND rowid BETWEEN (? << 32) AND ((? << 32) | 4294967295)'
/** How many messages a phrase stands in, counted up to a limit: values are the phrase and the limit. */
export const COUNT_UP_TO = `SELECT count(*) AS found FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ?)`
export const COUNT_NAMES_UP_TO = `SELECT count(*) AS found FROM
  (SELECT 1 FROM payment_names WHERE payment_names MATCH ? LIMIT ?)`

/** Payments with a message in which the phrase stands. */
export const PAYMENTS_THAT_SAY = `SELECT ${PAYMENT_OF_MATCH} AS seq FROM search WHERE search MATCH ? AND rowid >= 4294967296`

/** Messages in one of whose parts the phrase stands. */
export const messagesThatSay = (parts: readonly SearchPart[]): string =>
  `SELECT ${MESSAGE_OF_MATCH} AS seq FROM search WHERE search MATCH ?
     AND rowid & 7 IN (${parts.map((part) => PART_NUMBER[part]).join(', ')})`

export interface SearchedText {
  readonly words: readonly (string | null)[]
  readonly headers: HeaderPairs
  readonly body: Uint8Array
}

/**
 * The index of words over messages, and of substrings over the ids of payments. Changes wait until the group commits
 * or a list is asked for: the index writes out what it gathered at every savepoint, which would cost more than all the
 * rest of a write.
 */
export interface Search extends Participant {
  add(payment: number, message: number, part: SearchPart, text: SearchedText): void
  remove(payment: number, message: number, part: SearchPart): void
  nameAdd(payment: number, paymentIdFolded: string, customerIdFolded: string): void
  nameRemove(payment: number): void
  clear(): void
  /** Works off a part of what removals left behind. */
  tidy(): void
}

export function createSearch(connection: Connection): Search {
  let waiting: (() => void)[] = []

  return {
    add(payment, message, part, text) {
      waiting.push(() => {
        connection.run(
          `INSERT INTO search (rowid, words) VALUES (${ROW_ID}, ?)`,
          payment,
          message,
          PART_NUMBER[part],
          searchedWords(text),
        )
      })
    },
    remove(payment, message, part) {
      waiting.push(() => {
        connection.run(`DELETE FROM search WHERE rowid = ${ROW_ID}`, payment, message, PART_NUMBER[part])
      })
    },
    nameAdd(payment, paymentIdFolded, customerIdFolded) {
      waiting.push(() => {
        connection.run(
          'INSERT INTO payment_names (rowid, payment_id, customer_id) VALUES (?, ?, ?)',
          payment,
          paymentIdFolded,
          customerIdFolded,
        )
      })
    },
    nameRemove(payment) {
      waiting.push(() => {
        connection.run('DELETE FROM payment_names WHERE rowid = ?', payment)
      })
    },
    clear() {
      waiting.push(() => {
        connection.run(`INSERT INTO search (search) VALUES ('delete-all')`)
        connection.run(`INSERT INTO payment_names (payment_names) VALUES ('delete-all')`)
      })
    },
    tidy() {
      waiting.push(() => {
        connection.run(`INSERT INTO search (search, rank) VALUES ('merge', 200)`)
      })
    },
    mark() {
      const { length } = waiting
      return () => {
        waiting.length = length
      }
    },
    save() {
      const changes = waiting
      waiting = []
      for (const change of changes) change()
    },
    load() {
      waiting = []
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
  // A single letter begins so many words that gathering them takes longer than anybody waits.
  return /^.{2}/su.test(lastWord) ? `${phrase} *` : phrase
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
