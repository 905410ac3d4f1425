import { ownPagePolicy } from '../../lib/html/own-page-policy'
import type { HttpResponse } from '../../lib/http-message/message'

/**
 * Some browsers do not count our WebSocket as 'self'. A policy cannot name an IPv6 address; there 'self' has to do.
 * @param host the checked `Host` of the request
 */
const socketsOf = (host: string): readonly string[] => [`ws://${host}`, `wss://${host}`]

/**
 * Every answer carries them, errors included: nothing of it is sniffed, framed or handed to another origin. The page
 * shares no browsing context group with what opens it or what it opens, so no other page holds a reference to its window. It asks
 * for a process of its own too: the shop and the form are of the same site, and a busy page there would stop this one.
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
