import {
  NOTHING_KNOWN,
  findRow,
  fromFirstPage,
  letGo,
  locate,
  rowAt,
  rowCount,
  withChanged,
  withItems,
  withNewest,
  withNextPage,
} from './paging'
import type { FetchedPage, Paging } from './paging'

/** Rows of one fetch while the list is walked by screens, and while it is walked to a far place. */
const PAGE_ROWS = 200
const FAR_PAGE_ROWS = 500
/** Rows kept on either side of the shown ones. */
const KEEP_ROWS = 1200
/** A newest page that grew beyond this by live rows is fetched anew. */
const MOST_HEAD_ROWS = 2000

export interface ListState<Item> {
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Why the list could not be fetched. */
  readonly fault: string | null
  readonly paging: Paging<Item>
  /** The newest row is followed; otherwise new rows wait. */
  readonly following: boolean
  /** Rows that came while the list was not following. */
  readonly waiting: number
}

export interface PagedListOptions<Item> {
  readonly fetchPage: (cursor: string | null, limit: number) => Promise<FetchedPage<Item>>
  readonly keyOf: (item: Item) => string
  /** With a query only the bench knows what belongs into the list. */
  readonly filtered: boolean
  readonly startFollowing: boolean
  /** Puts work off until things have settled; a second call before that changes nothing. */
  readonly later: (work: () => void) => void
}

/** A live list that is fetched by cursor where it is looked at and let go where it is not. */
export interface PagedList<Item> {
  readonly state: ListState<Item>
  readonly subscribe: (listener: () => void) => () => void
  /** Fetches the newest page; what is shown stays until it is there. */
  readonly refresh: () => void
  /** Tells which rows are on the screen. */
  readonly want: (first: number, last: number) => void
  /** Fetches up to a row that may be far away; resolves with null when the list has no such row any more. */
  readonly load: (row: number) => Promise<Item | null>
  /** Changes of items, and new items in the order of their coming. */
  readonly take: (changed: readonly Item[], added: readonly Item[]) => void
  readonly follow: (on: boolean) => void
  readonly rowAt: (row: number) => Item | undefined
  readonly rowOf: (key: string) => number
  readonly dispose: () => void
}

export function createPagedList<Item>(options: PagedListOptions<Item>): PagedList<Item> {
  const { fetchPage, keyOf, filtered } = options
  const listeners = new Set<() => void>()
  let state: ListState<Item> = {
    phase: 'loading',
    fault: null,
    paging: NOTHING_KNOWN,
    following: options.startFollowing,
    waiting: 0,
  }
  let shown = { first: 0, last: 0 }
  let busy = false
  let refreshWanted = false
  let settling = false
  let disposed = false
  /** What came while the newest page was under way: that page may be older than it. */
  let meanwhile: { changed: readonly Item[]; added: readonly Item[] }[] = []
  let fetchingHead = false

  const set = (change: Partial<ListState<Item>>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const fail = (error: unknown): void => {
    set({ phase: 'failed', fault: error instanceof Error ? error.message : String(error) })
  }

  /** The next fetch that the shown rows need; null when they are all at hand. */
  const nextFetch = (): (() => Promise<void>) | null => {
    const { paging } = state
    for (const row of [shown.first, shown.last]) {
      const place = locate(paging, row)
      if (place === null) {
        if (paging.next === null || row >= rowCount(paging)) continue
        const known = paging.pages.reduce((sum, page) => sum + page.count, 0)
        const limit = row - known > FAR_PAGE_ROWS ? FAR_PAGE_ROWS : PAGE_ROWS
        return async () => {
          const page = await fetchPage(paging.next, limit)
          if (state.paging !== paging && state.paging.next !== paging.next) return
          set({ paging: tidy(withNextPage(state.paging, page)) })
        }
      }
      const page = paging.pages[place.page]
      if (page?.items !== null || page.cursor === null) continue
      const { cursor, count } = page
      return async () => {
        const fetched = await fetchPage(cursor, count)
        if (state.paging.pages[place.page]?.cursor !== cursor) return
        set({ paging: tidy(withItems(state.paging, place.page, fetched.items)) })
      }
    }
    return null
  }

  const tidy = (paging: Paging<Item>): Paging<Item> => letGo(paging, shown.first, shown.last, KEEP_ROWS)

  const fetchHead = async (): Promise<void> => {
    fetchingHead = true
    meanwhile = []
    try {
      const page = await fetchPage(null, PAGE_ROWS)
      set({ phase: 'ready', fault: null, paging: fromFirstPage(page), waiting: 0 })
    } finally {
      fetchingHead = false
      for (const { changed, added } of meanwhile.splice(0)) apply(changed, added)
    }
  }

  const run = (): void => {
    if (busy || disposed) return
    const work = refreshWanted ? fetchHead : state.phase === 'ready' ? nextFetch() : null
    if (work === null) return
    refreshWanted = false
    busy = true
    work()
      .catch(fail)
      .finally(() => {
        busy = false
        run()
      })
  }

  const refresh = (): void => {
    refreshWanted = true
    run()
  }

  const apply = (changed: readonly Item[], added: readonly Item[]): void => {
    const known = (item: Item): boolean =>
      state.paging.pages[0]?.items?.some((row) => keyOf(row) === keyOf(item)) ?? false
    const replaced = new Map([...added, ...changed].map((item) => [keyOf(item), item]))
    const paging = withChanged(state.paging, replaced, keyOf)
    const fresh = added.filter((item) => !known(item)).map((item) => replaced.get(keyOf(item)) ?? item)
    if (filtered || fresh.length === 0) {
      if (paging !== state.paging) set({ paging })
      return
    }
    // Where nothing is shown there is no place to keep, so nothing waits either.
    if (!state.following && rowCount(paging) > 0) {
      set({ paging, waiting: state.waiting + fresh.length })
      return
    }
    set({ paging: withNewest(paging, fresh) })
    if ((state.paging.pages[0]?.count ?? 0) > MOST_HEAD_ROWS) refresh()
  }

  /** With a query: follow by fetching the newest page, or count what waits. */
  const settle = async (): Promise<void> => {
    if (state.following) {
      refresh()
      return
    }
    const { total } = await fetchPage(null, 1)
    const more = Math.max(0, total - state.paging.total)
    if (more !== state.waiting) set({ waiting: more })
  }

  return {
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    refresh,
    want(first, last) {
      shown = { first, last }
      run()
    },
    load(row) {
      shown = { first: row, last: row }
      return new Promise((resolve) => {
        const look = (): void => {
          const item = rowAt(state.paging, row)
          const gone = state.phase === 'failed' || row >= rowCount(state.paging)
          if (item === undefined && !gone) return
          listeners.delete(look)
          resolve(item ?? null)
        }
        listeners.add(look)
        look()
        run()
      })
    },
    take(changed, added) {
      if (state.phase !== 'ready' || fetchingHead) meanwhile.push({ changed, added })
      if (state.phase !== 'ready') return
      apply(changed, added)
      if (!filtered || settling) return
      settling = true
      options.later(() => {
        settling = false
        if (!disposed) settle().catch(fail)
      })
    },
    follow(on) {
      if (state.following === on) return
      const behind = on && state.waiting > 0
      set({ following: on })
      if (behind) refresh()
    },
    rowAt: (row) => rowAt(state.paging, row),
    rowOf: (key) => findRow(state.paging, (item) => keyOf(item) === key),
    dispose() {
      disposed = true
      listeners.clear()
    },
  }
}
