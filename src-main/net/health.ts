import type { HttpResponse } from '#lib/http-message/message'
import { jsonResponse } from '#lib/http-message/response'

/** Returns the response to a health check, or null where a request is none. */
export type HealthCheck = (request: {
  readonly method?: string | undefined
  readonly target: string
}) => HttpResponse | null

/**
 * Creates the response to `GET` and `HEAD /health` of every listener. It comes before the host guard, because health
 * checks of containers name an IP address or a pod, and it is recorded nowhere. Whoever reaches the listener learns
 * that a Paybench of this version runs here, and nothing else; no page of another origin may read it.
 */
export function createHealthCheck(version: string, isClosing: () => boolean): HealthCheck {
  const respond = (status: number, value: unknown): HttpResponse =>
    jsonResponse(status, value, [
      ['Cache-Control', 'no-store'],
      ['X-Content-Type-Options', 'nosniff'],
    ])
  return ({ method, target }) => {
    if ((method !== 'GET' && method !== 'HEAD') || !/^\/health(?:\?|$)/.test(target)) return null
    return isClosing() ? respond(503, { status: 'closing' }) : respond(200, { status: 'ok', version })
  }
}
