import { useEffect, useState } from 'react'
import { useBench, useBenchEvents } from '../state/bench'
import { useInfo, useProjectFilter } from '../state/info'
import type { ListView } from './views'

/** Counts are asked for at most this often. */
const SETTLE_MS = 1500

/** How many payments each filter matches, by its query; follows the bench with a short delay. */
export function useViewCounts(views: readonly ListView[]): ReadonlyMap<string, number> {
  const bench = useBench()
  const projectId = useProjectFilter()
  const epoch = useInfo((state) => state.epoch)
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const [changes, setChanges] = useState(0)
  const queries = views.map((view) => view.query).join('\n')

  useBenchEvents((events) => {
    if (events.some((event) => event.type === 'payment.changed')) setChanges((count) => count + 1)
  })

  const stale = changes > 0
  useEffect(() => {
    let current = true
    const count = async (): Promise<void> => {
      setChanges(0)
      const asked = queries.split('\n').map(async (query): Promise<readonly [string, number]> => {
        const scope = projectId === undefined ? {} : { projectId }
        const page = await bench.call('payments.list', {
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
  }, [bench, projectId, queries, epoch, stale])

  return counts
}
