import { LIMITS } from '#lib/limits/limit-table'
import type { BenchEvent } from './events'

export interface NumberedEvent {
  readonly seq: number
  readonly event: BenchEvent
}

/** Recent events with their numbers, so that a client that lost its connection can go on where it was. */
export type EventLog = ReturnType<typeof createEventLog>

/** How much is kept for clients that reconnect. Sizes are those of the JSON text, in characters. */
const BOUNDS = {
  maxEvents: LIMITS.eventLogCount,
  maxSize: LIMITS.eventLogBytes,
  maxEventSize: LIMITS.eventBytes,
}

/** How long after the last client has gone events are still made for its return, milliseconds. */
const KEPT_FOR_MS = 60_000

interface KeptEvent {
  readonly entry: NumberedEvent
  readonly size: number
}

/**
 * Keeps the last events within the bounds. An event larger than one may be is sent and not kept: a client that missed it
 * reads everything again.
 * @param clock real time in milliseconds that never goes back
 */
export function createEventLog(
  clock: () => number,
  bounds: Readonly<Partial<Record<keyof typeof BOUNDS, number>>> = {},
) {
  const { maxEvents, maxSize, maxEventSize } = { ...BOUNDS, ...bounds }
  /** By number, the oldest first. */
  const recent = new Map<number, KeptEvent>()
  let size = 0
  const listeners = new Set<(event: NumberedEvent) => void>()
  let seq = 0
  let leftAt = -Infinity

  const forget = (): void => {
    recent.clear()
    size = 0
  }

  const keep = (entry: NumberedEvent): void => {
    const own = JSON.stringify(entry.event).length
    if (own > maxEventSize) {
      forget()
      return
    }
    recent.set(entry.seq, { entry, size: own })
    size += own
    for (const [oldest, kept] of recent) {
      if (size <= maxSize && recent.size <= maxEvents) return
      recent.delete(oldest)
      size -= kept.size
    }
  }

  return {
    /** Number of the newest event. */
    get seq(): number {
      return seq
    },
    publish(event: BenchEvent): void {
      seq += 1
      const numbered = { seq, event }
      keep(numbered)
      for (const listener of listeners) listener(numbered)
    },
    /**
     * False once no client has listened for {@link KEPT_FOR_MS}: events need not be made, since a client that returns reads
     * everything again.
     */
    get isWatched(): boolean {
      return listeners.size > 0 || clock() - leftAt < KEPT_FOR_MS
    },
    /** Notes a change for which no event was made: a client that reconnects reads everything again. */
    skip(): void {
      seq += 1
      forget()
    },
    /** Events after `from`, or null when some of them are gone already. */
    since(from: number): readonly NumberedEvent[] | null {
      // Numbers have no gaps: where the next one is kept, all that follow are.
      if (from > seq || (from < seq && !recent.has(from + 1))) return null
      return [...recent.values()].map(({ entry }) => entry).filter((entry) => entry.seq > from)
    },
    subscribe(listener: (event: NumberedEvent) => void): () => void {
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener)) leftAt = clock()
      }
    },
  }
}
