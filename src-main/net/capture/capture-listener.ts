import { createIntakeListener } from '../intake/intake-listener'
import type { IntakeListener, IntakeListenerOptions } from '../intake/intake-listener'
import type { IntakeRequest } from '../intake/intake-request'
import { CAPTURE_LIMITS, type IntakeLimits } from '../intake/limits'
import type { MalformedRequest } from '../intake/malformed'
import type { RawReaction, RawRequest, SentReply } from '../../lib/http-message/raw-message'
import { completeReply, errorReply, MALFORMED_REQUEST } from '../../lib/http-message/reply'

export interface CaptureListenerOptions extends IntakeListenerOptions {
  /**
   * Stores a complete request and decides what becomes of it; only then is it answered. Where it rejects, the caller gets
   * 500 and the log says why.
   */
  readonly onCapture: (request: RawRequest) => Promise<RawReaction>
  /** Stores what the listener answered itself: too large, cut off, CONNECT, unreadable bytes, foreign hosts. */
  readonly onMalformed: (malformed: MalformedRequest) => Promise<void>
  /** Told once for every captured request: what was written, and whether all of it was handed over; null: nothing. */
  readonly onReplied?: (request: RawRequest, sent: SentReply | null) => void
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
    async answer({ tooLarge, targetTooLong: _anyLengthIsCaptured, ...request }: IntakeRequest) {
      if (!tooLarge) {
        const reaction = await options.onCapture(request)
        return { reaction, afterReply: (sent) => options.onReplied?.(request, sent) }
      }
      const note = `The body is larger than ${limits.maxBodyBytes} bytes. Its beginning was recorded.`
      const reply = completeReply(errorReply(413, MALFORMED_REQUEST, note), {
        method: request.method,
        keepAlive: false,
        keepAliveMs: limits.keepAliveMs,
        nowMs: now(),
      })
      await options.onMalformed({ kind: 'tooLarge', request, note, reply })
      return { reaction: { kind: 'reply', reply, delayMs: 0 }, afterReply: () => undefined }
    },
  })
}
