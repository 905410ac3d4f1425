import { createStore } from 'zustand/vanilla'
import type { RowRange } from '#window/ui/use-row-window'
import { errorText } from '#lib/error-text'

/** Rows per page; the newest page may grow beyond this number. */
const PAGE_ROWS = 200

/** A loaded page; `index` counts the pages after the newest one, from 0. */
interface ListPage<Item> {
  readonly index: number
  readonly items: readonly Item[]
  /** Cursor of the next page; null at the end of the list. */
  readonly next: string | null
}

/** The loaded parts of a list: the newest page, which grows, and pages after it, counted from the anchor. */
interface Paging<Item> {
  readonly head: readonly Item[]
  /** Cursor after the newest page as it was first read; null if no row follows. */
  readonly anchor: string | null
  readonly pages: readonly ListPage<Item>[]
  readonly total: number
}

export interface FetchedPage<Item> {
  readonly items: readonly Item[]
  readonly next?: string | undefined
  readonly total: number
}

interface PagePlace {
  readonly cursor: string
  readonly skip: number
}

function fromFirstPage<Item>({ items, next, total }: FetchedPage<Item>): Paging<Item> {
  return {
    head: items,
    anchor: next ?? null,
    pages: [],
    total: next === undefined ? items.length : Math.max(total, items.length + 1),
  }
}

/** Index of the page of a row; -1 for the newest page. */
const pageOf = (paging: Paging<unknown>, row: number): number =>
  row < paging.head.length ? -1 : Math.floor((row - paging.head.length) / PAGE_ROWS)

/** Indexes of missing pages between two rows, newest first. */
function missingPages(paging: Paging<unknown>, firstRow: number, lastRow: number): readonly number[] {
  const last = Math.min(lastRow, paging.total - 1)
  if (paging.anchor === null || last < paging.head.length) return []
  const from = Math.max(0, pageOf(paging, firstRow))
  const indexes = Array.from({ length: Math.max(0, pageOf(paging, last) - from + 1) }, (_, at) => from + at)
  return indexes.filter((index) => !paging.pages.some((page) => page.index === index))
}

/** Cursor and skip that lead to a page from the nearest loaded one before it; null if the newest is the only page. */
function placeOf(paging: Paging<unknown>, index: number): PagePlace | null {
  const before = paging.pages.findLast((page) => page.index < index && page.next !== null)
  if (before !== undefined && before.next !== null) {
    return { cursor: before.next, skip: (index - before.index - 1) * PAGE_ROWS }
  }
  return paging.anchor === null ? null : { cursor: paging.anchor, skip: index * PAGE_ROWS }
}

/** Inserts a page. The last page of a list determines the exact length of the list. */
function withPage<Item>(paging: Paging<Item>, index: number, page: FetchedPage<Item>): Paging<Item> {
  const { items, next = null } = page
  const begin = paging.head.length + index * PAGE_ROWS
  const others = paging.pages.filter((other) => other.index !== index)
  if (items.length === 0)
    return { ...paging, total: Math.min(begin, Math.max(page.total, paging.head.length)) }
  const end = begin + items.length
  return {
    ...paging,
    pages: [...others, { index, items, next }].sort((a, b) => a.index - b.index),
    total: next === null ? end : Math.max(paging.total, end + 1),
  }
}

function rowAt<Item>(paging: Paging<Item>, row: number): Item | undefined {
  const index = pageOf(paging, row)
  if (index < 0) return paging.head[row]
  return paging.pages.find((page) => page.index === index)?.items[
    row - paging.head.length - index * PAGE_ROWS
  ]
}

/** Row of the first matching loaded item; -1 if there is none. */
function findRow<Item>(paging: Paging<Item>, fits: (item: Item) => boolean): number {
  const inHead = paging.head.findIndex(fits)
  if (inHead >= 0) return inHead
  for (const page of paging.pages) {
    const at = page.items.findIndex(fits)
    if (at >= 0) return paging.head.length + page.index * PAGE_ROWS + at
  }
  return -1
}

export interface ListState<Item> {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly error: string | null
  readonly paging: Paging<Item>
  /** Whether new rows appear on top at once; otherwise they wait. */
  readonly following: boolean
  readonly waiting: number
}

export interface LiveChanges<Item> {
  readonly changed: readonly Item[]
  readonly added: readonly Item[]
}

/** A list after live changes: replaces known items; new ones go on top, wait, or are ignored if it is filtered. */
function withLive<Item>(
  state: ListState<Item>,
  { changed, added }: LiveChanges<Item>,
  { keyOf, filtered }: { readonly keyOf: (item: Item) => string; readonly filtered: boolean },
): ListState<Item> {
  const known = new Set(state.paging.head.map(keyOf))
  const newest = new Map([...added, ...changed].map((item) => [keyOf(item), item]))
  const current = (item: Item): Item => newest.get(keyOf(item)) ?? item
  const pages = state.paging.pages.map((page) => ({ ...page, items: page.items.map(current) }))
  const paging = { ...state.paging, head: state.paging.head.map(current), pages }
  const toAdd = added.filter((item) => !known.has(keyOf(item))).map(current)
  if (filtered || toAdd.length === 0) return { ...state, paging }
  // An empty list has no scroll position to keep, so nothing waits.
  if (!state.following && paging.total > 0) return { ...state, paging, waiting: state.waiting + toAdd.length }
  const head = [...toAdd.toReversed(), ...paging.head]
  return { ...state, paging: { ...paging, head, total: paging.total + toAdd.length } }
}

const MAX_HEAD_ROWS = 2000

export interface PagedListOptions<Item> {
  /** Reads up to `limit` rows, skipping `skip` rows after the cursor; without a cursor, from the newest. */
  readonly fetchPage: (cursor: string | null, limit: number, skip: number) => Promise<FetchedPage<Item>>
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
