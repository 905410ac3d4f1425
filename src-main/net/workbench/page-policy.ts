import { ownPagePolicy } from '#lib/html/content-policy'
import type { HttpResponse } from '#lib/http-message/message'

/**
 * Returns the policy sources of our WebSocket, which some browsers do not include in 'self'. A policy cannot name an IPv6
 * address, so there 'self' has to suffice.
 * @param host the checked `Host` of the request
 */
const socketsOf = (host: string): readonly string[] => [`ws://${host}`, `wss://${host}`]

/**
 * Adds the security headers that every response has, including errors. They forbid sniffing, framing and access by
 * another origin. The page shares no browsing context group with pages that open it or that it opens, so no other page
 * has a reference to its window. It also asks for a separate process: the shop and the form belong to the same site,
 * and a busy page of theirs would block this one.
 */
export function withSecurityHeaders(
  response: HttpResponse,
  host: string,
  frameOrigins: readonly string[] = [],
): HttpResponse {
  return {
    ...response,
    headers: [
      ...response.headers,
      ['Content-Security-Policy', ownPagePolicy({ connects: socketsOf(host), frames: frameOrigins })],
      ['X-Content-Type-Options', 'nosniff'],
      ['X-Frame-Options', 'DENY'],
      ['Referrer-Policy', 'no-referrer'],
      ['Cross-Origin-Opener-Policy', 'same-origin'],
      ['Origin-Agent-Cluster', '?1'],
      ['Cross-Origin-Resource-Policy', 'same-origin'],
    ],
  }
}
