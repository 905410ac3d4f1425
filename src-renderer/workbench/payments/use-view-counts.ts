import { useEffect, useState } from 'react'
import type { BenchEvent } from '../../../src-main/contract/events'
import { useBench, useBenchEvents } from '../state/bench'
import { useInfo, useProjectFilter } from '../state/info'
import type { ListView } from './views'

/** Counts are asked for at most this often. */
const SETTLE_MS = 1500

/** A list that filters narrow: its method, and the events that change it. */
export interface CountedList {
  readonly method: 'payments.list' | 'traffic.list'
  readonly events: readonly BenchEvent['type'][]
}

const PAYMENTS: CountedList = { method: 'payments.list', events: ['payment.changed'] }

/** How many rows of a list each filter matches, by its query; follows the bench with a short delay. */
export function useViewCounts(
  views: readonly ListView[],
  { method, events: changing }: CountedList = PAYMENTS,
): ReadonlyMap<string, number> {
  const bench = useBench()
  const projectId = useProjectFilter()
  const epoch = useInfo((state) => state.epoch)
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const [changes, setChanges] = useState(0)
  const queries = views.map((view) => view.query).join('\n')

  useBenchEvents((events) => {
    if (events.some((event) => changing.includes(event.type))) setChanges((count) => count + 1)
  })

  const stale = changes > 0
  useEffect(() => {
    let current = true
    const count = async (): Promise<void> => {
      setChanges(0)
      const asked = queries.split('\n').map(async (query): Promise<readonly [string, number]> => {
        const scope = projectId === undefined ? {} : { projectId }
        const page = await bench.call(method, {
          ...scope,
          ...(query === '' ? {} : { query }),
          limit: 1,
        })
        return [query, page.total]
      })
      const settled = await Promise.allSettled(asked)
      const found = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      if (current) setCounts(new Map(found))
    }
    const timer = setTimeout(() => void count(), stale ? SETTLE_MS : 0)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [bench, method, projectId, queries, epoch, stale])

  return counts
}
