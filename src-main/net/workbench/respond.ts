import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpResponse } from '#lib/http-message/message'
import { completeResponse, jsonResponse } from '#lib/http-message/response'
import type { Arrival, Connection } from '#net/intake/connection'
import { loggedRequest } from '#net/intake/malformed'
import { sendResponse } from '#net/intake/send-response'
import type { Log } from '#net/listener'
import type { ErrorCode, ErrorShape } from '#protocol/shapes'
import type { WorkbenchLimits } from './access'
import { withSecurityHeaders } from './page'

/** A request and its connection. */
interface ArrivedRequest {
  readonly arrival: Arrival
  readonly connection: Connection
}

interface ResponderOptions {
  readonly respond: (arrived: ArrivedRequest) => Promise<HttpResponse> | HttpResponse
  /** Returns the origins whose pages may be framed by the page where it was reached under `host`. */
  readonly frameOrigins: ((host: string) => readonly string[]) | undefined
  readonly isClosing: () => boolean
  readonly limits: WorkbenchLimits
  readonly log: Log
}

/**
 * Creates a function that writes the result of `respond` with the security headers. An error of `respond` results in
 * status 500. It rejects where the response cannot be written.
 */
export function createResponder({ respond, frameOrigins, isClosing, limits, log }: ResponderOptions) {
  return async (output: ServerResponse, arrived: ArrivedRequest): Promise<void> => {
    const { arrival, connection } = arrived
    const { request } = arrival
    if (request.socket.destroyed || connection.isEnding) return
    let response: HttpResponse
    try {
      response = await respond(arrived)
    } catch (error) {
      log({ level: 'error', message: `${nameOf(request)} could not be handled.`, error })
      response = refusal(500, 'internal', 'The request failed inside Paybench. The log has the details.')
    }
    const host = request.headers.host ?? ''
    const secured = withSecurityHeaders(response, host, frameOrigins?.(host))
    const canContinue = request.complete && !connection.broken && response.status !== 413
    const keepAlive = output.shouldKeepAlive && !isClosing() && canContinue
    const final = completeResponse(secured, {
      method: request.method ?? '',
      keepAlive,
      keepAliveMs: limits.keepAliveMs,
      nowMs: Date.now(),
    })
    if (!keepAlive) connection.isEnding = true
    await sendResponse(request, output, final, limits)
  }
}

/** Names a request for the log. */
export function nameOf(request: IncomingMessage): string {
  return loggedRequest({ method: request.method ?? '', target: request.url ?? '' })
}

/** Returns the HTTP status for an error of the protocol. */
function statusOf(code: ErrorCode): number {
  switch (code) {
    case 'invalid_params':
      return 400
    case 'unauthorized':
      return 401
    case 'unknown_method':
    case 'not_found':
      return 404
    // `cancelled`: another call changed the state before this one could take effect.
    case 'wrong_state':
    case 'conflict':
    case 'read_only':
    case 'cancelled':
      return 409
    case 'internal':
      return 500
    case 'unavailable':
      return 503
    case 'disk_full':
      return 507
  }
}

/** Builds the response for an error of the protocol: `{"error":{code,message,issues?}}`. */
export function errorResponse(error: ErrorShape, status = statusOf(error.code)): HttpResponse {
  return jsonResponse(status, { error }, [['Cache-Control', 'no-store']])
}

/** Builds a refusal by the listener itself. The message says what happened and what to do. */
export function refusal(
  status: number,
  code: ErrorCode,
  message: string,
  headers: HttpResponse['headers'] = [],
): HttpResponse {
  const { headers: own, ...rest } = errorResponse({ code, message }, status)
  return { ...rest, headers: [...own, ...headers] }
}

/** Splits a request target. Ignores the host of an absolute target, which the host guard has checked. */
export function targetParts(target: string) {
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = relative.indexOf('?')
  const path = mark === -1 ? relative : relative.slice(0, mark)
  return {
    path: path === '' ? '/' : path,
    query: new URLSearchParams(mark === -1 ? '' : relative.slice(mark)),
  }
}
