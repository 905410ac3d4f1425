/**
 * HTTP messages as they were on the wire. Header names, header values and request targets are strings with exactly one
 * character per byte (latin1), so nothing is lost: `Buffer.from(value, 'latin1')` gives the bytes back.
 */

export type HeaderField = readonly [name: string, value: string]

/** Header fields in their original case and order, duplicates included; one character per byte. */
export type HeaderList = readonly HeaderField[]

export interface HttpRequest {
  readonly method: string
  /** The request target as written in the start line: path with query, absolute URL, authority or `*`. */
  readonly target: string
  /** For instance `1.1`. */
  readonly httpVersion: string
  readonly headers: HeaderList
  /** The body without its chunked framing. */
  readonly body: Uint8Array
}

/** A request whose head could be read, as one of our listeners received it. */
export interface ReceivedRequest extends HttpRequest {
  /** For instance `TLSv1.3`; null on a plain connection. */
  readonly tlsVersion: string | null
  /** Fields after the last chunk; absent where there were none. */
  readonly trailers?: HeaderList
  readonly remoteAddress: string
  /** The caller's port; 0 where the connection was gone before it could be read. */
  readonly remotePort: number
  /** Wall time, milliseconds since 1970, at which the head was complete. */
  readonly receivedAtWallMs: number
  /** True where the body is only the first part of what was sent or announced. */
  readonly truncated?: boolean
}

/** A request with an acceptable head, read to its end or to the limits of its listener. */
export interface IntakeRequest extends ReceivedRequest {
  /** The body is longer than the limit; `body` holds its beginning. */
  readonly tooLarge: boolean
  /** The target is longer than the limit (contract 7.1). */
  readonly targetTooLong: boolean
  /**
   * Adds the fields that the listener would write now (`Content-Length`, `Date`, `Connection`). The listener writes the
   * object that this returns, unless the connection has changed since.
   */
  readonly completed: (response: HttpResponse) => HttpResponse
}

/** A request to the merchant's listener, which takes a target of any length. */
export type CapturedRequest = Omit<IntakeRequest, 'tooLarge' | 'targetTooLong'>

export interface HttpResponse {
  readonly status: number
  readonly headers: HeaderList
  readonly body: Uint8Array
}

/** A response that was read from a connection. */
export interface ReceivedResponse extends HttpResponse {
  /** For instance `1.1`. */
  readonly httpVersion: string
  /** What follows the status code, as it came; absent where it was not kept. */
  readonly reasonPhrase?: string
  /** True where the body had more bytes than were kept. */
  readonly truncated: boolean
}

/** How a listener reacts to a request. Delays are real milliseconds. */
export type Reaction =
  | { readonly kind: 'response'; readonly response: HttpResponse; readonly delayMs: number }
  /** Nothing is written; the connection stays open until the other side ends it. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset'; readonly delayMs: number }

/** What was written: the response, completed with the fields that the connection needs. */
export interface WrittenResponse {
  readonly response: HttpResponse
  /** False where the connection ended before the whole response was handed to the operating system. */
  readonly delivered: boolean
}

/** Turns node's flat list (name, value, name, value, ...) into pairs. */
export function headerList(flat: readonly string[]): HeaderList {
  const fields: HeaderField[] = []
  for (let index = 0; index + 1 < flat.length; index += 2) {
    fields.push([flat[index] ?? '', flat[index + 1] ?? ''])
  }
  return fields
}

/** Header fields by their names in lower case; the values of a repeated field are joined by `, ` (RFC 9110 5.3). */
export function headersByName(headers: HeaderList): Readonly<Record<string, string>> {
  const values = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const earlier = values.get(key)
    values.set(key, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries(values)
}

/** Every value of a header field, in order; the name in any case. */
export function headerValues(headers: HeaderList, name: string): readonly string[] {
  const wanted = name.toLowerCase()
  return headers.filter(([candidate]) => candidate.toLowerCase() === wanted).map(([, value]) => value)
}
