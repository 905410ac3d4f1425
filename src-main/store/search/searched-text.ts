import type { ExchangeSource } from '#protocol/messages'
import { UnreadableValue } from '#store/columns'
import type { HeaderList } from '#lib/http-message/message'

/** How much of a body is searched: no message of the protocol is longer, and indexing takes time. */
const SEARCHED_BYTES = 1_048_576

/** An SQL expression for the searched part of a column of bytes. */
export const searchedBeginning = (column: string): string => `substr(${column}, 1, ${SEARCHED_BYTES})`

export interface SearchedText {
  readonly words: readonly (string | null)[]
  readonly headers: HeaderList
  readonly body: Uint8Array
}

export function headWords(words: readonly (string | null)[], headers: HeaderList): string {
  const parts = words.filter((word) => word !== null)
  // One line each, so that a phrase may begin with the name and continue with the value.
  for (const [name, value] of headers) parts.push(`${name}: ${value}`)
  return parts.join('\n')
}

/** The text of a body; empty for a binary body, which would only fill the index with noise. */
export function bodyWords(body: Uint8Array): string {
  try {
    // Decoded as a stream, because the last character may be cut off.
    return new TextDecoder('utf-8', { fatal: true }).decode(body.subarray(0, SEARCHED_BYTES), {
      stream: true,
    })
  } catch {
    return ''
  }
}

/** A response body without the styles of a form page: they never change, and indexing them would delay the customer. */
export function searchedResponse(source: ExchangeSource, body: Uint8Array): Uint8Array {
  if (source !== 'form') return body
  const page = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const start = page.indexOf('<style')
  const end = start < 0 ? -1 : page.indexOf('</style>', start)
  return end < 0 ? body : Buffer.concat([page.subarray(0, start), page.subarray(end)])
}

/** Skips the texts of a damaged row; the list that contains the row reports the damage. */
export function whereReadable(indexText: () => void): void {
  try {
    indexText()
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error
  }
}
