import { type RefObject, useDeferredValue, useEffect, useState } from 'react'
import { setPlace, usePreferences } from '#window/state/preferences'
import { walk } from '#window/state/walk'
import type { UsedList } from './use-paged-list'
import type { GridHandle } from './VirtualGrid'

/** Pages that are a list beside what is chosen in it. */
export type ListPlace = 'payments' | 'callbacks' | 'traffic'

interface ListPageParts {
  readonly grid: RefObject<GridHandle | null>
  readonly pane: RefObject<HTMLDivElement | null>
}

export interface ListPage {
  readonly place: ListPlace
  readonly split: number
  /** The chosen row, the newest one while none was chosen. */
  readonly shownId: string | null
  /** The same, a moment later where many rows are passed. */
  readonly detailId: string | null
  readonly choose: (id: string) => void
  /** Selects a row and moves the focus to its detail. */
  readonly open: (id: string) => void
  /** Keeps the shown row while the tester works in the detail. */
  readonly pin: () => void
  readonly showWaiting: () => void
  readonly focusList: () => void
  /** The list follows the newest row while it is at its top and nothing was chosen. */
  readonly onTop: (atTop: boolean) => void
}

/**
 * The newest row; while a list with another filter or order is being fetched, the one that was shown before. Otherwise the
 * detail would vanish for a moment, and a key that is pressed meanwhile would go nowhere.
 */
function useNewestKnown(id: string | null, isReady: boolean): string | null {
  const sessionId = usePreferences((preferences) => preferences.sessionId)
  const [last, setLast] = useState({ id, sessionId })
  const isKnown = isReady || id !== null || last.sessionId !== sessionId
  if (isKnown && (last.id !== id || last.sessionId !== sessionId)) setLast({ id, sessionId })
  return isKnown ? id : last.id
}

/** What the lists of payments, messages and traffic have in common. */
export function useListPage<Item>(
  place: ListPlace,
  { list, state, rowAt }: UsedList<Item>,
  idOf: (item: Item) => string,
  { grid, pane }: ListPageParts,
): ListPage {
  const { selection, split } = usePreferences((preferences) => preferences[place])
  const newest = rowAt(0)
  const newestId = useNewestKnown(newest === undefined ? null : idOf(newest), state.phase === 'ready')
  const shownId = selection ?? newestId
  const detailId = useDeferredValue(shownId)

  useEffect(() => {
    if (selection === null) return
    list.follow(false)
    // A row that was selected elsewhere, such as one that was just created, may be among the waiting rows.
    if (list.state.phase === 'ready' && list.rowOf(selection) < 0) list.refresh()
  }, [list, selection])

  const choose = (id: string): void => {
    if (id !== selection) walk(() => setPlace(place, { selection: id }))
  }
  return {
    place,
    split,
    shownId,
    detailId,
    choose,
    open(id) {
      choose(id)
      pane.current?.focus()
    },
    pin() {
      if (selection === null && shownId !== null) walk(() => setPlace(place, { selection: shownId }))
    },
    showWaiting() {
      list.follow(true)
      grid.current?.scrollToTop()
      grid.current?.focus()
    },
    focusList: () => grid.current?.focus(),
    onTop(atTop) {
      if (!atTop) list.follow(false)
      else if (selection === null && state.waiting === 0) list.follow(true)
    },
  }
}
