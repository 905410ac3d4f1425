import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'

/** Events of the bench in batches: one for everything that arrived since the last frame. */
export interface EventFeed {
  /** Returns the function that ends it. */
  subscribe(listener: (events: readonly BenchEvent[]) => void): () => void
}

/** Runs work once and soon. A hidden window has no animation frames, so a timer runs beside them. */
export type Soon = (work: () => void) => void

const HIDDEN_MS = 250

/** Before the next animation frame, or after a quarter of a second without one. */
const beforeNextFrame: Soon = (work) => {
  let done = false
  const once = (): void => {
    if (done) return
    done = true
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    work()
  }
  const timer = setTimeout(once, HIDDEN_MS)
  const frame = requestAnimationFrame(once)
}

/** Collects the events of a client into batches. */
export function createFeed(client: BenchClient, soon: Soon = beforeNextFrame): EventFeed {
  const listeners = new Set<(events: readonly BenchEvent[]) => void>()
  let gathered: BenchEvent[] = []
  client.onEvent((event) => {
    gathered.push(event)
    if (gathered.length > 1) return
    soon(() => {
      const events = gathered
      gathered = []
      for (const listener of listeners) listener(events)
    })
  })
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
