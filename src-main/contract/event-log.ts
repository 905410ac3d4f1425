import type { BenchEvent } from './events'

export interface NumberedEvent {
  readonly seq: number
  readonly event: BenchEvent
}

/** Recent events with their numbers, so that a client that lost its line can go on where it was. */
export interface EventLog {
  publish(event: BenchEvent): void
  /** Number of the newest event. */
  readonly seq: number
  /** Events after `from`, or null when some of them are gone already. */
  since(from: number): readonly NumberedEvent[] | null
  subscribe(listener: (event: NumberedEvent) => void): () => void
}

/** Keeps the last `capacity` events. */
export function createEventLog(capacity = 5000): EventLog {
  const recent: NumberedEvent[] = []
  const listeners = new Set<(event: NumberedEvent) => void>()
  let seq = 0
  return {
    get seq() {
      return seq
    },
    publish(event) {
      seq += 1
      const numbered = { seq, event }
      recent.push(numbered)
      if (recent.length > capacity * 2) recent.splice(0, recent.length - capacity)
      for (const listener of listeners) listener(numbered)
    },
    since(from) {
      if (from > seq) return null
      const first = recent[0]
      if (from < seq && (first === undefined || first.seq > from + 1)) return null
      return recent.filter((entry) => entry.seq > from)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
