import { createContext, useContext, useEffect, useRef } from 'react'
import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import type { EventFeed } from './feed'

export interface BenchAccess {
  readonly client: BenchClient
  readonly feed: EventFeed
}

export const BenchContext = createContext<BenchAccess | null>(null)

function useBenchAccess(): BenchAccess {
  const access = useContext(BenchContext)
  if (access === null) throw new Error('A component that calls the bench must be inside BenchContext.')
  return access
}

/** The bench: `call`, events and the state of the connection. */
export function useBench(): BenchClient {
  return useBenchAccess().client
}

/** Subscribes to events in batches, at most one per animation frame. The latest listener is used. */
export function useBenchEvents(listener: (events: readonly BenchEvent[]) => void): void {
  const { feed } = useBenchAccess()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => feed.subscribe((events) => latest.current(events)), [feed])
}
