/** Text has one character per byte (latin1): `Buffer.from(value, 'latin1')` restores the bytes. */

export type HeaderField = readonly [name: string, value: string]

/** In original case and order, duplicates included. */
export type HeaderList = readonly HeaderField[]

export interface HttpRequest {
  readonly method: string
  /** As written in the start line: path with query, absolute URL, authority or `*`. */
  readonly target: string
  /** For instance `1.1`. */
  readonly httpVersion: string
  readonly headers: HeaderList
  /** The body without its chunked framing. */
  readonly body: Uint8Array
}

export interface ReceivedRequest extends HttpRequest {
  /** For instance `TLSv1.3`; null on a plain connection. */
  readonly tlsVersion: string | null
  readonly trailers?: HeaderList
  readonly remoteAddress: string
  /** 0 if the connection was closed before the port could be read. */
  readonly remotePort: number
  /** Wall time, epoch milliseconds, when the head was complete. */
  readonly receivedAtWallMs: number
  /** `body` is only the beginning of the sent or announced body. */
  readonly truncated?: boolean
}

/** A request that was read to its end or to the limits of its listener. */
export interface IntakeRequest extends ReceivedRequest {
  /** `body` holds only the beginning. */
  readonly tooLarge: boolean
  /** `target` is longer than the limit (contract 7.1). */
  readonly targetTooLong: boolean
  /** Adds the fields that the listener would write at this moment (`Content-Length`, `Date`, `Connection`). */
  readonly completed: (response: HttpResponse) => HttpResponse
}

/** The merchant's listener accepts targets of any length. */
export type CapturedRequest = Omit<IntakeRequest, 'tooLarge' | 'targetTooLong'>

export interface HttpResponse {
  readonly status: number
  readonly headers: HeaderList
  readonly body: Uint8Array
}

export interface ReceivedResponse extends HttpResponse {
  /** For instance `1.1`. */
  readonly httpVersion: string
  /** Absent if it was not kept. */
  readonly reasonPhrase?: string
  readonly truncated: boolean
}

/** How a listener reacts to a request. Delays are in milliseconds of wall time. */
export type Reaction =
  | { readonly kind: 'response'; readonly response: HttpResponse; readonly delayMs: number }
  /** Nothing is written; the connection stays open until the peer closes it. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset'; readonly delayMs: number }

/** The response as written, with the fields that the connection needs. */
export interface WrittenResponse {
  readonly response: HttpResponse
  /** False if the connection ended before the operating system had the full response. */
  readonly delivered: boolean
}

/** Pairs up Node's flat list (name, value, name, value, ...). */
export function headerList(flat: readonly string[]): HeaderList {
  const fields: HeaderField[] = []
  for (let index = 0; index + 1 < flat.length; index += 2) {
    fields.push([flat[index] ?? '', flat[index + 1] ?? ''])
  }
  return fields
}

/** The values by name in lower case; repeated values are joined by `, ` (RFC 9110 5.3). */
export function headersByName(headers: HeaderList): Readonly<Record<string, string>> {
  const values = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const earlier = values.get(key)
    values.set(key, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries(values)
}

/** All values of a header, in order; `name` may be in any case. */
export function headerValues(headers: HeaderList, name: string): readonly string[] {
  const wanted = name.toLowerCase()
  return headers.filter(([candidate]) => candidate.toLowerCase() === wanted).map(([, value]) => value)
}
