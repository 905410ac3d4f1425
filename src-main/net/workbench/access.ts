import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { SOCKET_PROTOCOL } from '#protocol/connection'

/** Checks the token and the origin of requests to the workbench listener. Compares the token in constant time. */
export interface Access {
  isToken(candidate: string): boolean
  /** Whether the request has `Authorization: Bearer {token}`. */
  hasBearerToken(request: IncomingMessage): boolean
  /** Whether it has `Sec-WebSocket-Protocol: paybench, {token}`, the only field of a handshake that a page can set. */
  hasTokenProtocol(request: IncomingMessage): boolean
  /**
   * False for a request of a page of another origin. Scripts send no `Origin`. The scheme may be https if the tester
   * uses a proxy, under a name that the host guard allows.
   */
  isOwnOrigin(request: IncomingMessage): boolean
}

export function createAccess(token: string): Access {
  const expected = digest(token)
  // All digests have the same length, so the comparison does not reveal the length of the token either.
  const isToken = (candidate: string): boolean => timingSafeEqual(digest(candidate), expected)
  return {
    isToken,
    hasBearerToken({ headers }) {
      const [, candidate] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
      return candidate !== undefined && isToken(candidate)
    },
    hasTokenProtocol({ headers }) {
      const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
      return offered.includes(SOCKET_PROTOCOL) && offered.some(isToken)
    },
    isOwnOrigin({ headers }) {
      const { origin, host } = headers
      if (origin === undefined) return true
      if (host === undefined || !URL.canParse(origin)) return false
      const { protocol, origin: canonical } = new URL(origin)
      if (protocol !== 'http:' && protocol !== 'https:') return false
      const own = `${protocol}//${host}`
      return URL.canParse(own) && new URL(own).origin === canonical
    },
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest()
}
