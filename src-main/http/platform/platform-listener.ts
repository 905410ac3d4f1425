import Fastify from 'fastify'
import type { IncomingMessage, Server } from 'node:http'
import type { HostGuard } from '../host-guard'
import { openIntake, type Intake } from '../intake/intake'
import type { IrregularRequest } from '../intake/irregular'
import { PLATFORM_LIMITS, type IntakeLimits } from '../intake/limits'
import { createServer, type ServerTls } from '../intake/server'
import { createSharedBounds, type SharedBounds } from '../intake/shared-bounds'
import { bindListener, type BindOutcome, type BindWish } from '../listener'
import type { Log } from '../log'
import type { PlatformApp } from './platform-app'

export interface PlatformListenerOptions {
  /** Absent: plain HTTP. The bench opens one listener of each kind with the same app. */
  readonly tls?: ServerTls
  readonly allowHost: HostGuard
  readonly app: PlatformApp
  /** Stores what never reached the app: unreadable bytes, cut-off requests, CONNECT, foreign hosts. */
  readonly onUnreadable: (irregular: IrregularRequest) => Promise<void>
  readonly limits?: Partial<IntakeLimits>
  /** What the listeners of one bench share; of its own unless given. */
  readonly shared?: SharedBounds
  readonly log: Log
  /** Wall time, milliseconds since 1970; for tests. */
  readonly now?: () => number
}

export interface PlatformListener {
  listen(wish: BindWish): Promise<BindOutcome>
  /** Stops accepting, lets what is in flight finish within `graceMs`, then ends every connection. */
  close(options: { readonly graceMs: number }): Promise<void>
}

/**
 * The platform's listener. Fastify carries the connection life cycle; routing and body parsing are the app's,
 * because the record needs exact bytes and every wrong content type, method or path has an answer of its own
 * (contract 5.1). So each request is taken over in the first hook, before Fastify could refuse it itself.
 */
export async function createPlatformListener(options: PlatformListenerOptions): Promise<PlatformListener> {
  const limits: IntakeLimits = { ...PLATFORM_LIMITS, ...options.limits }
  const speaksTls = options.tls !== undefined
  const targets = new WeakMap<IncomingMessage, string>()
  const opened: { server: Server; intake: Intake }[] = []

  const fastify = Fastify({
    serverFactory: (handler) => {
      const server = createServer(options.tls ?? null, limits, (request, response) => {
        targets.set(request, request.url ?? '')
        handler(request, response)
      })
      const intake = openIntake(server, speaksTls, {
        listener: 'platform',
        limits,
        shared: options.shared ?? createSharedBounds(),
        guard: options.allowHost,
        log: options.log,
        now: options.now ?? Date.now,
        async answer(request) {
          const { reply, afterReply } = await options.app.handle(request)
          return {
            reaction: { kind: 'reply', reply, delayMs: 0 },
            afterReply: (sent) => {
              if (sent !== null) afterReply(sent)
            },
          }
        },
        onIrregular: options.onUnreadable,
      })
      opened.push({ server, intake })
      return server
    },
    // Fastify's router must not stumble over targets that are no paths; the app gets the original.
    rewriteUrl: () => '/',
    // The intake answers unreadable requests.
    clientErrorHandler: () => undefined,
    return503OnClosing: false,
  })
  const first = opened[0]
  if (first === undefined) throw new Error('Fastify did not ask for a server.')
  const { server, intake } = first

  fastify.addHook('onRequest', (request, reply) => {
    reply.hijack()
    intake.handle(request.raw, reply.raw, targets.get(request.raw) ?? '')
  })
  await fastify.ready()

  return {
    listen: (wish) => bindListener(server, wish),
    async close(grace) {
      await intake.close(grace)
      await fastify.close()
    },
  }
}
