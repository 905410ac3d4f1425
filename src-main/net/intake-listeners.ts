import type { PlatformApp } from '#platform/platform-app'
import type { CapturedRequest, IntakeRequest, Reaction, WrittenResponse } from '#lib/http-message/message'
import { completeResponse, errorResponse, MALFORMED_REQUEST } from '#lib/http-message/response'
import {
  createIntakeListener,
  type IntakeListener,
  type IntakeListenerOptions,
} from './intake/intake-listener'
import { CAPTURE_LIMITS, type IntakeLimits, PLATFORM_LIMITS } from './intake/limits'
import type { MalformedRequest } from './intake/malformed'

interface PlatformListenerOptions extends IntakeListenerOptions {
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

interface CaptureListenerOptions extends IntakeListenerOptions {
  /**
   * Stores a complete request and decides on the reaction, which is carried out afterwards. If it rejects, the caller
   * gets 500 and the error is logged.
   */
  readonly onCapture: (request: CapturedRequest) => Promise<Reaction>
  /** Stores what the listener refused itself: too large, cut off, CONNECT, unreadable bytes, external hosts. */
  readonly onMalformed: (malformed: MalformedRequest) => Promise<void>
  /**
   * Called once for every captured request, with what was written and whether all of it was handed over. Null: nothing
   * was.
   */
  readonly onResponded?: (request: CapturedRequest, sent: WrittenResponse | null) => void
}

/**
 * Creates the merchant's listener. It takes any method that Node parses, on any path, and keeps requests byte for byte.
 * It uses no framework, because frameworks lose the case, the order and the duplicates of header fields.
 */
export function createCaptureListener(options: CaptureListenerOptions): IntakeListener {
  const limits: IntakeLimits = { ...CAPTURE_LIMITS, ...options.limits }
  const now = options.now ?? Date.now
  return createIntakeListener(options, {
    listener: 'merchant',
    limits,
    now,
    onMalformed: options.onMalformed,
    async respond({ tooLarge, targetTooLong: _anyLengthIsCaptured, ...request }: IntakeRequest) {
      if (!tooLarge) {
        const reaction = await options.onCapture(request)
        return { reaction, afterResponse: (sent) => options.onResponded?.(request, sent) }
      }
      const note = `The body is larger than ${limits.maxBodyBytes} bytes. Its beginning was recorded.`
      const response = completeResponse(errorResponse(413, MALFORMED_REQUEST, note), {
        method: request.method,
        keepAlive: false,
        keepAliveMs: limits.keepAliveMs,
        nowMs: now(),
      })
      await options.onMalformed({ kind: 'tooLarge', listener: 'merchant', request, note, response })
      return { reaction: { kind: 'response', response, delayMs: 0 }, afterResponse: () => undefined }
    },
  })
}
