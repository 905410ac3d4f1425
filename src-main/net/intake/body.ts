import type { IncomingMessage } from 'node:http'
import type { BodyBudget, BodyShare } from './limits'

/** Why the rest of a body will not arrive. */
export interface Interruption {
  /** The code of the parser or the system, such as `ECONNRESET`. */
  readonly code: string
  /** What happened and what to do, for people. */
  readonly note: string
  /** Status of the response; null where the connection is already closed. */
  readonly status: number | null
}

export type GatheredBody =
  | { readonly kind: 'complete'; readonly bytes: Uint8Array }
  | { readonly kind: 'tooLarge'; readonly bytes: Uint8Array }
  | { readonly kind: 'cutOff'; readonly bytes: Uint8Array; readonly interruption: Interruption }

const GONE: Interruption = {
  code: 'ECONNRESET',
  note: 'The connection ended before the body was complete. What had arrived is kept.',
  status: null,
}

const STALLED: Interruption = {
  code: 'ERR_BODY_STALLED',
  note: 'The body stopped arriving while other large bodies waited for memory. Send it again without pauses.',
  status: 408,
}

/** A body that is being read. An event on the connection can end it early. */
export type BodyReading = ReturnType<typeof readBody>

/**
 * Reads a body of at most `limit` bytes. Never rejects. A longer body is paused, and its first `limit` bytes are
 * returned. Large bodies take a share of `budget` until they are released.
 */
export function readBody(request: IncomingMessage, limit: number, budget: BodyBudget) {
  const pile = createBytePile()
  let share: BodyShare | null = null
  let isSettled = false
  let settle: (body: GatheredBody) => void = () => undefined
  const done = new Promise<GatheredBody>((resolve) => {
    settle = resolve
  })
  const finish = (body: GatheredBody): void => {
    if (isSettled) return
    isSettled = true
    request.off('data', onChunk)
    if (share === null) settle(body)
    else share.end(() => settle(body))
  }
  const interrupt = (interruption: Interruption): void => {
    if (!isSettled) finish({ kind: 'cutOff', bytes: pile.bytes(), interruption })
  }
  const onChunk = (chunk: Buffer): void => {
    const room = limit - pile.size()
    const isTooLarge = chunk.byteLength > room
    pile.add(isTooLarge ? chunk.subarray(0, room) : chunk)
    if (share !== null) share.grow(chunk.byteLength)
    else if (pile.size() > budget.smallBytes) {
      share = budget.enter({
        pause: () => request.pause(),
        resume: () => request.resume(),
        cutOff: () => {
          interrupt(STALLED)
        },
      })
      share.grow(pile.size())
    }
    if (!isTooLarge) return
    request.pause()
    finish({ kind: 'tooLarge', bytes: pile.bytes() })
  }
  request.on('data', onChunk)
  request.once('end', () => {
    finish({ kind: 'complete', bytes: pile.bytes() })
  })
  request.on('error', () => {
    interrupt(GONE)
  })
  request.once('close', () => {
    if (!request.complete) interrupt(GONE)
  })
  if (request.destroyed) interrupt(GONE)
  return {
    done,
    interrupt,
    /** True as soon as the parser has seen the end, shortly before `done` settles. */
    isComplete: (): boolean => request.complete,
    /** Whether the bench paused the body, so that a time limit must not end it; see `BodyShare.excuse`. */
    excuse: (): boolean => share?.excuse() === true,
    /** Returns the bytes to the budget. Call it when the body is no longer needed. */
    release(): void {
      share?.release()
      share = null
    },
  }
}

const PAGE_BYTES = 64 * 1024
/**
 * Smaller chunks are copied: as a separate object each would cost many times its size and keep the buffer around it
 * alive.
 */
const SMALL_CHUNK_BYTES = 16 * 1024

/** Collects the bytes of a body in the order of their arrival. */
function createBytePile() {
  const pieces: Buffer[] = []
  let page: Buffer | null = null
  let used = 0
  let size = 0

  const endPage = (): void => {
    if (page !== null && used > 0) pieces.push(page.subarray(0, used))
    page = null
    used = 0
  }
  return {
    add(chunk: Buffer): void {
      size += chunk.byteLength
      // Most bodies arrive in one chunk, which is kept without copying.
      if (chunk.byteLength >= SMALL_CHUNK_BYTES || size === chunk.byteLength) {
        endPage()
        pieces.push(chunk)
        return
      }
      if (page === null || used + chunk.byteLength > PAGE_BYTES) {
        endPage()
        page = Buffer.allocUnsafeSlow(PAGE_BYTES)
      }
      chunk.copy(page, used)
      used += chunk.byteLength
    },
    size: (): number => size,
    /** Returns all bytes so far as one array: a copy if they arrived in several chunks. */
    bytes(): Uint8Array {
      endPage()
      const only = pieces[0]
      const whole = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces)
      // Drop the pieces, so that they do not stay in memory while the body is handled.
      pieces.splice(0, pieces.length, whole)
      return new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength)
    },
  }
}
