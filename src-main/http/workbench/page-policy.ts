import type { RawReply } from '../wire/raw-message'

/**
 * The policy of the page: our own files and nothing else. No inline style is allowed either: React and the list
 * virtualiser set styles through the object model, which the policy does not concern, and no library of the page
 * writes style elements. `data:` images are the icons of the page.
 *
 * `host` is the checked `Host` of the request: some browsers do not count our WebSocket as 'self'.
 */
export function pagePolicy(host: string): string {
  // A policy cannot name an IPv6 address; there 'self' has to do.
  const sockets = /^[a-z0-9._-]+(?::\d+)?$/i.test(host) ? ` ws://${host} wss://${host}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${sockets}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Every answer carries them, errors included: nothing of it is sniffed, framed or handed to another origin. */
export function withSecurityHeaders(reply: RawReply, host: string): RawReply {
  return {
    ...reply,
    headers: [
      ...reply.headers,
      ['Content-Security-Policy', pagePolicy(host)],
      ['X-Content-Type-Options', 'nosniff'],
      ['X-Frame-Options', 'DENY'],
      ['Referrer-Policy', 'no-referrer'],
      ['Cross-Origin-Opener-Policy', 'same-origin'],
      ['Cross-Origin-Resource-Policy', 'same-origin'],
    ],
  }
}
