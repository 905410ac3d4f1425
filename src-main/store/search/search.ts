import type { Connection } from '#store/connection'
import {
  addAttempt,
  addName,
  addText,
  clearIndex,
  PART_NUMBER,
  removeName,
  removeText,
  type SearchPart,
} from './index-writer'
import { type SearchedText, whereReadable } from './searched-text'

/**
 * The index of words over messages, and of substrings over the ids of payments. To be used in a transaction of the index.
 * Changes wait until they are saved, or until the texts that wait are long.
 */
export interface Search {
  add(payment: number, message: number, part: SearchPart, text: SearchedText): void
  /** Takes out the part; of attempts, those of all attempts of the callback. */
  remove(payment: number, message: number, part: SearchPart): void
  /** Adds the answer to an attempt, why it failed, where else it went, and a body that its callback does not hold. */
  addAttempt(attempt: number): void
  nameAdd(payment: number, paymentIdFolded: string, customerIdFolded: string): void
  nameRemove(payment: number): void
  clear(): void
  /** Works off a part of what removals left behind. */
  tidy(): void
  /** Writes what waits. */
  save(): void
  /** Forgets what waits. */
  drop(): void
}

/** Bytes of bodies that wait at most; large ones would otherwise fill the memory together. */
const MAX_WAITING_BYTES = 4_194_304

/** The texts of attempts are read from the journal; everything else is given. */
export function createSearch({
  journal,
  index,
}: {
  readonly journal: Connection
  readonly index: Connection
}): Search {
  let waiting: (() => void)[] = []
  let waitingBytes = 0
  const save = (): void => {
    const changes = waiting
    waiting = []
    waitingBytes = 0
    for (const change of changes) change()
  }
  const later = (change: () => void): void => {
    waiting.push(change)
  }
  return {
    add(payment, message, part, text) {
      later(() => {
        addText(index, { payment, message, part }, text)
      })
      waitingBytes += text.body.length
      if (waitingBytes > MAX_WAITING_BYTES) save()
    },
    remove(payment, message, part) {
      later(() => {
        removeText(index, { payment, message, part })
      })
    },
    addAttempt(attempt) {
      later(() => {
        whereReadable(() => {
          addAttempt({ journal, index }, attempt)
        })
      })
    },
    nameAdd(payment, paymentIdFolded, customerIdFolded) {
      later(() => {
        addName(index, payment, paymentIdFolded, customerIdFolded)
      })
    },
    nameRemove(payment) {
      later(() => {
        removeName(index, payment)
      })
    },
    clear() {
      later(() => {
        clearIndex(index)
      })
    },
    tidy() {
      later(() => index.run(`INSERT INTO search (search, rank) VALUES ('merge', 200)`))
    },
    save,
    drop() {
      waiting = []
      waitingBytes = 0
    },
  }
}

const PAYMENT_OF_MATCH = 'rowid >> 32'
const NUMBER_OF_MATCH = '(search.rowid & 4294967295) >> 3'
const PART_OF_MATCH = 'search.rowid & 7'
/** No message has the number 0, which an attempt without its callback would stand for. */
const MESSAGE_OF_MATCH = `CASE WHEN ${PART_OF_MATCH} <> ${PART_NUMBER.attempt} THEN ${NUMBER_OF_MATCH}
  ELSE coalesce((SELECT a.callback FROM search_attempts a WHERE a.seq = ${NUMBER_OF_MATCH}), 0) END`

/** Looks at the messages of payments from one number to another only: both are the last values of the query. */
export const WITHIN_PAYMENTS = 'AND rowid BETWEEN (? << 32) AND ((? << 32) | 4294967295)'
/** How many messages a phrase stands in, counted up to a limit: values are the phrase and the limit. */
export const COUNT_UP_TO = `SELECT count(*) AS found FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ?)`
export const COUNT_NAMES_UP_TO = `SELECT count(*) AS found FROM
  (SELECT 1 FROM payment_names WHERE payment_names MATCH ? LIMIT ?)`

/** Payments with a message in which the phrase stands. */
export const PAYMENTS_CONTAINING = `SELECT ${PAYMENT_OF_MATCH} AS seq FROM search WHERE search MATCH ? AND rowid >= 4294967296`

/** Messages in one of whose parts the phrase stands. */
export function messagesContaining(parts: readonly SearchPart[]): string {
  const numbers = parts.map((part) => PART_NUMBER[part])
  return `SELECT ${MESSAGE_OF_MATCH} AS seq FROM search WHERE search MATCH ?
     AND ${PART_OF_MATCH} IN (${numbers.join(', ')})`
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
