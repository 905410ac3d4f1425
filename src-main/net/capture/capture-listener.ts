import type { HostGuard } from '../host-guard'
import { openIntake } from '../intake/intake'
import type { IntakeRequest } from '../intake/intake-request'
import type { MalformedRequest } from '../intake/malformed'
import { CAPTURE_LIMITS, type IntakeLimits } from '../intake/limits'
import { createServer, type ServerTls } from '../intake/server'
import { createSharedBounds, type SharedBounds } from '../intake/shared-bounds'
import { bindListener, type BindOutcome, type BindRequest } from '../listener'
import type { Log } from '../log'
import type { RawReaction, RawRequest, SentReply } from '../../lib/http-message/raw-message'
import { completeReply, errorReply, MALFORMED_REQUEST } from '../../lib/http-message/reply'

export interface CaptureListenerOptions {
  /** Absent: plain HTTP. */
  readonly tls?: ServerTls
  readonly allowHost: HostGuard
  /**
   * Stores a complete request and decides what becomes of it; only then is it answered. Where it rejects, the caller gets
   * 500 and the log says why.
   */
  readonly onCapture: (request: RawRequest) => Promise<RawReaction>
  /** Stores what the listener answered itself: too large, cut off, CONNECT, unreadable bytes, foreign hosts. */
  readonly onMalformed: (malformed: MalformedRequest) => Promise<void>
  /** Told once for every captured request: what was written, and whether all of it was handed over; null: nothing. */
  readonly onReplied?: (request: RawRequest, sent: SentReply | null) => void
  readonly limits?: Partial<IntakeLimits>
  /** What the listeners of one bench share; of its own unless given. */
  readonly shared?: SharedBounds
  readonly log: Log
  /** Wall time, milliseconds since 1970; for tests. */
  readonly now?: () => number
}

export interface CaptureListener {
  listen(wish: BindRequest): Promise<BindOutcome>
  /** Stops accepting, lets what is in flight finish within `graceMs`, then ends every connection. */
  close(options: { readonly graceMs: number }): Promise<void>
}

/**
 * The merchant's door on bare node:http or node:https: any method that node parses, on any path, kept byte for byte.
 * Frameworks are kept out of it because they lose raw header names, order and duplicates.
 */
export function createCaptureListener(options: CaptureListenerOptions): CaptureListener {
  const limits: IntakeLimits = { ...CAPTURE_LIMITS, ...options.limits }
  const now = options.now ?? Date.now
  const server = createServer(options.tls ?? null, limits, (request, response) => {
    intake.handle(request, response, request.url ?? '')
  })
  const intake = openIntake(server, options.tls !== undefined, {
    listener: 'merchant',
    limits,
    shared: options.shared ?? createSharedBounds(),
    guard: options.allowHost,
    log: options.log,
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
  return { listen: (wish) => bindListener(server, wish), close: intake.close }
}
