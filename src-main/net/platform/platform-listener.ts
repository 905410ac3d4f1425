import {
  createIntakeListener,
  type IntakeListener,
  type IntakeListenerOptions,
} from '#net/intake/intake-listener'
import { PLATFORM_LIMITS } from '#net/intake/limits'
import type { MalformedRequest } from '#net/intake/malformed'
import type { PlatformApp } from '#platform/platform-app'

export interface PlatformListenerOptions extends IntakeListenerOptions {
  readonly app: PlatformApp
  /** Stores requests that never reach the app: unreadable bytes, cut-off requests, CONNECT, external hosts. */
  readonly onUnreadable: (malformed: MalformedRequest) => Promise<void>
}

/**
 * Creates the platform's listener. The app does the routing and parses the bodies, because the record needs exact bytes
 * and every wrong content type, method or path has a specific response (contract 5.1).
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
