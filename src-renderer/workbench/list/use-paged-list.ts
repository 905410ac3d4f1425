import {
  createPagedList,
  type GridRows,
  type ListState,
  type LiveChanges,
  type PagedList,
  type PagedListOptions,
} from './paged-list'
import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { BenchEvent } from '#protocol/events'
import { useBenchEvents } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { setPlace, usePreferences } from '#window/state/preferences'
import { walk } from '#window/state/dialogs'
import type { GridHandle } from './GridRow'

/** How long changes to a filtered list are collected before the list is read again, in milliseconds. */
const SETTLE_MS = 400

interface PagedListSource<Item> extends Omit<PagedListOptions<Item>, 'later'> {
  /** Identifies the list; a different identity starts a new list. */
  readonly identity: string
  readonly read: (events: readonly BenchEvent[]) => LiveChanges<Item>
}

export interface UsedList<Item> extends GridRows<Item> {
  readonly state: ListState<Item>
  readonly list: PagedList<Item>
}

const listOf = <Item>(source: PagedListSource<Item>): PagedList<Item> =>
  createPagedList<Item>({ ...source, later: (work) => setTimeout(work, SETTLE_MS) })

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
  return useMemo(() => {
    const { rowAt, rowOf, want } = list
    return { state, list, count: state.paging.total, rowAt, rowOf, want }
  }, [list, state])
}

export type ListPage = ReturnType<typeof useListPage>

export function useListPage<Item>(
  place: 'payments' | 'callbacks' | 'traffic',
  { list, state, rowAt }: UsedList<Item>,
  idOf: (item: Item) => string,
) {
  const grid = useRef<GridHandle>(null)
  const pane = useRef<HTMLDivElement>(null)
  const { selection, split } = usePreferences((preferences) => preferences[place])
  const newest = rowAt(0)
  const id = newest === undefined ? null : idOf(newest)
  // While a new filter is applied, the previous newest row stays, so that the detail does not flicker.
  const sessionId = usePreferences((preferences) => preferences.sessionId)
  const [last, setLast] = useState({ id, sessionId })
  const isKnown = state.phase === 'ready' || id !== null || last.sessionId !== sessionId
  if (isKnown && (last.id !== id || last.sessionId !== sessionId)) setLast({ id, sessionId })
  const shownId = selection ?? (isKnown ? id : last.id)
  const detailId = useDeferredValue(shownId)

  useEffect(() => {
    if (selection === null) return
    list.follow(false)
    // A row selected elsewhere, such as a new one, may be among the waiting rows.
    if (list.state.phase === 'ready' && list.rowOf(selection) < 0) list.refresh()
  }, [list, selection])

  const choose = (id: string): void => {
    if (id !== selection) walk(() => setPlace(place, { selection: id }))
  }
  return {
    place,
    grid,
    pane,
    split,
    shownId,
    /** `shownId`, delayed while the tester moves through many rows. */
    detailId,
    choose,
    open(id: string): void {
      choose(id)
      pane.current?.focus()
    },
    /** Keeps the shown row while the tester works in the detail. */
    pin(): void {
      if (selection === null && shownId !== null) walk(() => setPlace(place, { selection: shownId }))
    },
    showWaiting(): void {
      list.follow(true)
      grid.current?.scrollToTop()
      grid.current?.focus()
    },
    focusList: (): void => grid.current?.focus(),
    /** Called when the list is scrolled: at its top it follows the newest row, unless a row is chosen or rows wait. */
    onTop(atTop: boolean): void {
      if (!atTop) list.follow(false)
      else if (selection === null && state.waiting === 0) list.follow(true)
    },
  }
}
