/** Rows per page; the newest page may grow beyond this number. */
export const PAGE_ROWS = 200

/** A loaded page; `index` counts the pages after the newest one, from 0. */
interface ListPage<Item> {
  readonly index: number
  readonly items: readonly Item[]
  /** Cursor of the next page; null at the end of the list. */
  readonly next: string | null
}

/** The loaded parts of a list: the newest page, which grows, and pages after it, counted from the anchor. */
export interface Paging<Item> {
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

export interface PagePlace {
  readonly cursor: string
  readonly skip: number
}

export function fromFirstPage<Item>({ items, next, total }: FetchedPage<Item>): Paging<Item> {
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
export function missingPages(paging: Paging<unknown>, firstRow: number, lastRow: number): readonly number[] {
  const last = Math.min(lastRow, paging.total - 1)
  if (paging.anchor === null || last < paging.head.length) return []
  const from = Math.max(0, pageOf(paging, firstRow))
  const indexes = Array.from({ length: Math.max(0, pageOf(paging, last) - from + 1) }, (_, at) => from + at)
  return indexes.filter((index) => !paging.pages.some((page) => page.index === index))
}

/** Cursor and skip that lead to a page from the nearest loaded one before it; null if the newest is the only page. */
export function placeOf(paging: Paging<unknown>, index: number): PagePlace | null {
  const before = paging.pages.findLast((page) => page.index < index && page.next !== null)
  if (before !== undefined && before.next !== null) {
    return { cursor: before.next, skip: (index - before.index - 1) * PAGE_ROWS }
  }
  return paging.anchor === null ? null : { cursor: paging.anchor, skip: index * PAGE_ROWS }
}

/** Inserts a page. The last page of a list determines the exact length of the list. */
export function withPage<Item>(paging: Paging<Item>, index: number, page: FetchedPage<Item>): Paging<Item> {
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

export function rowAt<Item>(paging: Paging<Item>, row: number): Item | undefined {
  const index = pageOf(paging, row)
  if (index < 0) return paging.head[row]
  return paging.pages.find((page) => page.index === index)?.items[
    row - paging.head.length - index * PAGE_ROWS
  ]
}

/** Row of the first matching loaded item; -1 if there is none. */
export function findRow<Item>(paging: Paging<Item>, fits: (item: Item) => boolean): number {
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
export function withLive<Item>(
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
