import { headerValues, type RawReply } from './raw-message'

const encoder = new TextEncoder()

/** What the connection, rather than the application, knows about a reply. */
export interface ReplyContext {
  readonly method: string
  /** False: this is the last reply on the connection. */
  readonly keepAlive: boolean
  /** How long an idle connection is kept, milliseconds; announced to the client. */
  readonly keepAliveMs: number
  readonly nowMs: number
}

/**
 * Completes a reply with `Content-Length`, `Date` and `Connection` where it does not bring its own, so that every
 * field on the wire is known before it is written. A reply to HEAD and one with status 204 or 304 has no body.
 */
export function completeReply(reply: RawReply, context: ReplyContext): RawReply {
  const headers: (readonly [string, string])[] = [...reply.headers]
  const absent = (name: string): boolean => headerValues(headers, name).length === 0
  const bodyless = reply.status === 204 || reply.status === 304
  if (!bodyless && absent('content-length') && absent('transfer-encoding')) {
    headers.push(['Content-Length', String(reply.body.byteLength)])
  }
  if (absent('date')) headers.push(['Date', new Date(context.nowMs).toUTCString()])
  if (absent('connection')) {
    headers.push(['Connection', context.keepAlive ? 'keep-alive' : 'close'])
    if (context.keepAlive) {
      headers.push(['Keep-Alive', `timeout=${Math.floor(context.keepAliveMs / 1000)}`])
    }
  }
  return {
    status: reply.status,
    headers,
    body: bodyless || context.method === 'HEAD' ? new Uint8Array(0) : reply.body,
  }
}

/** True where the reply itself asks for the connection to end. */
export function asksToClose(reply: RawReply): boolean {
  return headerValues(reply.headers, 'connection').some((value) => /\bclose\b/i.test(value))
}

/** A JSON reply in UTF-8. */
export function jsonReply(status: number, value: unknown, headers: RawReply['headers'] = []): RawReply {
  return {
    status,
    headers: [['Content-Type', 'application/json; charset=utf-8'], ...headers],
    body: encoder.encode(JSON.stringify(value)),
  }
}

/**
 * The union error shape (contract 3.7): it satisfies readers of the single error and readers of the error list.
 * `code` is a result code of contract 4.5; `field` is empty where no field of the body is to blame.
 */
export function errorReply(
  status: number,
  code: number,
  message: string,
  { field = '', constraint = 'format' }: { readonly field?: string; readonly constraint?: string } = {},
): RawReply {
  return jsonReply(status, {
    status: 'error',
    code: String(code),
    message,
    errors: [{ code, message, field, constraint }],
  })
}

/** Result code `Malformed request` (contract 4.5): used for everything that stops before the body is looked at. */
export const MALFORMED_REQUEST = 702
/** Result code `Access denied` (contract 4.5). */
export const ACCESS_DENIED = 303
/** Result code `Internal error` (contract 4.5, 5.1). */
export const INTERNAL_ERROR = 501
