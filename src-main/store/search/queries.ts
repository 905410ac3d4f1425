import { FIRST_PIECE_NUMBER, PART_NUMBER, PIECE_NUMBER, type SearchPart } from './index-rows'

const PAYMENT_OF_MATCH = 'rowid >> 32'
const NUMBER_OF_MATCH = '(search.rowid & 4294967295) >> 3'
const PART_OF_MATCH = 'search.rowid & 7'
/** No message has the number 0, which a piece without its message would stand for. */
const MESSAGE_OF_MATCH = `CASE WHEN ${PART_OF_MATCH} < ${FIRST_PIECE_NUMBER} THEN ${NUMBER_OF_MATCH}
  ELSE coalesce((SELECT p.message FROM search_pieces p WHERE p.seq = ${NUMBER_OF_MATCH}), 0) END`

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
  const numbers = [...parts.filter((part) => part !== 'attempt').map((part) => PART_NUMBER[part])]
  const pieces = parts.map((part) => PIECE_NUMBER[part])
  return `SELECT ${MESSAGE_OF_MATCH} AS seq FROM search WHERE search MATCH ?
     AND ${PART_OF_MATCH} IN (${[...new Set([...numbers, ...pieces])].join(', ')})`
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
