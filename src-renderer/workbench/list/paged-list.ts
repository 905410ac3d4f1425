import { createStore } from 'zustand/vanilla'
import {
  type FetchedPage,
  findRow,
  fromFirstPage,
  type ListState,
  type ListStore,
  type LiveChanges,
  loadingState,
  missingPages,
  PAGE_ROWS,
  type Paging,
  placeOf,
  releasePages,
  rowAt,
  rowCount,
  type RowSpan,
  withLive,
  withPage,
} from './paging'
import { errorText } from '#lib/error-text'

/** Concurrent fetches: the viewport may span two pages. */
const MAX_FETCHES = 2
/** Rows kept on either side of the wanted ones. */
const KEEP_ROWS = 1200

/** Fetches up to `limit` rows, passing over `skip` rows after the cursor; without a cursor, from the newest. */
export type FetchPage<Item> = (
  cursor: string | null,
  limit: number,
  skip: number,
) => Promise<FetchedPage<Item>>

interface PageFetcherOptions<Item> {
  readonly store: ListStore<Item>
  readonly fetchPage: FetchPage<Item>
  /** Rows that are needed, the most urgent first. */
  readonly wanted: () => readonly RowSpan[]
  /** The newest page is requested; its content may be older than events that arrive meanwhile. */
  readonly onHeadAsked: () => void
  /** The newest page is there, or failed. */
  readonly onHeadSettled: () => void
}

interface PageFetcher {
  readonly isHeadInFlight: () => boolean
  /** Fetches the pages that wanted rows need. */
  readonly run: () => void
  /** Fetches the newest page; what is shown stays until it is there. */
  readonly refresh: () => void
  readonly fail: (error: unknown) => void
  readonly stop: () => void
}

/** Fetches pages of a list as rows are wanted, two at a time, the newest page before all others. */
function createPageFetcher<Item>({
  store,
  fetchPage,
  wanted,
  onHeadAsked,
  onHeadSettled,
}: PageFetcherOptions<Item>): PageFetcher {
  const inFlight = new Set<number>()
  let fetches = 0
  /** Counts newest pages: a page that was asked for before has no place behind the present one. */
  let generation = 0
  let isHeadWanted = false
  let isHeadInFlight = false
  let isStopped = false

  const fail = (error: unknown): void => {
    store.setState({ phase: 'failed', error: errorText(error) })
  }

  /** The next page that the wanted rows need and that is not in flight; null when there is none. */
  const nextPage = (paging: Paging<Item>): number | null =>
    wanted()
      .flatMap(({ first, last }) => missingPages(paging, first, last))
      .find((index) => !inFlight.has(index)) ?? null

  const fetchRows = async (index: number): Promise<void> => {
    const from = placeOf(store.getState().paging, index)
    if (from === null) return
    const asked = generation
    inFlight.add(index)
    try {
      const page = await fetchPage(from.cursor, PAGE_ROWS, from.skip)
      if (asked !== generation) return
      // Pages that are far from the wanted rows by now are released, this one included.
      const paging = releasePages(withPage(store.getState().paging, index, page), wanted(), KEEP_ROWS)
      store.setState({ paging })
    } catch (error) {
      if (asked === generation) throw error
    } finally {
      if (asked === generation) inFlight.delete(index)
    }
  }

  const fetchHead = async (): Promise<void> => {
    isHeadWanted = false
    isHeadInFlight = true
    onHeadAsked()
    try {
      const page = await fetchPage(null, PAGE_ROWS, 0)
      generation += 1
      inFlight.clear()
      store.setState(({ fetched }) => ({
        phase: 'ready',
        error: null,
        paging: fromFirstPage(page),
        waiting: 0,
        fetched: fetched + 1,
      }))
    } finally {
      isHeadInFlight = false
      onHeadSettled()
    }
  }

  const nextWork = (): (() => Promise<void>) | null => {
    if (isStopped || isHeadInFlight || fetches >= MAX_FETCHES) return null
    if (isHeadWanted) return fetchHead
    const { phase, paging } = store.getState()
    const index = phase === 'ready' ? nextPage(paging) : null
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

  return {
    isHeadInFlight: () => isHeadInFlight,
    run,
    refresh() {
      isHeadWanted = true
      run()
    },
    fail,
    stop() {
      isStopped = true
    },
  }
}

/** A newest page that grew beyond this by live rows is fetched anew. */
const MAX_HEAD_ROWS = 2000

interface PagedListOptions<Item> {
  readonly fetchPage: FetchPage<Item>
  readonly keyOf: (item: Item) => string
  /** With a query only the bench knows what belongs into the list. */
  readonly filtered: boolean
  readonly startFollowing: boolean
  /** Defers work until events have settled; a second call before that changes nothing. */
  readonly later: (work: () => void) => void
}

/** A live list that is fetched where it is looked at, however far that is, and released where it is not. */
export interface PagedList<Item> {
  readonly state: ListState<Item>
  readonly subscribe: (listener: () => void) => () => void
  /** Fetches the newest page; what is shown stays until it is there. */
  readonly refresh: () => void
  /** Takes which rows are on the screen. */
  readonly want: (first: number, last: number) => void
  /** Fetches a row that may be far away; null when the list has no such row any more or another one is asked for. */
  readonly load: (row: number) => Promise<Item | null>
  /** Takes changes of items, and new items in the order of their arrival. */
  readonly take: (changed: readonly Item[], added: readonly Item[]) => void
  readonly follow: (on: boolean) => void
  readonly rowAt: (row: number) => Item | undefined
  readonly rowOf: (key: string) => number
  readonly dispose: () => void
}

/** An empty list; `refresh` fetches its newest page. */
export function createPagedList<Item>(options: PagedListOptions<Item>): PagedList<Item> {
  const { fetchPage, keyOf, filtered } = options
  const store = createStore<ListState<Item>>(() => loadingState(options.startFollowing))
  const request = createRowRequest(store)
  let shown: RowSpan = { first: 0, last: 0 }
  /** Events that arrived while the newest page was in flight, which may be older than they are. */
  let meanwhile: LiveChanges<Item>[] = []
  let isSettling = false
  let isDisposed = false

  const pages = createPageFetcher({
    store,
    fetchPage,
    wanted: () => {
      const row = request.row()
      return row === null ? [shown] : [{ first: row, last: row }, shown]
    },
    onHeadAsked: () => {
      meanwhile = []
    },
    onHeadSettled: () => {
      for (const changes of meanwhile.splice(0)) apply(changes)
    },
  })

  function apply(changes: LiveChanges<Item>): void {
    const before = store.getState()
    const after = withLive(before, changes, options)
    if (after === before) return
    store.setState(after)
    if (after.paging.head.length > MAX_HEAD_ROWS && after.paging.head.length > before.paging.head.length)
      pages.refresh()
  }

  /** With a query: follow by fetching the newest page, or count what waits. */
  const settle = async (): Promise<void> => {
    if (store.getState().following) {
      pages.refresh()
      return
    }
    const { total } = await fetchPage(null, 1, 0)
    const { paging, waiting } = store.getState()
    const more = Math.max(0, total - paging.total)
    if (more !== waiting) store.setState({ waiting: more })
  }

  return {
    get state() {
      return store.getState()
    },
    subscribe: (listener) => store.subscribe(listener),
    refresh: pages.refresh,
    want(first, last) {
      shown = { first, last }
      pages.run()
    },
    load(row) {
      const loaded = request.ask(row)
      pages.run()
      return loaded
    },
    take(changed, added) {
      const { phase } = store.getState()
      if (phase !== 'ready' || pages.isHeadInFlight()) meanwhile.push({ changed, added })
      if (phase !== 'ready') return
      apply({ changed, added })
      if (!filtered || isSettling) return
      isSettling = true
      options.later(() => {
        isSettling = false
        if (!isDisposed) settle().catch(pages.fail)
      })
    },
    follow(on) {
      const { following, waiting } = store.getState()
      if (following === on) return
      store.setState({ following: on })
      if (on && waiting > 0) pages.refresh()
    },
    rowAt: (row) => rowAt(store.getState().paging, row),
    rowOf: (key) => findRow(store.getState().paging, (item) => keyOf(item) === key),
    dispose() {
      isDisposed = true
      pages.stop()
      request.abandon()
    },
  }
}

interface RowRequest<Item> {
  /** The requested row; null where none is. */
  readonly row: () => number | null
  /** Requests a row; a pending request is answered with null. */
  readonly ask: (row: number) => Promise<Item | null>
  readonly abandon: () => void
}

/**
 * A request for one row, however far away it is. It is answered as soon as the list has it; null where the
 * list no longer has such a row, or cannot be fetched.
 */
function createRowRequest<Item>(store: ListStore<Item>): RowRequest<Item> {
  let asked: { readonly row: number; readonly answer: (item: Item | null) => void } | null = null
  const settle = (): void => {
    if (asked === null) return
    const { row, answer } = asked
    const { paging, phase } = store.getState()
    const item = rowAt(paging, row)
    if (item === undefined && phase !== 'failed' && row < rowCount(paging)) return
    asked = null
    answer(item ?? null)
  }
  const abandon = (): void => {
    asked?.answer(null)
    asked = null
  }
  store.subscribe(settle)
  return {
    row: () => asked?.row ?? null,
    ask(row) {
      abandon()
      return new Promise((resolve) => {
        asked = { row, answer: resolve }
        settle()
      })
    },
    abandon,
  }
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
