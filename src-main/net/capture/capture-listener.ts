import {
  createIntakeListener,
  type IntakeListener,
  type IntakeListenerOptions,
} from '#net/intake/intake-listener'
import type { CapturedRequest, IntakeRequest, Reaction, WrittenResponse } from '#lib/http-message/message'
import { CAPTURE_LIMITS, type IntakeLimits } from '#net/intake/limits'
import type { MalformedRequest } from '#net/intake/malformed'
import { completeResponse, errorResponse, MALFORMED_REQUEST } from '#lib/http-message/response'

export interface CaptureListenerOptions extends IntakeListenerOptions {
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
