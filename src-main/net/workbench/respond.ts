import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpResponse } from '#lib/http-message/message'
import { completeResponse } from '#lib/http-message/response'
import type { Arrival, Connection } from '#net/intake/connection'
import { loggedRequest } from '#net/intake/logged-request'
import { sendResponse } from '#net/intake/send-response'
import type { Log } from '#net/log'
import type { WorkbenchLimits } from './limits'
import { withSecurityHeaders } from './page-policy'
import { refusal } from './refusal'

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
