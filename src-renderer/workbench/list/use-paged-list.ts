import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { BenchEvent } from '#protocol/events'
import { useBenchEvents } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { createPagedList, type PagedList } from './paged-list'
import type { ListState, LiveChanges } from './list-state'
import type { FetchPage } from './page-fetcher'
import { rowCount } from './paging'

/** Changes of a filtered list are collected this long before it is fetched again. */
const SETTLE_MS = 400

interface PagedListSource<Item> {
  /** Identifies the list; another identity starts a new one. */
  readonly identity: string
  readonly filtered: boolean
  /** Follows the newest row from the start. */
  readonly startFollowing: boolean
  readonly fetchPage: FetchPage<Item>
  readonly keyOf: (item: Item) => string
  /** What a batch of events means for this list. */
  readonly read: (events: readonly BenchEvent[]) => LiveChanges<Item>
}

/** A list as a grid shows it. */
export interface GridRows<Item> {
  readonly count: number
  readonly rowAt: (row: number) => Item | undefined
  readonly rowOf: (key: string) => number
  readonly want: (first: number, last: number) => void
  /** Fetches a row that is not loaded. */
  readonly load: (row: number) => Promise<Item | null>
}

export interface UsedList<Item> extends GridRows<Item> {
  readonly state: ListState<Item>
  readonly list: PagedList<Item>
}

/** How many rows fit a filter; null without one, and until it is known. */
export const matchesOf = (
  { state, count }: { readonly state: Pick<ListState<unknown>, 'phase'>; readonly count: number },
  query: string,
): number | null => (query === '' || state.phase !== 'ready' ? null : count)

function listOf<Item>(source: PagedListSource<Item>): PagedList<Item> {
  const { fetchPage, keyOf, filtered, startFollowing } = source
  return createPagedList<Item>({
    fetchPage,
    keyOf,
    filtered,
    startFollowing,
    later: (work) => {
      setTimeout(work, SETTLE_MS)
    },
  })
}

/** A live, paged list; see {@link createPagedList}. */
export function usePagedList<Item>(source: PagedListSource<Item>): UsedList<Item> {
  const { identity, read } = source
  const epoch = useInfo((state) => state.epoch)
  const connected = useInfo((state) => state.status === 'connected')
  const [held, setHeld] = useState(() => ({ identity, list: listOf(source) }))
  if (held.identity !== identity) setHeld({ identity, list: listOf(source) })
  const { list } = held
  useEffect(() => {
    list.refresh()
  }, [list, epoch])
  useEffect(() => {
    if (connected && list.state.phase === 'failed') list.refresh()
  }, [list, connected])
  useEffect(() => () => list.dispose(), [list])
  useBenchEvents((events) => {
    const { changed, added } = read(events)
    if (changed.length > 0 || added.length > 0) list.take(changed, added)
  })
  const state = useSyncExternalStore(list.subscribe, () => list.state)
  return useMemo(
    () => ({
      state,
      list,
      count: rowCount(state.paging),
      rowAt: list.rowAt,
      rowOf: list.rowOf,
      want: list.want,
      load: list.load,
    }),
    [list, state],
  )
}
