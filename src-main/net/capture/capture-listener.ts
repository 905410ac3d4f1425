import { createIntakeListener } from '../intake/intake-listener'
import type { IntakeListener, IntakeListenerOptions } from '../intake/intake-listener'
import type {
  CapturedRequest,
  IntakeRequest,
  Reaction,
  WrittenResponse,
} from '../../lib/http-message/message'
import { CAPTURE_LIMITS, type IntakeLimits } from '../intake/limits'
import type { MalformedRequest } from '../intake/malformed'
import { completeResponse, errorResponse, MALFORMED_REQUEST } from '../../lib/http-message/response'

export interface CaptureListenerOptions extends IntakeListenerOptions {
  /**
   * Stores a complete request and decides what becomes of it; only then is it answered. Where it rejects, the caller gets
   * 500 and the log says why.
   */
  readonly onCapture: (request: CapturedRequest) => Promise<Reaction>
  /** Stores what the listener answered itself: too large, cut off, CONNECT, unreadable bytes, external hosts. */
  readonly onMalformed: (malformed: MalformedRequest) => Promise<void>
  /** Called once for every captured request: what was written, and whether all of it was handed over; null: nothing. */
  readonly onResponded?: (request: CapturedRequest, sent: WrittenResponse | null) => void
}

/**
 * The merchant's listener: any method that node parses, on any path, kept byte for byte. Frameworks are kept out of it
 * because they lose raw header names, order and duplicates.
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
