/** One page of a list. `items` is null where it was let go; its cursor fetches it again. */
interface ListPage<Item> {
  /** Cursor that the page begins after; null for the newest page. */
  readonly cursor: string | null
  readonly count: number
  readonly items: readonly Item[] | null
}

/** The known beginning of a list: pages one after the other, newest first, and the cursor behind them. */
export interface Paging<Item> {
  readonly pages: readonly ListPage<Item>[]
  /** Cursor of the first page that is not known yet; null at the end of the list. */
  readonly next: string | null
  /** Every item that the query matches, known or not. */
  readonly total: number
}

export interface FetchedPage<Item> {
  readonly items: readonly Item[]
  readonly next?: string | undefined
  readonly total: number
}

export const NOTHING_KNOWN: Paging<never> = { pages: [], next: null, total: 0 }

/** A list of which only the newest page is known. */
export function fromFirstPage<Item>(page: FetchedPage<Item>): Paging<Item> {
  return {
    pages: [{ cursor: null, count: page.items.length, items: page.items }],
    next: page.next ?? null,
    total: Math.max(page.total, page.items.length),
  }
}

/** Adds the page behind the known ones. */
export function withNextPage<Item>(paging: Paging<Item>, page: FetchedPage<Item>): Paging<Item> {
  const pages = [...paging.pages, { cursor: paging.next, count: page.items.length, items: page.items }]
  return { pages, next: page.next ?? null, total: Math.max(paging.total, knownCount({ ...paging, pages })) }
}

/** Puts the items back into a page that was let go; its place in the list stays the same. */
export function withItems<Item>(paging: Paging<Item>, index: number, items: readonly Item[]): Paging<Item> {
  const pages = paging.pages.map((page, at) =>
    at === index ? { ...page, items: items.slice(0, page.count) } : page,
  )
  return { ...paging, pages }
}

function knownCount(paging: Pick<Paging<unknown>, 'pages'>): number {
  return paging.pages.reduce((sum, page) => sum + page.count, 0)
}

/** Rows that the list has: all of the total while there is more to fetch, else what is known. */
export function rowCount(paging: Paging<unknown>): number {
  return paging.next === null ? knownCount(paging) : paging.total
}

/** Where a row is: its page, and its place in it; null behind the known pages. */
export function locate(paging: Paging<unknown>, row: number): { page: number; offset: number } | null {
  let first = 0
  for (const [index, page] of paging.pages.entries()) {
    if (row < first + page.count) return { page: index, offset: row - first }
    first += page.count
  }
  return null
}

export function rowAt<Item>(paging: Paging<Item>, row: number): Item | undefined {
  const place = locate(paging, row)
  return place === null ? undefined : paging.pages[place.page]?.items?.[place.offset]
}

/** Row of the first item that fits, among the items at hand; -1 where none does. */
export function findRow<Item>(paging: Paging<Item>, fits: (item: Item) => boolean): number {
  let first = 0
  for (const page of paging.pages) {
    const at = page.items?.findIndex(fits) ?? -1
    if (at >= 0) return first + at
    first += page.count
  }
  return -1
}

/** Lets go of pages further than `keep` rows from the shown ones. The newest page always stays. */
export function letGo<Item>(
  paging: Paging<Item>,
  firstRow: number,
  lastRow: number,
  keep: number,
): Paging<Item> {
  let first = 0
  const pages = paging.pages.map((page, index) => {
    const last = first + page.count - 1
    const far = last < firstRow - keep || first > lastRow + keep
    first += page.count
    return far && index > 0 && page.items !== null ? { ...page, items: null } : page
  })
  return pages.some((page, index) => page !== paging.pages[index]) ? { ...paging, pages } : paging
}

/** Puts newer items before all others, the last of them on top. */
export function withNewest<Item>(paging: Paging<Item>, items: readonly Item[]): Paging<Item> {
  const [head, ...rest] = paging.pages
  if (items.length === 0) return paging
  const fresh = items.toReversed()
  const newHead =
    head === undefined
      ? { cursor: null, count: fresh.length, items: fresh }
      : { ...head, count: head.count + fresh.length, items: [...fresh, ...(head.items ?? [])] }
  return { ...paging, pages: [newHead, ...rest], total: paging.total + fresh.length }
}

/** Replaces items by key where they are at hand. */
export function withChanged<Item>(
  paging: Paging<Item>,
  changed: ReadonlyMap<string, Item>,
  keyOf: (item: Item) => string,
): Paging<Item> {
  if (changed.size === 0) return paging
  const pages = paging.pages.map((page) => {
    return page.items?.some((item) => changed.has(keyOf(item))) === true
      ? { ...page, items: page.items.map((item) => changed.get(keyOf(item)) ?? item) }
      : page
  })
  return pages.some((page, index) => page !== paging.pages[index]) ? { ...paging, pages } : paging
}
