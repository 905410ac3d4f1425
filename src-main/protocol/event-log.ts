import { LIMITS } from '#lib/limits/limit-table'
import type { BenchEvent } from './events'

export interface NumberedEvent {
  readonly seq: number
  readonly event: BenchEvent
}

/** Numbered recent events, from which a reconnecting client resumes. */
export type EventLog = ReturnType<typeof createEventLog>

/** Bounds on events kept for reconnecting clients. Sizes are those of the JSON text, in characters. */
const BOUNDS = {
  maxEvents: LIMITS.eventLogCount,
  maxSize: LIMITS.eventLogBytes,
  maxEventSize: LIMITS.eventBytes,
}

/** For this many milliseconds after the last client has left, events are still created, because it may return. */
const KEPT_FOR_MS = 60_000

/**
 * Keeps the last events within the bounds. Sends but does not keep an event that is too large: a client that
 * missed it reads everything again.
 * @param clock monotonic time in milliseconds
 */
export function createEventLog(
  clock: () => number,
  bounds: Readonly<Partial<Record<keyof typeof BOUNDS, number>>> = {},
) {
  const { maxEvents, maxSize, maxEventSize } = { ...BOUNDS, ...bounds }
  /** By number, the oldest first. */
  const recent = new Map<number, { readonly entry: NumberedEvent; readonly size: number }>()
  let size = 0
  const listeners = new Set<(event: NumberedEvent) => void>()
  let seq = 0
  let leftAt = -Infinity

  const forget = (): void => {
    recent.clear()
    size = 0
  }

  const keep = (entry: NumberedEvent): void => {
    const eventSize = JSON.stringify(entry.event).length
    if (eventSize > maxEventSize) {
      forget()
      return
    }
    recent.set(entry.seq, { entry, size: eventSize })
    size += eventSize
    for (const [oldest, kept] of recent) {
      if (size <= maxSize && recent.size <= maxEvents) return
      recent.delete(oldest)
      size -= kept.size
    }
  }

  return {
    get seq(): number {
      return seq
    },
    publish(event: BenchEvent): void {
      seq += 1
      const numbered = { seq, event }
      keep(numbered)
      for (const listener of listeners) listener(numbered)
    },
    /** False once no client has listened for {@link KEPT_FOR_MS}: a client that returns reads everything again. */
    get isWatched(): boolean {
      return listeners.size > 0 || clock() - leftAt < KEPT_FOR_MS
    },
    /** Records a change without an event: a client that reconnects reads everything again. */
    skip(): void {
      seq += 1
      forget()
    },
    /** Null if some of the events after `from` are gone. */
    since(from: number): readonly NumberedEvent[] | null {
      // Numbers have no gaps: if the next one is kept, so are all that follow.
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
