import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { decodeUtf8 } from '../../lib/bytes/utf8'
import { headerList, type HeaderList } from '../../lib/http-message/message'

export interface HttpRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface HttpResponse {
  readonly status: number
  /** As it came: `HTTP/1.1 200 OK`. */
  readonly startLine: string
  /** The fields in their order, as they came. */
  readonly fields: HeaderList
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The body where it is not UTF-8; `text` then has U+FFFD for what cannot be read. */
  readonly bytes?: Uint8Array
}

export type SendHttp = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>

/** Nothing accepted the connection. The message names host and port, as a clause. */
export class RefusedConnection extends Error {
  override readonly name = 'RefusedConnection'
  constructor(url: string) {
    super(`nothing listens at ${new URL(url).host}`)
  }
}

const MAX_RESPONSE_BYTES = 16_777_216
const RESPONSE_TIMEOUT_MS = 30_000

/**
 * Sends a request over a connection of its own; redirects are not followed.
 * @throws RefusedConnection where nothing listens
 * @throws Error where no whole response comes within 30 s, or one of more than 16 MiB
 */
export const sendHttp: SendHttp = ({ url, method, headers, body }, signal) =>
  new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? httpsRequest : httpRequest
    const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const options = {
      method,
      headers: { ...headers, ...length },
      agent: false,
      signal,
      timeout: RESPONSE_TIMEOUT_MS,
    }
    const outgoing = request(url, options, (incoming) => {
      const chunks: Buffer[] = []
      let size = 0
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_RESPONSE_BYTES)
          outgoing.destroy(new Error(`The response of ${url} is larger than 16 MiB.`))
        else chunks.push(chunk)
      })
      incoming.once('error', reject)
      incoming.once('end', () => {
        const named = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const)
        const { statusCode = 0, statusMessage = '', httpVersion, rawHeaders } = incoming
        const body = Buffer.concat(chunks)
        const text = decodeUtf8(body)
        resolve({
          status: statusCode,
          startLine: `HTTP/${httpVersion} ${statusCode} ${statusMessage}`.trimEnd(),
          fields: headerList(rawHeaders),
          headers: Object.fromEntries(named),
          text: text ?? body.toString('utf8'),
          ...(text === undefined ? { bytes: body } : {}),
        })
      })
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error(`${url} did not respond within 30 s.`)))
    outgoing.once('error', (error) => {
      reject(isRefusal(error) ? new RefusedConnection(url) : error)
    })
    outgoing.end(body ?? undefined)
  })

/** Also of a name with several addresses, none of which accepted the connection: such an error has no message. */
const isRefusal = (error: Error): boolean => 'code' in error && error.code === 'ECONNREFUSED'
