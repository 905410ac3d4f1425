import type { HeaderList } from './message'

/** What an HTTP method or a header name consists of. */
export const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** What a header value consists of: characters that are one byte on the wire, except control characters. A tab is allowed. */
export const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** A header that cannot be written, with a sentence for people that says why and what to do. */
export interface UnwritableHeader {
  /** Position in the list. */
  readonly index: number
  readonly message: string
}

/** Finds the first header whose name or value cannot be written. Strings hold one character per byte. */
export function unwritableHeader(headers: HeaderList): UnwritableHeader | null {
  for (const [index, [name, value]] of headers.entries()) {
    if (!TOKEN.test(name)) {
      return { index, message: `"${name}" is not a valid header name. Use letters, digits and hyphens.` }
    }
    if (!FIELD_VALUE.test(value)) {
      const message = `The value of ${name} contains a line break, a control character or a character outside Latin-1. Remove or encode it.`
      return { index, message }
    }
  }
  return null
}
