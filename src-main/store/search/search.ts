import type { Connection } from '#store/connection'
import { addAttempt, addText, PART_NUMBER, removeText, type SearchPart } from './index-writer'
import { type SearchedText, whereReadable } from './searched-text'

/**
 * The index of the words of messages, and of substrings of payment and customer ids. Use it in a transaction on
 * the index. Changes are buffered until `save` is called, or until their bodies exceed a total size.
 */
export type Search = ReturnType<typeof createSearch>

const INSERT_NAMES = 'INSERT INTO payment_names (rowid, payment_id, customer_id) VALUES (?, ?, ?)'

/** Above this size, changes are saved at once, so that waiting bodies do not fill the memory. */
const MAX_WAITING_BYTES = 4_194_304

/** The texts of attempts are read from the journal; all others are passed in. */
export function createSearch({ journal, index }: Readonly<Record<'journal' | 'index', Connection>>) {
  let waiting: (() => unknown)[] = []
  let waitingBytes = 0
  const save = (): void => {
    const changes = waiting
    waiting = []
    waitingBytes = 0
    for (const change of changes) change()
  }
  const defer =
    <Given extends readonly unknown[]>(change: (...given: Given) => unknown) =>
    (...given: Given): void => {
      waiting.push(() => change(...given))
    }
  return {
    add(payment: number, message: number, part: SearchPart, text: SearchedText): void {
      waiting.push(() => addText(index, { payment, message, part }, text))
      waitingBytes += text.body.length
      if (waitingBytes > MAX_WAITING_BYTES) save()
    },
    /** For attempts, removes the words of all attempts of the callback. */
    remove: defer((payment: number, message: number, part: SearchPart) =>
      removeText(index, { payment, message, part }),
    ),
    /** Adds an attempt's response and errors; its target and body only if they differ from the callback's. */
    addAttempt: defer((attempt: number) => whereReadable(() => addAttempt({ journal, index }, attempt))),
    nameAdd: defer((payment: number, paymentIdFolded: string, customerIdFolded: string) =>
      index.run(INSERT_NAMES, payment, paymentIdFolded, customerIdFolded),
    ),
    nameRemove: defer((payment: number) => index.run('DELETE FROM payment_names WHERE rowid = ?', payment)),
    clear: defer(() => {
      index.run(`INSERT INTO search (search) VALUES ('delete-all')`)
      index.run(`INSERT INTO payment_names (payment_names) VALUES ('delete-all')`)
      for (const table of ['search_attempts', 'search_catch_up']) index.run(`DELETE FROM ${table}`)
    }),
    /** Merges some parts of the index, which discards removed entries. */
    tidy: defer(() => index.run(`INSERT INTO search (search, rank) VALUES ('merge', 200)`)),
    save,
    drop(): void {
      waiting = []
      waitingBytes = 0
    },
  }
}

const PAYMENT_OF_MATCH = 'rowid >> 32'
const NUMBER_OF_MATCH = '(search.rowid & 4294967295) >> 3'
const PART_OF_MATCH = 'search.rowid & 7'
/** The number 0, which no message has, stands for an attempt whose callback is not found. */
const MESSAGE_OF_MATCH = `CASE WHEN ${PART_OF_MATCH} <> ${PART_NUMBER.attempt} THEN ${NUMBER_OF_MATCH}
  ELSE coalesce((SELECT a.callback FROM search_attempts a WHERE a.seq = ${NUMBER_OF_MATCH}), 0) END`

export const PAYMENTS_CONTAINING = `SELECT ${PAYMENT_OF_MATCH} AS seq FROM search WHERE search MATCH ? AND rowid >= 4294967296`

/** Messages with the phrase in one of these parts. */
export function messagesContaining(parts: readonly SearchPart[]): string {
  const numbers = parts.map((part) => PART_NUMBER[part])
  return `SELECT ${MESSAGE_OF_MATCH} AS seq FROM search WHERE search MATCH ?
     AND ${PART_OF_MATCH} IN (${numbers.join(', ')})`
}

/** A phrase whose last word may continue: `order 17` finds "order-1704". */
export function wordPhrase(text: string): string {
  const phrase = quoted(text)
  const lastWord = /[\p{L}\p{N}]+$/u.exec(text)?.[0] ?? ''
  // A single letter begins so many words that gathering them takes too long.
  return /^.{2}/su.test(lastWord) ? `${phrase} *` : phrase
}

/** A phrase for a part of a payment or customer id; null if the text is too short for the index of substrings. */
export function namePhrase(text: string, column?: 'payment_id' | 'customer_id'): string | null {
  if (!/^.{3}/su.test(text)) return null
  return column === undefined ? quoted(text.toLowerCase()) : `${column} : ${quoted(text.toLowerCase())}`
}

/** Quotes a text for FTS5, so that no character in it is special. NUL would end the query. */
export const quoted = (text: string): string => `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`

/** Pattern for `LIKE … ESCAPE '\'` that finds the text anywhere. */
export const anywhere = (text: string): string => `%${escapeLike(text)}%`
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
