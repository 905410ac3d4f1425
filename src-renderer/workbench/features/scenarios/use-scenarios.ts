import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import { useBench, useBenchEvents } from '../../state/bench'
import { useInfo } from '../../state/info'
import { createListing, scenarioStore, type ListedScenarios } from './scenario-listing'

const listing = createListing()

/** All scenarios with their last results, live. */
export function useScenarios(): ListedScenarios & { readonly reload: () => void } {
  const bench = useBench()
  const epoch = useInfo((state) => state.epoch)
  const listed = useStore(scenarioStore)
  const reload = useCallback(() => {
    void listing.read(() => bench.call('scenarios.list', {}))
  }, [bench])
  useEffect(reload, [reload, epoch])
  useBenchEvents((events) => listing.note(events.filter((event) => event.type === 'scenario.changed')))
  return { ...listed, reload }
}
