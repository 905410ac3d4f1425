import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LIMITS } from '#lib/limits/limit-table'
import { CAPTURE_LIMITS, type IntakeLimits } from '#net/intake/limits'
import { SOCKET_PROTOCOL } from '#protocol/connection'

/** Times are wall-clock milliseconds. */
export interface WorkbenchLimits extends IntakeLimits {
  readonly maxClients: number
  /** Maximum number of calls of one client that wait for results. Further calls are not read until then. */
  readonly maxCallsInFlight: number
  readonly maxMessageBytes: number
  readonly maxUnreadBytes: number
  /** Every client has to respond to a ping within this time. */
  readonly heartbeatMs: number
  /** How long a closing WebSocket waits for the client to confirm the close. */
  readonly closeTimeoutMs: number
}

/** A replayed body of 16 MiB fits even if escaped; `maxUnreadBytes` has room for an exchange as text and as Base64. */
export const WORKBENCH_LIMITS: WorkbenchLimits = {
  ...CAPTURE_LIMITS,
  maxBodyBytes: LIMITS.workbenchBodyBytes,
  maxClients: LIMITS.workbenchClients,
  maxCallsInFlight: LIMITS.clientCalls,
  maxMessageBytes: LIMITS.workbenchBodyBytes,
  maxUnreadBytes: LIMITS.unreadBytes,
  heartbeatMs: 15_000,
  closeTimeoutMs: 5_000,
}

/** Checks the token, in constant time, and the origin of requests. */
export type Access = ReturnType<typeof createAccess>

export function createAccess(token: string) {
  const expected = digest(token)
  // All digests have the same length, so the comparison does not reveal the length of the token either.
  const isToken = (candidate: string): boolean => timingSafeEqual(digest(candidate), expected)
  return {
    isToken,
    hasBearerToken({ headers }: IncomingMessage): boolean {
      const [, candidate] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
      return candidate !== undefined && isToken(candidate)
    },
    /** Reads `Sec-WebSocket-Protocol: paybench, {token}`, the only field of a handshake that a page can set. */
    hasTokenProtocol({ headers }: IncomingMessage): boolean {
      const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
      return offered.includes(SOCKET_PROTOCOL) && offered.some(isToken)
    },
    /** False for a page of another origin. Only browsers send an origin. Behind a proxy, the origin may be https. */
    isOwnOrigin({ headers }: IncomingMessage): boolean {
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
