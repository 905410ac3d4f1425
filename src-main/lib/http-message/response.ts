import { encodeUtf8 } from '#lib/bytes/utf8'
import { type HeaderList, headerValues, type HttpResponse } from './message'

interface ResponseContext {
  readonly method: string
  readonly keepAlive: boolean
  /** Idle timeout of the connection in milliseconds; announced to the client. */
  readonly keepAliveMs: number
  readonly nowMs: number
}

/** Adds what Node would add: `Content-Length`, `Date`, `Connection`. Removes the body for HEAD, 204 and 304. */
export function completeResponse(response: HttpResponse, context: ResponseContext): HttpResponse {
  const headers: (readonly [string, string])[] = [...response.headers]
  const isAbsent = (name: string): boolean => headerValues(headers, name).length === 0
  const isBodyless = response.status === 204 || response.status === 304
  if (!isBodyless && isAbsent('content-length') && isAbsent('transfer-encoding')) {
    headers.push(['Content-Length', String(response.body.byteLength)])
  }
  if (isAbsent('date')) headers.push(['Date', new Date(context.nowMs).toUTCString()])
  if (isAbsent('connection')) {
    headers.push(['Connection', context.keepAlive ? 'keep-alive' : 'close'])
    if (context.keepAlive) {
      headers.push(['Keep-Alive', `timeout=${Math.floor(context.keepAliveMs / 1000)}`])
    }
  }
  return {
    status: response.status,
    headers,
    body: isBodyless || context.method === 'HEAD' ? new Uint8Array(0) : response.body,
  }
}

export function asksToClose(response: HttpResponse): boolean {
  return headerValues(response.headers, 'connection').some((value) => /\bclose\b/i.test(value))
}

/** Compact JSON in UTF-8, with as few escapes as possible. */
export function jsonResponse(
  status: number,
  value: unknown,
  headers: HttpResponse['headers'] = [],
): HttpResponse {
  return {
    status,
    headers: [['Content-Type', 'application/json; charset=utf-8'], ...headers],
    body: encodeUtf8(JSON.stringify(value)),
  }
}

/**
 * The union error shape (contract 3.7), accepted by readers of a single error and by readers of an error list.
 * `code` is a result code of contract 4.5; `field` is empty if no field of the body is to blame.
 */
export function errorResponse(
  status: number,
  code: number,
  message: string,
  { field = '', constraint = 'format' }: { readonly field?: string; readonly constraint?: string } = {},
): HttpResponse {
  return jsonResponse(status, {
    status: 'error',
    code: String(code),
    message,
    errors: [{ code, message, field, constraint }],
  })
}

/** Result code `Malformed request` (contract 4.5), for refusals without a more specific code. */
export const MALFORMED_REQUEST = 702
/** Result code `Access denied` (contract 4.5). */
export const ACCESS_DENIED = 303
/** Result code `Internal error` (contract 4.5, 5.1). */
export const INTERNAL_ERROR = 501

export const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** A header value: one-byte characters except controls; tabs are allowed. */
export const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** `message` says why the header cannot be written and what to do. */
interface UnwritableHeader {
  readonly index: number
  readonly message: string
}

/** Finds the first header that cannot be written. Strings hold one character per byte. */
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

/** Whether a host, spelled as in `URL.hostname`, is the local computer. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]') return true
  return /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** Replaces our loopback address with the host that the caller used, such as `bench.test:8600`. */
export function originUnder(origin: string, host: string): string {
  const reached = `http://${host}`
  if (!URL.canParse(reached) || !URL.canParse(origin)) return origin
  const { hostname } = new URL(reached)
  const { protocol, hostname: own, port } = new URL(origin)
  if (isLoopback(hostname) || !isLoopback(own)) return origin
  return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`
}
