import { bytesOrNull, integer, integerOrNull, textOrNull } from '#store/columns'
import { HEADERS_OR_NULL } from '#store/tables'
import type { Connection } from '#store/connection'
import type { ExchangeSource } from '#protocol/messages'
import { bodyWords, headWords, type SearchedText } from './searched-text'

/** Stands for a missing body. */
const NONE = new Uint8Array()

/** For attempts, `message` is the attempt when words are added, but the callback when they are removed. */
interface IndexedPart {
  readonly payment: number
  readonly message: number
  readonly part: SearchPart
}

export function addText(index: Connection, key: IndexedPart, { words, headers, body }: SearchedText): void {
  insertWords(index, key, `${headWords(words, headers)}\n${bodyWords(body)}`)
}

/** For attempts, removes the words of all attempts of the callback. */
export function removeText(connection: Connection, { payment, message, part }: IndexedPart): void {
  const ofAttempts = 'DELETE FROM search_attempts WHERE callback = ? RETURNING seq'
  const numbers =
    part === 'attempt' ? connection.all(ofAttempts, message).map((row) => integer(row, 'seq')) : [message]
  for (const number of numbers) {
    connection.run(`DELETE FROM search WHERE rowid = ${ROW_ID}`, payment, number, PART_NUMBER[part])
  }
}

/** Adds an attempt's response and errors, and its target and request body if they differ from the callback's. */
export function addAttempt(
  { journal, index }: Readonly<Record<'journal' | 'index', Connection>>,
  seq: number,
): void {
  const row = journal.get(
    `SELECT a.callback, a.answer_headers, a.answer_body, a.failure_code, a.failure_message, a.request_body,
       a.certificate_error, nullif(a.target_url, c.target_url) AS other_target, c.payment
     FROM attempts a JOIN callbacks c ON c.seq = a.callback WHERE a.seq = ?`,
    seq,
  )
  // The attempt may have been removed in the same turn.
  if (row === undefined) return
  const key = { payment: integerOrNull(row, 'payment') ?? NO_PAYMENT, message: seq, part: 'attempt' } as const
  const named = ['other_target', 'failure_code', 'failure_message', 'certificate_error']
  const texts = named.map((column) => textOrNull(row, column))
  const words = headWords(texts, HEADERS_OR_NULL.read(row, 'answer_headers') ?? [])
  const bodies = ['answer_body', 'request_body'].map((column) => bodyWords(bytesOrNull(row, column) ?? NONE))
  // The attempt may have been indexed already, together with its callback.
  index.run(`DELETE FROM search WHERE rowid = ${ROW_ID}`, key.payment, seq, PART_NUMBER.attempt)
  const callback = integer(row, 'callback')
  index.run('INSERT OR REPLACE INTO search_attempts (seq, callback) VALUES (?, ?)', seq, callback)
  insertWords(index, key, [words, ...bodies].join('\n'))
}

function insertWords(index: Connection, { payment, message, part }: IndexedPart, words: string): void {
  index.run(
    `INSERT INTO search (rowid, words) VALUES (${ROW_ID}, ?)`,
    payment,
    message,
    PART_NUMBER[part],
    words,
  )
}

/** `attempt`: the results of a callback's attempts, and what they sent if it differs from the callback. */
export type SearchPart = 'request' | 'response' | 'callback' | 'capture' | 'captureResponse' | 'attempt'

/** Used in the row ids of the index of words. */
export const PART_NUMBER: Readonly<Record<SearchPart, number>> = {
  request: 0,
  response: 1,
  callback: 2,
  capture: 3,
  captureResponse: 4,
  attempt: 5,
}

/**
 * Row id of a message's words: payment in the upper half, message and part in the lower, so that a match
 * reveals its payment without reading the message. SQLite integers have 64 bits; JavaScript numbers do not.
 */
const ROW_ID = '((? << 32) | (? << 3) | ?)'

/** Payment number of messages without a payment. */
export const NO_PAYMENT = 0

/** Captures are indexed and listed separately from exchanges. */
export const partsOf = (
  source: ExchangeSource,
): { readonly request: SearchPart; readonly response: SearchPart } =>
  source === 'capture'
    ? { request: 'capture', response: 'captureResponse' }
    : { request: 'request', response: 'response' }
