import { useEffect, useRef, useState } from 'react'
import type { BenchEvent } from '#protocol/events'
import { useBench, useBenchEvents } from '#window/state/bench'
import { useInfo, useProjectFilter } from '#window/state/info'
import type { ListView } from '#window/navigation/list-view'
import { createRounds, type Rounds } from './rounds'
import type { PageList } from '#window/state/filtered-list'

/** Counts are asked for at most this often. */
const SETTLE_MS = 1500

interface CountedList {
  readonly method: 'payments.list' | 'callbacks.list' | 'captures.list' | 'traffic.list'
  /** What changes the list. */
  readonly events: readonly BenchEvent['type'][]
}

const COUNTED: Readonly<Record<PageList, CountedList>> = {
  payments: { method: 'payments.list', events: ['payment.changed'] },
  callbacks: { method: 'callbacks.list', events: ['callback.changed'] },
  captures: { method: 'captures.list', events: ['capture.added', 'capture.changed'] },
  traffic: { method: 'traffic.list', events: ['exchange.added', 'capture.added'] },
}

/** Counts of another list or project do not apply. */
interface Counts {
  readonly scope: string
  readonly byQuery: ReadonlyMap<string, number>
}

const NO_COUNTS: Counts = { scope: '', byQuery: new Map() }

/** How many rows of a list each filter matches, by its query; follows the bench with a short delay. */
export function useViewCounts(list: PageList, views: readonly ListView[]): ReadonlyMap<string, number> {
  const { method, events: changing } = COUNTED[list]
  const bench = useBench()
  const projectId = useProjectFilter()
  const epoch = useInfo((state) => state.epoch)
  const [counts, setCounts] = useState<Counts>(NO_COUNTS)
  const rounds = useRef<Rounds | null>(null)
  const scope = JSON.stringify([list, projectId ?? null])
  const queries = views.map((view) => view.query).join('\n')

  useBenchEvents((events) => {
    if (events.some((event) => changing.includes(event.type))) rounds.current?.again()
  })

  useEffect(() => {
    let current = true
    const count = async (): Promise<void> => {
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
      if (current) setCounts({ scope, byQuery: new Map(found) })
    }
    const own = createRounds(count, SETTLE_MS)
    rounds.current = own
    return () => {
      current = false
      own.end()
    }
  }, [bench, method, scope, projectId, queries, epoch])

  return counts.scope === scope ? counts.byQuery : NO_COUNTS.byQuery
}
