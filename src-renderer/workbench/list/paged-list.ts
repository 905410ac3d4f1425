import { createStore } from 'zustand/vanilla'
import {
  type FetchedPage,
  findRow,
  fromFirstPage,
  type ListState,
  type LiveChanges,
  missingPages,
  PAGE_ROWS,
  type PagePlace,
  placeOf,
  rowAt,
  withLive,
  withPage,
} from './paging'
import type { RowRange } from '#window/ui/use-row-window'
import { errorText } from '#lib/error-text'

/** Reads up to `limit` rows, skipping `skip` rows after the cursor; without a cursor, from the newest. */
export type FetchPage<Item> = (
  cursor: string | null,
  limit: number,
  skip: number,
) => Promise<FetchedPage<Item>>

const MAX_HEAD_ROWS = 2000

export interface PagedListOptions<Item> {
  readonly fetchPage: FetchPage<Item>
  readonly keyOf: (item: Item) => string
  /** Whether there is a query, a grouping or an order other than newest first: only Paybench then places new rows. */
  readonly filtered: boolean
  readonly startFollowing: boolean
  /** Defers work, so that a burst of events causes only one read. */
  readonly later: (work: () => void) => void
}

export type PagedList<Item> = ReturnType<typeof createPagedList<Item>>

/** A live list that reads only what is visited, page by page. Empty until `refresh` reads the newest page. */
export function createPagedList<Item>(options: PagedListOptions<Item>) {
  const { fetchPage, keyOf, filtered } = options
  const store = createStore<ListState<Item>>(() => ({
    phase: 'loading',
    error: null,
    paging: { head: [], anchor: null, pages: [], total: 0 },
    following: options.startFollowing,
    waiting: 0,
  }))
  let shown: RowRange = { first: 0, last: 0 }
  /** Events that arrived while the newest page was in flight; the page may be newer than they are. */
  let changesInFlight: LiveChanges<Item>[] = []
  let isHeadWanted = false
  let isHeadInFlight = false
  let isFetching = false
  let isSettling = false
  let isDisposed = false

  const fail = (error: unknown): void => store.setState({ phase: 'failed', error: errorText(error) })

  const fetchHead = async (): Promise<void> => {
    isHeadWanted = false
    isHeadInFlight = true
    changesInFlight = []
    try {
      const page = await fetchPage(null, PAGE_ROWS, 0)
      store.setState({ phase: 'ready', error: null, paging: fromFirstPage(page), waiting: 0 })
    } finally {
      isHeadInFlight = false
      for (const changes of changesInFlight.splice(0)) apply(changes)
    }
  }
  const fetchRows = async (index: number, { cursor, skip }: PagePlace): Promise<void> => {
    const page = await fetchPage(cursor, PAGE_ROWS, skip)
    store.setState(({ paging }) => ({ paging: withPage(paging, index, page) }))
  }
  const nextFetch = (): Promise<void> | null => {
    if (isDisposed) return null
    if (isHeadWanted) return fetchHead()
    const { phase, paging } = store.getState()
    const [index] = phase === 'ready' ? missingPages(paging, shown.first, shown.last) : []
    const place = index === undefined ? null : placeOf(paging, index)
    return index === undefined || place === null ? null : fetchRows(index, place)
  }
  const run = async (): Promise<void> => {
    if (isFetching) return
    isFetching = true
    for (let fetch = nextFetch(); fetch !== null; fetch = nextFetch()) await fetch.catch(fail)
    isFetching = false
  }
  /** Reads the newest page; the shown rows stay until it arrives. */
  const refresh = (): void => {
    isHeadWanted = true
    void run()
  }

  function apply(changes: LiveChanges<Item>): void {
    const before = store.getState()
    const after = withLive(before, changes, options)
    store.setState(after)
    if (after.paging.head.length > MAX_HEAD_ROWS && after.paging.head.length > before.paging.head.length)
      refresh()
  }

  /** In a filtered list: reads the newest page if the list follows, otherwise counts the waiting rows. */
  const settle = async (): Promise<void> => {
    if (store.getState().following) {
      refresh()
      return
    }
    const { total } = await fetchPage(null, 1, 0)
    const { paging, waiting } = store.getState()
    const more = Math.max(0, total - paging.total)
    if (more !== waiting) store.setState({ waiting: more })
  }

  return {
    get state(): ListState<Item> {
      return store.getState()
    },
    subscribe: (listener: () => void) => store.subscribe(listener),
    refresh,
    want(first: number, last: number): void {
      shown = { first, last }
      void run()
    },
    /** Takes changed items, and new items in the order of their arrival. */
    take(changed: readonly Item[], added: readonly Item[]): void {
      const { phase } = store.getState()
      if (isHeadInFlight) changesInFlight.push({ changed, added })
      if (phase !== 'ready') return
      apply({ changed, added })
      if (!filtered || isSettling) return
      isSettling = true
      options.later(() => {
        isSettling = false
        if (!isDisposed) settle().catch(fail)
      })
    },
    follow(on: boolean): void {
      const { following, waiting } = store.getState()
      if (following === on) return
      store.setState({ following: on })
      if (on && waiting > 0) refresh()
    },
    rowAt: (row: number): Item | undefined => rowAt(store.getState().paging, row),
    rowOf: (key: string): number => findRow(store.getState().paging, (item) => keyOf(item) === key),
    dispose(): void {
      isDisposed = true
    },
  }
}

export interface GridRows<Item> {
  readonly count: number
  readonly rowAt: (row: number) => Item | undefined
  readonly rowOf: (key: string) => number
  readonly want: (first: number, last: number) => void
}
