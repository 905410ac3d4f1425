import { contentPolicy } from '../../lib/html/content-policy'
import type { HttpResponse } from '../../lib/http-message/message'

/**
 * The policy of the page: our own files and nothing else. No inline style is allowed either: React and the list
 * virtualiser set styles through the object model, which the policy does not concern, and no library of the page
 * writes style elements. `data:` images are the icons of the page.
 *
 * @param host the checked `Host` of the request: some browsers do not count our WebSocket as 'self'
 * @param frameOrigins origins of the listeners that serve pages to a customer's browser: frames show the demo shop and
 * the form, and nothing else
 */
function pagePolicy(host: string, frameOrigins: readonly string[]): string {
  // A policy cannot name an IPv6 address; there 'self' has to do.
  return contentPolicy({
    'default-src': [],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", `ws://${host}`, `wss://${host}`],
    'object-src': [],
    'frame-src': frameOrigins,
    'base-uri': [],
    'form-action': [],
    'frame-ancestors': [],
  })
}

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
      ['Content-Security-Policy', pagePolicy(host, frameOrigins)],
      ['X-Content-Type-Options', 'nosniff'],
      ['X-Frame-Options', 'DENY'],
      ['Referrer-Policy', 'no-referrer'],
      ['Cross-Origin-Opener-Policy', 'same-origin'],
      ['Origin-Agent-Cluster', '?1'],
      ['Cross-Origin-Resource-Policy', 'same-origin'],
    ],
  }
}
