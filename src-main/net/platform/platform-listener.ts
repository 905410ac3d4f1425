import { createIntakeListener } from '../intake/intake-listener'
import type { IntakeListener, IntakeListenerOptions } from '../intake/intake-listener'
import { PLATFORM_LIMITS } from '../intake/limits'
import type { MalformedRequest } from '../intake/malformed'
import type { PlatformApp } from './platform-app'

export interface PlatformListenerOptions extends IntakeListenerOptions {
  readonly app: PlatformApp
  /** Stores what never reached the app: unreadable bytes, cut-off requests, CONNECT, foreign hosts. */
  readonly onUnreadable: (malformed: MalformedRequest) => Promise<void>
}

/**
 * The platform's listener. Routing and body parsing are the app's, because the record needs exact bytes and every wrong
 * content type, method or path has an answer of its own (contract 5.1).
 */
export function createPlatformListener(options: PlatformListenerOptions): IntakeListener {
  return createIntakeListener(options, {
    listener: 'platform',
    limits: { ...PLATFORM_LIMITS, ...options.limits },
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
}
