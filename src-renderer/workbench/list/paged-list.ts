import {
  NOTHING_KNOWN,
  PAGE_ROWS,
  findRow,
  fromFirstPage,
  letGo,
  missingPages,
  placeOf,
  rowAt,
  rowCount,
  withChanged,
  withNewest,
  withPage,
} from './paging'
import type { FetchedPage, Paging } from './paging'

/** Fetches under way at once: a screen may lie across two pages. */
const MAX_FETCHES = 2
/** Rows kept on either side of the shown ones. */
const KEEP_ROWS = 1200
/** A newest page that grew beyond this by live rows is fetched anew. */
const MAX_HEAD_ROWS = 2000

export interface ListState<Item> {
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Why the list could not be fetched. */
  readonly fault: string | null
  readonly paging: Paging<Item>
  /** The newest row is followed; otherwise new rows wait. */
  readonly following: boolean
  /** Rows that came while the list was not following. */
  readonly waiting: number
  /** How often the first page has been read. */
  readonly fetched: number
}

export type FetchPage<Item> = (
  cursor: string | null,
  limit: number,
  skip: number,
) => Promise<FetchedPage<Item>>

export interface PagedListOptions<Item> {
  /** Fetches up to `limit` rows, passing over `skip` rows after the cursor; without a cursor, from the newest. */
  readonly fetchPage: FetchPage<Item>
  readonly keyOf: (item: Item) => string
  /** With a query only the bench knows what belongs into the list. */
  readonly filtered: boolean
  readonly startFollowing: boolean
  /** Puts work off until things have settled; a second call before that changes nothing. */
  readonly later: (work: () => void) => void
}

/** A live list that is fetched where it is looked at, however far that is, and let go where it is not. */
export interface PagedList<Item> {
  readonly state: ListState<Item>
  readonly subscribe: (listener: () => void) => () => void
  /** Fetches the newest page; what is shown stays until it is there. */
  readonly refresh: () => void
  /** Tells which rows are on the screen. */
  readonly want: (first: number, last: number) => void
  /** Fetches a row that may be far away; null when the list has no such row any more or another one is asked for. */
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
    fetched: 0,
  }
  let shown = { first: 0, last: 0 }
  /** The row that was asked for by itself, and who waits for it. */
  let goal: { readonly row: number; readonly answer: (item: Item | null) => void } | null = null
  /** Pages under way. */
  const underWay = new Set<number>()
  let fetches = 0
  /** Counts newest pages: a page that was asked for before has no place behind the present one. */
  let generation = 0
  let refreshWanted = false
  let settling = false
  let disposed = false
  /** What came while the newest page was under way: that page may be older than it. */
  let meanwhile: { changed: readonly Item[]; added: readonly Item[] }[] = []
  let fetchingHead = false

  const set = (change: Partial<ListState<Item>>): void => {
    state = { ...state, ...change }
    settleGoal()
    for (const listener of listeners) listener()
  }

  const settleGoal = (): void => {
    if (goal === null) return
    const { row, answer } = goal
    const item = rowAt(state.paging, row)
    if (item === undefined && state.phase !== 'failed' && row < rowCount(state.paging)) return
    goal = null
    answer(item ?? null)
  }

  const fail = (error: unknown): void => {
    set({ phase: 'failed', fault: error instanceof Error ? error.message : String(error) })
  }

  /** The next page that the wanted rows need and that is not under way; null when there is none. */
  const nextPage = (): number | null => {
    const { paging } = state
    const wanted = [
      ...(goal === null ? [] : missingPages(paging, goal.row, goal.row)),
      ...missingPages(paging, shown.first, shown.last),
    ]
    return wanted.find((index) => !underWay.has(index)) ?? null
  }

  /** What is far from the wanted rows by now is dropped, a page that just came included. */
  const tidy = (paging: Paging<Item>): Paging<Item> => {
    const wanted = goal === null ? [shown] : [shown, { first: goal.row, last: goal.row }]
    return letGo(paging, wanted, KEEP_ROWS)
  }

  const fetchRows = async (index: number): Promise<void> => {
    const place = placeOf(state.paging, index)
    if (place === null) return
    const asked = generation
    underWay.add(index)
    try {
      const page = await fetchPage(place.cursor, PAGE_ROWS, place.skip)
      if (asked === generation) set({ paging: tidy(withPage(state.paging, index, page)) })
    } catch (error) {
      if (asked === generation) throw error
    } finally {
      if (asked === generation) underWay.delete(index)
    }
  }

  const fetchHead = async (): Promise<void> => {
    fetchingHead = true
    meanwhile = []
    try {
      const page = await fetchPage(null, PAGE_ROWS, 0)
      generation += 1
      underWay.clear()
      set({
        phase: 'ready',
        fault: null,
        paging: fromFirstPage(page),
        waiting: 0,
        fetched: state.fetched + 1,
      })
    } finally {
      fetchingHead = false
      for (const { changed, added } of meanwhile.splice(0)) apply(changed, added)
    }
  }

  const nextWork = (): (() => Promise<void>) | null => {
    if (disposed || fetchingHead || fetches >= MAX_FETCHES) return null
    if (refreshWanted) {
      refreshWanted = false
      return fetchHead
    }
    const index = state.phase === 'ready' ? nextPage() : null
    return index === null ? null : () => fetchRows(index)
  }

  const run = (): void => {
    for (let work = nextWork(); work !== null; work = nextWork()) {
      fetches += 1
      work()
        .catch(fail)
        .finally(() => {
          fetches -= 1
          run()
        })
    }
  }

  const refresh = (): void => {
    refreshWanted = true
    run()
  }

  const apply = (changed: readonly Item[], added: readonly Item[]): void => {
    const known = (item: Item): boolean => state.paging.head.some((row) => keyOf(row) === keyOf(item))
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
    if (state.paging.head.length > MAX_HEAD_ROWS) refresh()
  }

  /** With a query: follow by fetching the newest page, or count what waits. */
  const settle = async (): Promise<void> => {
    if (state.following) {
      refresh()
      return
    }
    const { total } = await fetchPage(null, 1, 0)
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
      goal?.answer(null)
      return new Promise((resolve) => {
        goal = { row, answer: resolve }
        settleGoal()
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
      goal?.answer(null)
      goal = null
      listeners.clear()
    },
  }
}
