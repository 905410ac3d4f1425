import { useEffect, useRef, useState } from 'react'
import { SEARCHED_LISTS } from '#domain/query/everything'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import type { LaterTotals } from './search-items'
import { createSearches, type SearchAnswer, unfinished } from './searches'
import type { ProjectId } from '#domain/ids'

const SETTLE_MS = 120
/** Totals take longer than the first rows: they are asked for when the typing has stopped. */
const TOTALS_MS = 500

export interface Search {
  /** Null before the first answer, which may belong to an earlier text. */
  readonly answer: SearchAnswer | null
  readonly totals: LaterTotals
}

interface Delivered {
  readonly projectId: ProjectId | undefined
  readonly answer: SearchAnswer | null
}

const NO_TOTALS: { readonly of: SearchAnswer | null; readonly totals: LaterTotals } = { of: null, totals: {} }

/** Searches everything while somebody types. */
export function useSearch(text: string): Search {
  const bench = useBench()
  const projectId = useProjectFilter()
  const [delivered, setDelivered] = useState<Delivered>({ projectId, answer: null })
  // An answer for another project does not count.
  const answer = delivered.projectId === projectId ? delivered.answer : null
  const [later, setLater] = useState(NO_TOTALS)
  const searches = useRef<ReturnType<typeof createSearches> | null>(null)

  useEffect(() => {
    const scope = projectId === undefined ? {} : { projectId }
    const own = createSearches(
      (query) => bench.call('search.all', { query, ...scope }),
      (answer) => setDelivered({ projectId, answer }),
    )
    searches.current = own
    return own.end
  }, [bench, projectId])

  useEffect(() => {
    if (text === '' || unfinished(text) !== null) return
    const timer = setTimeout(() => searches.current?.ask(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [bench, projectId, text])

  useEffect(() => {
    const found = answer?.text === text ? answer.found : null
    if (found === null) return
    const open = SEARCHED_LISTS.filter((list) => found[list].searched && found[list].thereMayBeMore)
    if (open.length === 0) return
    let ended = false
    const hasEnded = (): boolean => ended
    const count = async (): Promise<void> => {
      const scope = projectId === undefined ? {} : { projectId }
      for (const list of open) {
        if (hasEnded()) return
        const { total } = await bench.call(`${list}.list`, { query: text, limit: 1, ...scope })
        if (hasEnded()) return
        setLater((known) => ({
          of: answer,
          totals: { ...(known.of === answer ? known.totals : {}), [list]: total },
        }))
      }
    }
    // A total that cannot be fetched stays "at least".
    const timer = setTimeout(() => void count().catch(() => null), TOTALS_MS)
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [bench, projectId, answer, text])

  return { answer, totals: later.of === answer ? later.totals : NO_TOTALS.totals }
}
