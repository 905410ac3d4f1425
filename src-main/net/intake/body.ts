import type { IncomingMessage } from 'node:http'
import { LIMITS } from '#lib/limits/limit-table'

export interface Interruption {
  readonly code: string
  readonly note: string
  /** Null if the connection is already closed. */
  readonly status: number | null
}

export type GatheredBody =
  | { readonly kind: 'complete' | 'tooLarge'; readonly bytes: Uint8Array }
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

/** Reads at most `limit` bytes and pauses there. Never rejects. Large bodies hold a share of `budget`. */
export function readBody(request: IncomingMessage, limit: number, budget: BodyBudget) {
  const pile = createBytePile(limit)
  let share: ReturnType<BodyBudget['enter']> | null = null
  let settle: (body: GatheredBody) => void = () => undefined
  const done = new Promise<GatheredBody>((resolve) => {
    settle = (body) => {
      request.off('data', onChunk)
      share?.endReading()
      resolve(body)
    }
  })
  const interrupt = (interruption: Interruption): void => {
    settle({ kind: 'cutOff', bytes: pile.bytes(), interruption })
  }
  const onChunk = (chunk: Buffer): void => {
    const fits = pile.add(chunk)
    if (share !== null) share.grow(chunk.byteLength)
    else if (pile.size() > budget.smallBytes) {
      share = budget.enter({
        pause: () => request.pause(),
        resume: () => request.resume(),
        cutOff: () => interrupt(STALLED),
      })
      share.grow(pile.size())
    }
    if (fits) return
    request.pause()
    settle({ kind: 'tooLarge', bytes: pile.bytes() })
  }
  request.on('data', onChunk)
  request.once('end', () => settle({ kind: 'complete', bytes: pile.bytes() }))
  request.on('error', () => interrupt(GONE))
  request.once('close', () => {
    if (!request.complete) interrupt(GONE)
  })
  if (request.destroyed) interrupt(GONE)
  return {
    done,
    interrupt,
    /** Whether Paybench paused the body, so that a time limit must not end it; see `excuse` of the budget. */
    excuse: (): boolean => share?.excuse() === true,
    release(): void {
      share?.release()
      share = null
    },
  }
}

/** Collects bytes in one buffer that doubles: a body of many tiny chunks takes no more than twice its size. */
function createBytePile(limit: number) {
  let buffer: Buffer = Buffer.alloc(0)
  let size = 0
  return {
    /** Returns false if not all bytes fit. */
    add(chunk: Buffer): boolean {
      const part = chunk.subarray(0, limit - size)
      if (size === 0) buffer = part
      else {
        const needed = size + part.byteLength
        if (needed > buffer.byteLength) {
          const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(needed, 2 * buffer.byteLength)))
          buffer.copy(larger, 0, 0, size)
          buffer = larger
        }
        part.copy(buffer, size)
      }
      size += part.byteLength
      return part.byteLength === chunk.byteLength
    },
    size: (): number => size,
    bytes: (): Uint8Array => new Uint8Array(buffer.buffer, buffer.byteOffset, size),
  }
}

/** The memory that bodies on all listeners share. */
export type BodyBudget = ReturnType<typeof createBodyBudget>

const STALL_BYTES = 64 * 1024
const STEP_BYTES = 1024 * 1024

/**
 * Counts the bytes in memory, not the announced length: announcing must not reserve memory. The oldest body is
 * always read, so that half-read bodies cannot block each other. Bodies of up to `smallBytes` are neither counted
 * nor paused: there is at most one for each connection.
 */
export function createBodyBudget({
  maxBytesInFlight = LIMITS.bodyBytesInFlight,
  smallBytes = LIMITS.smallBodyBytes,
  stallMs = LIMITS.bodyStallMs,
} = {}) {
  /** Oldest first. */
  const reading = new Set<{ isPaused: boolean; readonly resume: () => void }>()
  let heldBytes = 0

  const resumeWaiting = (): void => {
    const [oldest] = reading
    let room = maxBytesInFlight - heldBytes
    for (const entry of reading) {
      if (!entry.isPaused) continue
      if (room <= 0 && entry !== oldest) return
      room -= STEP_BYTES
      entry.resume()
    }
  }
  return {
    smallBytes,
    enter(reader: { pause(): void; resume(): void; cutOff(): void }) {
      let ownBytes = 0
      let gainedBytes = 0
      let wasPaused = false
      let isExcused = false
      const entry = {
        isPaused: false,
        resume() {
          entry.isPaused = false
          gainedBytes = 0
          timer.refresh()
          reader.resume()
        },
      }
      reading.add(entry)
      const timer = setTimeout(() => {
        const othersWait = [...reading].some(({ isPaused }) => isPaused)
        if (!entry.isPaused && (isExcused || othersWait)) reader.cutOff()
        else timer.refresh()
      }, stallMs)
      timer.unref()
      const endReading = (): void => {
        clearTimeout(timer)
        if (reading.delete(entry)) resumeWaiting()
      }
      return {
        /** Counts bytes that arrived. May pause the reader. */
        grow(bytes: number): void {
          ownBytes += bytes
          heldBytes += bytes
          gainedBytes += bytes
          if (gainedBytes >= STALL_BYTES) {
            gainedBytes = 0
            timer.refresh()
          }
          const [oldest] = reading
          if (heldBytes <= maxBytesInFlight || entry === oldest || entry.isPaused) return
          entry.isPaused = true
          wasPaused = true
          reader.pause()
        },
        /** Call it when the body is complete or abandoned. Its bytes stay counted until they are released. */
        endReading,
        release(): void {
          endReading()
          heldBytes -= ownBytes
          ownBytes = 0
          resumeWaiting()
        },
        /** Whether the body was paused: then no time limit applies to the request; only a stall ends it. */
        excuse(): boolean {
          isExcused = wasPaused
          return wasPaused
        },
      }
    },
  }
}
