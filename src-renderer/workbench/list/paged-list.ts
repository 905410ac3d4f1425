import { createStore } from 'zustand/vanilla'
import { loadingState, withLive, type ListState, type LiveChanges, type ListStore } from './list-state'
import { createPageFetcher, type FetchPage } from './page-fetcher'
import { findRow, rowAt, type RowSpan, rowCount } from './paging'

/** A newest page that grew beyond this by live rows is fetched anew. */
const MAX_HEAD_ROWS = 2000

export interface PagedListOptions<Item> {
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
