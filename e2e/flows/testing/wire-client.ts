import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { isRecord, type JsonRecord } from './signer'

/** A response as it came over a real socket. */
export interface WireResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly bytes: Buffer
  readonly text: string
  /** The body read as a JSON object; throws if it is not one. */
  readonly json: JsonRecord
}

/** Sends one request over its own connection; rejects if no response comes. */
export function exchange(
  url: string,
  options: {
    readonly method?: string
    /** Path and query to send exactly as they are, because a URL would be normalised. */
    readonly target?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
    /** Certificate of the authority to trust, PEM. */
    readonly ca?: string
  } = {},
): Promise<WireResponse> {
  const { method = 'POST', target, body, ca } = options
  // Node's client omits the length for methods that rarely have a body.
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const headers = { ...options.headers, ...length }
  const request = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const place = target === undefined ? {} : { path: target }
    const outgoing = request(url, { method, headers, agent: false, ca, ...place }, (incoming) => {
      buffer(incoming).then((bytes) => {
        const text = bytes.toString('utf8')
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          bytes,
          text,
          get json() {
            const value: unknown = JSON.parse(text)
            if (!isRecord(value)) throw new Error(`Not a JSON object: ${text.slice(0, 200)}`)
            return value
          },
        })
      }, reject)
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
