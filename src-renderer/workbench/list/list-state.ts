import type { StoreApi } from 'zustand/vanilla'
import { NOTHING_KNOWN, type Paging, rowCount, withChanged, withNewest } from './paging'

export interface ListState<Item> {
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Why the list could not be fetched. */
  readonly error: string | null
  readonly paging: Paging<Item>
  /** The newest row is followed; otherwise new rows wait. */
  readonly following: boolean
  /** Rows that came while the list was not following. */
  readonly waiting: number
  /** How often the first page has been read. */
  readonly fetched: number
}

export type ListStore<Item> = Pick<StoreApi<ListState<Item>>, 'getState' | 'setState' | 'subscribe'>

/** What a batch of events means for a list; new items in the order of their arrival. */
export interface LiveChanges<Item> {
  readonly changed: readonly Item[]
  readonly added: readonly Item[]
}

export const loadingState = (following: boolean): ListState<never> => ({
  phase: 'loading',
  error: null,
  paging: NOTHING_KNOWN,
  following,
  waiting: 0,
  fetched: 0,
})

/** A list after live changes: known items are replaced; new ones go on top, or wait. */
export function withLive<Item>(
  state: ListState<Item>,
  { changed, added }: LiveChanges<Item>,
  { keyOf, filtered }: { readonly keyOf: (item: Item) => string; readonly filtered: boolean },
): ListState<Item> {
  const known = (item: Item): boolean => state.paging.head.some((row) => keyOf(row) === keyOf(item))
  const newest = new Map([...added, ...changed].map((item) => [keyOf(item), item]))
  const paging = withChanged(state.paging, newest, keyOf)
  const fresh = added.filter((item) => !known(item)).map((item) => newest.get(keyOf(item)) ?? item)
  if (filtered || fresh.length === 0) return paging === state.paging ? state : { ...state, paging }
  // An empty list has no scroll position to keep, so nothing waits.
  if (!state.following && rowCount(paging) > 0)
    return { ...state, paging, waiting: state.waiting + fresh.length }
  return { ...state, paging: withNewest(paging, fresh) }
}
