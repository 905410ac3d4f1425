import { bytesOrNull, integer, integerOrNull, textOrNull } from '#store/columns'
import { HEADERS_OR_NULL } from '#store/tables'
import type { Connection, Row } from '#store/connection'
import type { ExchangeSource } from '#protocol/messages'
import {
  firstPiece,
  headWords,
  isSearched,
  nextPiece,
  type SearchedBody,
  type SearchedText,
  wholeBody,
} from './searched-text'

/** Where an attempt has no body of its own. */
const NONE = new Uint8Array()

/** A part of a message. */
interface IndexedPart {
  readonly payment: number
  readonly message: number
  readonly part: SearchPart
}

export function addText(index: Connection, of: IndexedPart, { words, headers, body }: SearchedText): void {
  const rest = { ...of, attempt: null, name: 'own' } as const
  const text = [headWords(words, headers), ...beginningOf(index, body, rest)].join('\n')
  insertWords(index, of.payment, of.message, PART_NUMBER[of.part], text)
}

/** Removes the part with all of its pieces. */
export function removeText(connection: Connection, { payment, message, part }: IndexedPart): void {
  if (part !== 'attempt') {
    connection.run(`DELETE FROM search WHERE rowid = ${ROW_ID}`, payment, message, PART_NUMBER[part])
  }
  const of = [message, PART_NUMBER[part]] as const
  for (const row of connection.all('SELECT seq FROM search_pieces WHERE message = ? AND part = ?', ...of)) {
    const seq = integer(row, 'seq')
    connection.run(`DELETE FROM search WHERE rowid = ${ROW_ID}`, payment, seq, PIECE_NUMBER[part])
    connection.run('DELETE FROM search_pieces WHERE seq = ?', seq)
  }
  connection.run('DELETE FROM search_pending WHERE message = ? AND part = ?', ...of)
}

/** Adds what the attempt brought: its answer, its failure, its target and body where these differ from the callback's. */
export function addAttempt(
  { journal, index }: { readonly journal: Connection; readonly index: Connection },
  seq: number,
): void {
  const row = journal.get(
    `SELECT a.callback, a.answer_headers, a.answer_body, a.failure_code, a.failure_message, a.request_body,
       a.certificate_error, nullif(a.target_url, c.target_url) AS other_target, c.payment
     FROM attempts a JOIN callbacks c ON c.seq = a.callback WHERE a.seq = ?`,
    seq,
  )
  // It may have been removed in the same turn.
  if (row === undefined) return
  const message = integer(row, 'callback')
  const payment = integerOrNull(row, 'payment') ?? NO_PAYMENT
  const of = { payment, message, part: 'attempt', attempt: seq } as const
  const words = [
    headWords(
      ['other_target', 'failure_code', 'failure_message', 'certificate_error'].map((column) =>
        textOrNull(row, column),
      ),
      HEADERS_OR_NULL.read(row, 'answer_headers') ?? [],
    ),
    ...beginningOf(index, wholeBody(bytesOrNull(row, 'answer_body') ?? NONE), { ...of, name: 'answer' }),
    ...beginningOf(index, wholeBody(bytesOrNull(row, 'request_body') ?? NONE), { ...of, name: 'changed' }),
  ]
  insertPiece(index, of, words.join('\n'))
}

/** Adds the next piece of a body that waits in `search_pending` under this number. */
export function addRest(connection: Connection, seq: number, body: SearchedBody): void {
  const row = connection.get('SELECT * FROM search_pending WHERE seq = ?', seq)
  if (row === undefined) return
  const rest = readPendingRest(row)
  const { text, next } = nextPiece(body, rest.from)
  insertPiece(connection, rest, text)
  if (next === null) connection.run('DELETE FROM search_pending WHERE seq = ?', seq)
  else connection.run('UPDATE search_pending SET from_byte = ? WHERE seq = ?', next, seq)
}

export function addName(
  connection: Connection,
  payment: number,
  paymentIdFolded: string,
  customerIdFolded: string,
): void {
  connection.run(
    'INSERT INTO payment_names (rowid, payment_id, customer_id) VALUES (?, ?, ?)',
    payment,
    paymentIdFolded,
    customerIdFolded,
  )
}

export function removeName(connection: Connection, payment: number): void {
  connection.run('DELETE FROM payment_names WHERE rowid = ?', payment)
}

export function clearIndex(connection: Connection): void {
  connection.run(`INSERT INTO search (search) VALUES ('delete-all')`)
  connection.run(`INSERT INTO payment_names (payment_names) VALUES ('delete-all')`)
  for (const table of ['search_pieces', 'search_pending', 'search_catch_up']) {
    connection.run(`DELETE FROM ${table}`)
  }
}

/** The beginning of a body that is text; its rest is put down for later. */
function beginningOf(
  index: Connection,
  body: SearchedBody,
  rest: Omit<PendingRest, 'from'>,
): readonly string[] {
  if (!isSearched(body)) return []
  const { text, next } = firstPiece(body)
  if (next !== null) {
    index.run(
      'INSERT INTO search_pending (payment, message, part, attempt, name, from_byte) VALUES (?, ?, ?, ?, ?, ?)',
      rest.payment,
      rest.message,
      PART_NUMBER[rest.part],
      rest.attempt,
      rest.name,
      next,
    )
  }
  return [text]
}

function insertPiece(connection: Connection, { payment, message, part }: IndexedPart, words: string): void {
  const { rowId } = connection.run(
    'INSERT INTO search_pieces (message, part) VALUES (?, ?)',
    message,
    PART_NUMBER[part],
  )
  insertWords(connection, payment, rowId, PIECE_NUMBER[part], words)
}

function insertWords(
  connection: Connection,
  payment: number,
  number: number,
  part: number,
  words: string,
): void {
  connection.run(`INSERT INTO search (rowid, words) VALUES (${ROW_ID}, ?)`, payment, number, part, words)
}

/** Part of a message; `attempt` is everything that attempts to deliver a callback sent otherwise, and the answers. */
export type SearchPart = 'request' | 'response' | 'callback' | 'capture' | 'captureResponse' | 'attempt'

/** Together with payment and message number it makes the row id in the index of words. */
export const PART_NUMBER: Readonly<Record<SearchPart, number>> = {
  request: 0,
  response: 1,
  callback: 2,
  capture: 3,
  captureResponse: 4,
  attempt: 5,
}

/** Further pieces of messages, by the list that shows them: in the row id stands the number of the piece. */
export const PIECE_NUMBER: Readonly<Record<SearchPart, number>> = {
  callback: 5,
  attempt: 5,
  request: 6,
  response: 6,
  capture: 7,
  captureResponse: 7,
}
/** Parts of a row id from here on are pieces. */
export const FIRST_PIECE_NUMBER = 5

/** A body of which the beginning alone is indexed yet. */
type BodyName = 'own' | 'answer' | 'changed'

/** The rest of a long body that waits to be indexed. */
export interface PendingRest {
  readonly payment: number
  readonly message: number
  readonly part: SearchPart
  /** The number of the attempt, where the body is one of an attempt. */
  readonly attempt: number | null
  readonly name: BodyName
  readonly from: number
}

/**
 * Row id of a message's words: payment in the upper half, message and part in the lower. So a match says its payment
 * without reading the message. SQLite integers have 64 bits; JavaScript numbers do not.
 */
const ROW_ID = '((? << 32) | (? << 3) | ?)'

/** In place of the payment's number where a message belongs to none. */
export const NO_PAYMENT = 0

/** Captures are indexed apart from exchanges, as they are listed apart. */
export const partsOf = (
  source: ExchangeSource,
): { readonly request: SearchPart; readonly response: SearchPart } =>
  source === 'capture'
    ? { request: 'capture', response: 'captureResponse' }
    : { request: 'request', response: 'response' }

/** Reads a row of the bodies whose rest waits. */
export function readPendingRest(row: Row): PendingRest {
  const part = PARTS.find((name) => PART_NUMBER[name] === integer(row, 'part'))
  const name = BODY_NAMES.find((one) => one === textOrNull(row, 'name'))
  if (part === undefined || name === undefined)
    throw new Error('A body that waits for the index is of no known kind')
  return {
    payment: integer(row, 'payment'),
    message: integer(row, 'message'),
    part,
    attempt: integerOrNull(row, 'attempt'),
    name,
    from: integer(row, 'from_byte'),
  }
}

const PARTS = [
  'request',
  'response',
  'callback',
  'capture',
  'captureResponse',
  'attempt',
] as const satisfies SearchPart[]
const BODY_NAMES = ['own', 'answer', 'changed'] as const satisfies BodyName[]
