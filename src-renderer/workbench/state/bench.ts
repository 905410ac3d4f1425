import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'

interface BenchAccess {
  readonly client: BenchClient
  readonly feed: EventFeed
}

export const BenchContext = createContext<BenchAccess | null>(null)

function useBenchAccess(): BenchAccess {
  const access = useContext(BenchContext)
  if (access === null) throw new Error('A component that calls the bench must be inside BenchContext.')
  return access
}

export function useBench(): BenchClient {
  return useBenchAccess().client
}

/** Subscribes to events in batches, at most one per animation frame. The latest listener is used. */
export function useBenchEvents(listener: (events: readonly BenchEvent[]) => void): void {
  const { feed } = useBenchAccess()
  const onEvents = useEffectEvent(listener)
  useEffect(() => feed.subscribe((events) => onEvents(events)), [feed])
}

export type EventFeed = ReturnType<typeof createFeed>

const HIDDEN_MS = 250

/** Runs `work` before the next animation frame, or after a quarter of a second: a hidden window has no such frames. */
function beforeNextFrame(work: () => void): void {
  let done = false
  const runOnce = (): void => {
    if (done) return
    done = true
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    work()
  }
  const timer = setTimeout(runOnce, HIDDEN_MS)
  const frame = requestAnimationFrame(runOnce)
}

export function createFeed(client: BenchClient) {
  const listeners = new Set<(events: readonly BenchEvent[]) => void>()
  let gathered: BenchEvent[] = []
  client.onEvent((event) => {
    gathered.push(event)
    if (gathered.length > 1) return
    beforeNextFrame(() => {
      const events = gathered
      gathered = []
      for (const listener of listeners) listener(events)
    })
  })
  return {
    subscribe(listener: (events: readonly BenchEvent[]) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
