import { createIntakeListener } from '../intake/intake-listener'
import type { IntakeListener, IntakeListenerOptions } from '../intake/intake-listener'
import { PLATFORM_LIMITS } from '../intake/limits'
import type { MalformedRequest } from '../intake/malformed'
import type { PlatformApp } from '../../platform/platform-app'

export interface PlatformListenerOptions extends IntakeListenerOptions {
  readonly app: PlatformApp
  /** Stores what never reached the app: unreadable bytes, cut-off requests, CONNECT, external hosts. */
  readonly onUnreadable: (malformed: MalformedRequest) => Promise<void>
}

/**
 * The platform's listener. Routing and body parsing are the app's, because the record needs exact bytes and every wrong
 * content type, method or path has a response of its own (contract 5.1).
 */
export function createPlatformListener(options: PlatformListenerOptions): IntakeListener {
  return createIntakeListener(options, {
    listener: 'platform',
    limits: { ...PLATFORM_LIMITS, ...options.limits },
    now: options.now ?? Date.now,
    onMalformed: options.onUnreadable,
    async respond(request) {
      const { response, afterResponse } = await options.app.handle(request)
      return {
        reaction: { kind: 'response', response, delayMs: 0 },
        afterResponse: (sent) => {
          if (sent !== null) afterResponse(sent)
        },
      }
    },
  })
}
