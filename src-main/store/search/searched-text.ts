import type { ExchangeSource } from '#protocol/messages'
import { isUtf8 } from 'node:buffer'
import { UnreadableValue } from '#store/columns'
import type { HeaderList } from '#lib/http-message/message'
import type { CallbackId } from '#domain/ids'

/** So much of a body is indexed with its message; indexing all of a long one would hold up everything else. */
const INDEXED_AT_ONCE_BYTES = 65_536

/** The rest of a long body is indexed in pieces of this size. */
const PIECE_BYTES = 65_536

/** Pieces overlap, so that a phrase is found where one ends and the next begins. */
const OVERLAP_BYTES = 512

/** A word that is longer than this may be cut. */
const MAX_WORD_BYTES = 1024

/** Bodies that are longer are read in parts, so that many at once don't fill the memory; of the rest this much at once. */
export const READ_WHOLE_BYTES = 1_048_576

/** Of a longer body this much is read with its message: what is indexed at once, and room for a word at its end. */
const READ_AT_ONCE_BYTES = INDEXED_AT_ONCE_BYTES + MAX_WORD_BYTES

/**
 * What a body is searched by.
 * @param column of bytes
 * @returns an expression of SQL: the body, or the beginning of a long one
 */
export const searchedBeginning = (column: string): string =>
  `CASE WHEN length(${column}) > ${READ_WHOLE_BYTES} THEN substr(${column}, 1, ${READ_AT_ONCE_BYTES}) ELSE ${column} END`

/** A body, or a part of a long one. */
export interface SearchedBody {
  readonly bytes: Uint8Array
  /** Where the part begins in the body. */
  readonly start: number
  /** Length of the whole body, bytes. */
  readonly length: number
}

/** A body that is known whole. */
export const wholeBody = (body: Uint8Array): SearchedBody => ({ bytes: body, start: 0, length: body.length })

export interface SearchedText {
  readonly words: readonly (string | null)[]
  readonly headers: HeaderList
  readonly body: SearchedBody
}

/** Some of a body, and where the next piece begins: null where this is the last one. */
export interface Piece {
  readonly text: string
  readonly next: number | null
}

/** Ids, header names and values. */
export function headWords(words: readonly (string | null)[], headers: HeaderList): string {
  const parts = words.filter((word) => word !== null)
  // A line for each, so that a phrase may begin with the name and go on with the value.
  for (const [name, value] of headers) parts.push(`${name}: ${value}`)
  return parts.join('\n')
}

/** Binary bodies would only fill the index with noise. A long body is judged by its beginning. */
export function isSearched({ bytes, length }: SearchedBody): boolean {
  const judged = bytes.length === length ? bytes : bytes.subarray(0, endOfPiece(bytes, INDEXED_AT_ONCE_BYTES))
  return length > 0 && isUtf8(judged)
}

/** The beginning of a body that is text. */
export const firstPiece = (body: SearchedBody): Piece => piece(body, 0, INDEXED_AT_ONCE_BYTES)

/** What follows, from the byte that the piece before named. */
export const nextPiece = (body: SearchedBody, from: number): Piece => piece(body, from, PIECE_BYTES)

/** Whether a part of a body has the whole piece that begins at this byte. */
export const hasPiece = ({ bytes, start, length }: SearchedBody, from: number): boolean =>
  from >= start && Math.min(from + PIECE_BYTES, length) <= start + bytes.length

function piece({ bytes, start, length }: SearchedBody, from: number, most: number): Piece {
  const end = endOfPiece(bytes, from - start + most)
  return {
    text: new TextDecoder().decode(bytes.subarray(from - start, end)),
    next: start + end === length ? null : start + startBehind(bytes, end),
  }
}

/** Behind the last whole word before the limit; never inside a character. */
function endOfPiece(body: Uint8Array, limit: number): number {
  if (limit >= body.length) return body.length
  for (let at = limit; at > limit - MAX_WORD_BYTES; at -= 1) if (isBreak(body[at - 1])) return at
  return startOfCharacter(body, limit)
}

/** A whole word before the end of the piece, where one begins there. */
function startBehind(body: Uint8Array, end: number): number {
  for (let at = end - OVERLAP_BYTES; at < end; at += 1) if (isBreak(body[at - 1])) return at
  return startOfCharacter(body, end - OVERLAP_BYTES)
}

/** ASCII that belongs to no word. */
function isBreak(byte: number | undefined): boolean {
  return byte !== undefined && byte < 0x80 && !/[0-9A-Za-z]/.test(String.fromCharCode(byte))
}

function startOfCharacter(body: Uint8Array, at: number): number {
  let start = at
  while (((body[start] ?? 0) & 0xc0) === 0x80) start -= 1
  return start
}

/** What a callback is found by. */
export const callbackText = (callback: {
  readonly id: string
  readonly paymentId: string
  readonly targetUrl: string | null
  readonly headers: HeaderList
  readonly body: SearchedBody
}): SearchedText => ({
  words: [callback.id, callback.paymentId, callback.targetUrl],
  headers: callback.headers,
  body: callback.body,
})

/** What a request is found by. */
export const requestText = (exchange: {
  readonly id: string
  readonly method: string
  readonly target: string
  readonly paymentId: string | null
  readonly callbackId: CallbackId | null
  readonly headers: HeaderList
  readonly body: SearchedBody
}): SearchedText => ({
  words: [exchange.id, exchange.method, exchange.target, exchange.paymentId, exchange.callbackId],
  headers: exchange.headers,
  body: exchange.body,
})

/** What the answer to a request is found by. */
export const responseText = (
  source: ExchangeSource,
  headers: HeaderList,
  body: Uint8Array,
): SearchedText => ({
  words: [],
  headers,
  body: wholeBody(searchedResponse(source, body)),
})

/**
 * Every page of the form brings the same styles, two thirds of it. Nobody looks for their words, and to index them
 * would make the customer wait.
 */
export function searchedResponse(source: ExchangeSource, body: Uint8Array): Uint8Array {
  if (source !== 'form') return body
  const page = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const start = page.indexOf('<style')
  const end = start < 0 ? -1 : page.indexOf('</style>', start)
  return end < 0 ? body : Buffer.concat([page.subarray(0, start), page.subarray(end)])
}

/** A damaged row has no text; its list says that it is damaged. */
export function whereReadable(indexText: () => void): void {
  try {
    indexText()
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error
  }
}
