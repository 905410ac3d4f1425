import type { HostGuard } from '../host-guard'
import { openIntake } from '../intake/intake'
import type { MalformedRequest } from '../intake/malformed'
import { PLATFORM_LIMITS, type IntakeLimits } from '../intake/limits'
import { createServer, type ServerTls } from '../intake/server'
import { createSharedBounds, type SharedBounds } from '../intake/shared-bounds'
import { bindListener, type BindOutcome, type BindRequest } from '../listener'
import type { Log } from '../log'
import type { PlatformApp } from './platform-app'

export interface PlatformListenerOptions {
  /** Absent: plain HTTP. The bench opens one listener of each kind with the same app. */
  readonly tls?: ServerTls
  readonly allowHost: HostGuard
  readonly app: PlatformApp
  /** Stores what never reached the app: unreadable bytes, cut-off requests, CONNECT, foreign hosts. */
  readonly onUnreadable: (malformed: MalformedRequest) => Promise<void>
  readonly limits?: Partial<IntakeLimits>
  /** What the listeners of one bench share; of its own unless given. */
  readonly shared?: SharedBounds
  readonly log: Log
  /** Wall time, milliseconds since 1970; for tests. */
  readonly now?: () => number
}

export interface PlatformListener {
  listen(wish: BindRequest): Promise<BindOutcome>
  /** Stops accepting, lets what is in flight finish within `graceMs`, then ends every connection. */
  close(options: { readonly graceMs: number }): Promise<void>
}

/**
 * The platform's listener on bare node:http or node:https. Routing and body parsing are the app's, because the record needs
 * exact bytes and every wrong content type, method or path has an answer of its own (contract 5.1).
 */
export function createPlatformListener(options: PlatformListenerOptions): PlatformListener {
  const limits: IntakeLimits = { ...PLATFORM_LIMITS, ...options.limits }
  const server = createServer(options.tls ?? null, limits, (request, response) => {
    intake.handle(request, response, request.url ?? '')
  })
  const intake = openIntake(server, options.tls !== undefined, {
    listener: 'platform',
    limits,
    shared: options.shared ?? createSharedBounds(),
    guard: options.allowHost,
    log: options.log,
    now: options.now ?? Date.now,
    onMalformed: options.onUnreadable,
    async answer(request) {
      const { reply, afterReply } = await options.app.handle(request)
      return {
        reaction: { kind: 'reply', reply, delayMs: 0 },
        afterReply: (sent) => {
          if (sent !== null) afterReply(sent)
        },
      }
    },
  })
  return { listen: (wish) => bindListener(server, wish), close: intake.close }
}
