import { bytesOrNull, integer, integerOrNull, textOrNull } from './columns'
import type { Connection, Row } from './connection'
import type { Participant } from './group'
import { headerPairsOrNull } from './json-columns'
import type { ExchangeSource } from './records'
import { firstPiece, headWords, isSearched, nextPiece, type SearchedText } from './searched-text'

/** Part of a message; `attempt` is everything that attempts to deliver a callback sent otherwise, and the answers. */
export type SearchPart = 'request' | 'reply' | 'callback' | 'capture' | 'captureReply' | 'attempt'

/** Together with payment and message number it makes the row id in the index of words. */
const PART_NUMBER: Readonly<Record<SearchPart, number>> = {
  request: 0,
  reply: 1,
  callback: 2,
  capture: 3,
  captureReply: 4,
  attempt: 5,
}

/** Further pieces of messages, by the list that shows them: in the row id stands the number of the piece. */
const PIECE_NUMBER: Readonly<Record<SearchPart, number>> = {
  callback: 5,
  attempt: 5,
  request: 6,
  reply: 6,
  capture: 7,
  captureReply: 7,
}
const FIRST_PIECE_NUMBER = 5

/** A body of which the beginning alone is indexed yet. */
export type BodyName = 'own' | 'answer' | 'changed'

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
 * Row id of a message's words: payment in the upper half, message and part in the lower. So a match tells its payment
 * without a look at the message. SQLite integers have 64 bits; JavaScript numbers do not.
 */
const ROW_ID = '((? << 32) | (? << 3) | ?)'
const PAYMENT_OF_MATCH = 'rowid >> 32'
const NUMBER_OF_MATCH = '(search.rowid & 4294967295) >> 3'
const PART_OF_MATCH = 'search.rowid & 7'
/** No message has the number 0, which a piece without its message would stand for. */
const MESSAGE_OF_MATCH = `CASE WHEN ${PART_OF_MATCH} < ${FIRST_PIECE_NUMBER} THEN ${NUMBER_OF_MATCH}
  ELSE coalesce((SELECT p.message FROM search_pieces p WHERE p.seq = ${NUMBER_OF_MATCH}), 0) END`

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
export function messagesThatSay(parts: readonly SearchPart[]): string {
  const numbers = [...parts.filter((part) => part !== 'attempt').map((part) => PART_NUMBER[part])]
  const pieces = parts.map((part) => PIECE_NUMBER[part])
  return `SELECT ${MESSAGE_OF_MATCH} AS seq FROM search WHERE search MATCH ?
     AND ${PART_OF_MATCH} IN (${[...new Set([...numbers, ...pieces])].join(', ')})`
}

/**
 * The index of words over messages, and of substrings over the ids of payments. Changes wait until the group commits
 * or a list is asked for: the index writes out what it gathered at every savepoint, which would cost more than all the
 * rest of a write.
 */
export interface Search extends Participant {
  add(payment: number, message: number, part: SearchPart, text: SearchedText): void
  /** Takes out the part with all of its pieces. */
  remove(payment: number, message: number, part: SearchPart): void
  /** Adds the answer to an attempt, why it failed, where else it went, and a body that its callback does not hold. */
  addAttempt(attempt: number): void
  /** Adds the next piece of a body that was waiting, to be taken from its present content. */
  addRest(rest: number, body: Uint8Array): void
  nameAdd(payment: number, paymentIdFolded: string, customerIdFolded: string): void
  nameRemove(payment: number): void
  clear(): void
  /** Works off a part of what removals left behind. */
  tidy(): void
}

/** `onRest` is told of every long body whose rest is to be indexed later. */
export function createSearch(connection: Connection, onRest: () => void = () => undefined): Search {
  let waiting: (() => void)[] = []

  const insert = (payment: number, number: number, part: number, words: string): void => {
    connection.run(`INSERT INTO search (rowid, words) VALUES (${ROW_ID}, ?)`, payment, number, part, words)
  }

  const insertPiece = (payment: number, message: number, part: SearchPart, words: string): void => {
    const { rowId } = connection.run(
      'INSERT INTO search_pieces (message, part) VALUES (?, ?)',
      message,
      PART_NUMBER[part],
    )
    insert(payment, rowId, PIECE_NUMBER[part], words)
  }

  /** The beginning of a body; its rest is put down for later. */
  const beginningOf = (body: Uint8Array | null, rest: Omit<PendingRest, 'from'>): readonly string[] => {
    if (body === null || !isSearched(body)) return []
    const { text, next } = firstPiece(body)
    if (next !== null) {
      connection.run(
        'INSERT INTO search_pending (payment, message, part, attempt, name, from_byte) VALUES (?, ?, ?, ?, ?, ?)',
        rest.payment,
        rest.message,
        PART_NUMBER[rest.part],
        rest.attempt,
        rest.name,
        next,
      )
      onRest()
    }
    return [text]
  }

  const indexAttempt = (seq: number): void => {
    const row = connection.get(
      `SELECT a.callback, a.answer_headers, a.answer_body, a.failure_code, a.failure_message, a.request_body,
         a.certificate_fault, nullif(a.target_url, c.target_url) AS other_target, c.payment FROM attempts a JOIN callbacks c ON c.seq = a.callback WHERE a.seq = ?`,
      seq,
    )
    // It may have been removed in the same turn.
    if (row === undefined) return
    const message = integer(row, 'callback')
    const payment = integerOrNull(row, 'payment') ?? NO_PAYMENT
    const of = { payment, message, part: 'attempt', attempt: seq } as const
    const words = [
      headWords(
        ['other_target', 'failure_code', 'failure_message', 'certificate_fault'].map((column) =>
          textOrNull(row, column),
        ),
        answerHeaders(row),
      ),
      ...beginningOf(bytesOrNull(row, 'answer_body'), { ...of, name: 'answer' }),
      ...beginningOf(bytesOrNull(row, 'request_body'), { ...of, name: 'changed' }),
    ]
    insertPiece(payment, message, 'attempt', words.join('\n'))
  }

  const indexRest = (seq: number, body: Uint8Array): void => {
    const row = connection.get('SELECT * FROM search_pending WHERE seq = ?', seq)
    if (row === undefined) return
    const { payment, message, part, from } = readPendingRest(row)
    const { text, next } = nextPiece(body, from)
    insertPiece(payment, message, part, text)
    if (next === null) connection.run('DELETE FROM search_pending WHERE seq = ?', seq)
    else connection.run('UPDATE search_pending SET from_byte = ? WHERE seq = ?', next, seq)
  }

  const removePieces = (payment: number, message: number, part: SearchPart): void => {
    const of = [message, PART_NUMBER[part]] as const
    for (const row of connection.all('SELECT seq FROM search_pieces WHERE message = ? AND part = ?', ...of)) {
      const seq = integer(row, 'seq')
      connection.run(`DELETE FROM search WHERE rowid = ${ROW_ID}`, payment, seq, PIECE_NUMBER[part])
      connection.run('DELETE FROM search_pieces WHERE seq = ?', seq)
    }
    connection.run('DELETE FROM search_pending WHERE message = ? AND part = ?', ...of)
  }

  return {
    add(payment, message, part, { words, headers, body }) {
      waiting.push(() => {
        const rest = { payment, message, part, attempt: null, name: 'own' } as const
        const text = [headWords(words, headers), ...beginningOf(body, rest)].join('\n')
        insert(payment, message, PART_NUMBER[part], text)
      })
    },
    remove(payment, message, part) {
      waiting.push(() => {
        if (part !== 'attempt') {
          connection.run(`DELETE FROM search WHERE rowid = ${ROW_ID}`, payment, message, PART_NUMBER[part])
        }
        removePieces(payment, message, part)
      })
    },
    addAttempt(attempt) {
      waiting.push(() => {
        indexAttempt(attempt)
      })
    },
    addRest(rest, body) {
      waiting.push(() => {
        indexRest(rest, body)
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
        for (const table of ['search_pieces', 'search_pending', 'search_catch_up']) {
          connection.run(`DELETE FROM ${table}`)
        }
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

/** Captures are indexed apart from exchanges, as they are listed apart. */
export const partsOf = (
  door: ExchangeSource,
): { readonly request: SearchPart; readonly reply: SearchPart } =>
  door === 'capture' ? { request: 'capture', reply: 'captureReply' } : { request: 'request', reply: 'reply' }

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
  'reply',
  'callback',
  'capture',
  'captureReply',
  'attempt',
] as const satisfies SearchPart[]
const BODY_NAMES = ['own', 'answer', 'changed'] as const satisfies BodyName[]

const answerHeaders = (row: Row) => headerPairsOrNull(row, 'answer_headers') ?? []

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
