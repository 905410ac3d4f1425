/**
 * What crossed a socket, as it was. Header names, header values and request targets are strings with exactly one
 * character per byte (latin1), so nothing is lost: `Buffer.from(value, 'latin1')` gives the bytes back and
 * {@link headerText} reads them as UTF-8 for people.
 */
export type RawHeaders = readonly (readonly [name: string, value: string])[]

/** Which of our listeners a message came to. */
export type ListenerName = 'platform' | 'merchant'

/** A request whose head could be read, whatever version it claims. */
export interface ReceivedRequest {
  readonly listener: ListenerName
  readonly method: string
  /** The request target as written in the start line: path with query, absolute URL, authority or `*`. */
  readonly target: string
  /** For instance `1.1`. */
  readonly httpVersion: string
  /** For instance `TLSv1.3`; null on a plain connection. */
  readonly tlsVersion: string | null
  /** Original case, order and duplicates; one character per byte. */
  readonly rawHeaders: RawHeaders
  /** Fields after the last chunk; absent where there were none. */
  readonly rawTrailers?: RawHeaders
  /** The body without its chunked framing. */
  readonly body: Uint8Array
  readonly remoteAddress: string
  /** The caller's port; 0 where the connection was gone before it could be read. */
  readonly remotePort: number
  /** Wall time, milliseconds since 1970, at which the head was complete. */
  readonly receivedAtWallMs: number
  /** True where the body is only the first part of what was sent or announced. */
  readonly truncated?: boolean
}

/** A request in a version we speak. HTTP/1.0 is passed on: whether it is welcome is decided elsewhere (contract 1). */
export interface RawRequest extends ReceivedRequest {
  readonly httpVersion: '1.0' | '1.1'
}

/** An answer to write. Strings hold one character per byte, as in {@link RawHeaders}. */
export interface RawReply {
  readonly status: number
  readonly headers: RawHeaders
  readonly body: Uint8Array
}

/** What becomes of a request. Delays are real milliseconds. */
export type RawReaction =
  | { readonly kind: 'reply'; readonly reply: RawReply; readonly delayMs: number }
  /** Nothing is written; the connection stays until the other side ends it. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset'; readonly delayMs: number }

/** What was written in the end: the reply completed with the fields that the connection needs. */
export interface SentReply {
  readonly reply: RawReply
  /** False where the connection ended before the whole reply was handed to the operating system. */
  readonly delivered: boolean
}

/** Turns node's flat list (name, value, name, value, ...) into pairs. */
export function pairHeaders(flat: readonly string[]): RawHeaders {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < flat.length; index += 2) {
    pairs.push([flat[index] ?? '', flat[index + 1] ?? ''])
  }
  return pairs
}

/** Every value of a header field, in order; the name in any case. */
export function headerValues(headers: RawHeaders, name: string): readonly string[] {
  const wanted = name.toLowerCase()
  return headers.filter(([candidate]) => candidate.toLowerCase() === wanted).map(([, value]) => value)
}

/** A header value or target for people: its bytes as UTF-8 where they are UTF-8, else as latin1. */
export function headerText(value: string): string {
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return value
  }
}
