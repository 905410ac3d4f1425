import type { ExchangeSource } from '#protocol/messages'
import { UnreadableValue } from '#store/columns'
import type { HeaderList } from '#lib/http-message/message'
import type { CallbackId } from '#domain/ids'

/** So much of a body is searched. No message of the protocol is as long, and indexing more would hold up everything else. */
const SEARCHED_BYTES = 1_048_576

/** What a body is searched by, as an expression of SQL over a column of bytes. */
export const searchedBeginning = (column: string): string => `substr(${column}, 1, ${SEARCHED_BYTES})`

export interface SearchedText {
  readonly words: readonly (string | null)[]
  readonly headers: HeaderList
  readonly body: Uint8Array
}

/** Ids, header names and values. */
export function headWords(words: readonly (string | null)[], headers: HeaderList): string {
  const parts = words.filter((word) => word !== null)
  // A line for each, so that a phrase may begin with the name and go on with the value.
  for (const [name, value] of headers) parts.push(`${name}: ${value}`)
  return parts.join('\n')
}

/** The searched text of a body. Empty for a binary one, which would only fill the index with noise. */
export function bodyWords(body: Uint8Array): string {
  try {
    // As part of a stream, because the end may be inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(body.subarray(0, SEARCHED_BYTES), {
      stream: true,
    })
  } catch {
    return ''
  }
}

/** What a callback is found by. */
export const callbackText = (callback: {
  readonly id: string
  readonly paymentId: string
  readonly targetUrl: string | null
  readonly headers: HeaderList
  readonly body: Uint8Array
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
  readonly body: Uint8Array
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
  body: searchedResponse(source, body),
})

/**
 * Every page of the form brings the same styles, two thirds of it. Nobody looks for their words, and to index them
 * would make the customer wait.
 */
function searchedResponse(source: ExchangeSource, body: Uint8Array): Uint8Array {
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
