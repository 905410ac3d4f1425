import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useInfo, useProjectFilter } from '#window/state/info'
import { pressedKey } from '#window/ui/keys'
import type { Chosen } from '#window/state/dialogs'
import type { ActiveRow } from './use-active-row'

export type { Chosen } from '#window/state/dialogs'

/** Rows chosen together: some of them, or everything that the list's filter matches, loaded or not. */
export type RowSelection =
  { readonly kind: 'keys'; readonly keys: ReadonlySet<string> } | { readonly kind: 'all' }

export const NO_SELECTION: RowSelection = { kind: 'keys', keys: new Set() }
export const EVERYTHING: RowSelection = { kind: 'all' }

/** More than this is chosen by the filter, with everything that it matches. */
const MAX_CHOSEN = 5000

export const isEmptySelection = (selection: RowSelection): boolean =>
  selection.kind === 'keys' && selection.keys.size === 0

/** Passes a choice on. Before everything is chosen, waiting rows are shown: nothing is chosen that is not shown. */
export const choosingShown =
  (list: { readonly follow: (following: boolean) => void }, choose: (selection: RowSelection) => void) =>
  (selection: RowSelection): void => {
    if (selection.kind === 'all') list.follow(true)
    choose(selection)
  }

export const isChosen = (selection: RowSelection, key: string): boolean =>
  selection.kind === 'all' || selection.keys.has(key)

/** How many rows are chosen of a list with `total` rows. */
export const chosenCount = (selection: RowSelection, total: number): number =>
  selection.kind === 'all' ? total : selection.keys.size

/**
 * Adds a row, or takes it out. The first row that is added takes along the one that was shown until then, because a tester who
 * holds Ctrl means both. Of everything a single row cannot be taken out: then it alone is chosen.
 */
export function toggled(selection: RowSelection, key: string, shown: string | null): RowSelection {
  if (selection.kind === 'all') return { kind: 'keys', keys: new Set([key]) }
  const keys = new Set(selection.keys)
  if (keys.size === 0 && shown !== null && shown !== key) keys.add(shown)
  if (!keys.delete(key)) keys.add(key)
  return { kind: 'keys', keys }
}

/** So many rows are chosen one by one; of more, everything that the filter matches. */
const MAX_BY_ONE = 500

/** All rows that are shown, one by one where all are loaded, so that a later row is not among them. */
export function allShown(keyAt: (row: number) => string | undefined, count: number): RowSelection {
  if (count > MAX_BY_ONE) return EVERYTHING
  const keys = Array.from({ length: count }, (_, row) => keyAt(row))
  const known = keys.filter((key) => key !== undefined)
  return known.length === keys.length ? { kind: 'keys', keys: new Set(known) } : EVERYTHING
}

/** The rows between two, both included, as far as they are loaded; the newest 5,000 at most. */
export function between(
  keyAt: (row: number) => string | undefined,
  anchor: number,
  row: number,
): RowSelection {
  const from = Math.max(0, Math.min(anchor, row))
  const to = Math.min(Math.max(anchor, row), from + MAX_CHOSEN - 1)
  const keys = new Set<string>()
  for (let at = from; at <= to; at += 1) {
    const key = keyAt(at)
    if (key !== undefined) keys.add(key)
  }
  return { kind: 'keys', keys }
}

/** Rows chosen together; none in another list, filter, project or session. */
export function useChosenRows(
  list: string,
  query: string,
): readonly [RowSelection, (selection: RowSelection) => void] {
  const projectId = useProjectFilter()
  const epoch = useInfo((state) => state.epoch)
  const identity = JSON.stringify([list, query, projectId ?? null, epoch])
  const [chosen, setChosen] = useState({ identity, selection: NO_SELECTION })
  return [
    chosen.identity === identity ? chosen.selection : NO_SELECTION,
    (selection) => setChosen({ identity, selection }),
  ]
}

export const chosenNumber = (chosen: Chosen): number =>
  chosen.kind === 'ids' ? chosen.ids.length : chosen.count

interface RowChoiceOptions {
  readonly selection: RowSelection
  /** Undefined where one row at a time is chosen. */
  readonly onSelection: ((selection: RowSelection) => void) | undefined
  readonly selectedKey: string | null
  readonly keyAt: (row: number) => string | undefined
  /** Rows of the list, without those that wait to be shown. */
  readonly count: number
  readonly active: Pick<ActiveRow<unknown>, 'index' | 'moveTo'>
}

interface RowChoice {
  /** Keys that choose several rows; true where the key was taken. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** A key moved to a row; with Shift all rows up to it are chosen. */
  readonly onMove: (row: number, event: KeyboardEvent) => void
  readonly onPress: (row: number, event: MouseEvent) => void
  readonly chooseNone: () => void
}

/** Several rows of a grid chosen together: Ctrl or Shift with a press or an arrow key, the space bar, Ctrl+A, Esc. */
export function useRowChoice(options: RowChoiceOptions): RowChoice {
  const { selection, onSelection, selectedKey, keyAt, count, active } = options
  const [anchor, setAnchor] = useState<number | null>(null)
  const isEmpty = isEmptySelection(selection)

  const choose = (next: RowSelection, from: number | null): void => {
    setAnchor(from)
    if (next !== selection) onSelection?.(next)
  }
  const chooseNone = (): void => choose(isEmpty ? selection : NO_SELECTION, null)
  const toggle = (row: number): void => {
    const key = keyAt(row)
    if (key !== undefined) choose(toggled(selection, key, selectedKey), row)
  }
  const extendTo = (row: number): void => {
    const from = anchor ?? Math.max(0, active.index)
    choose(between(keyAt, from, row), from)
    active.moveTo(row)
  }
  const moveAlone = (row: number): void => {
    chooseNone()
    active.moveTo(row)
  }
  return {
    onKey(event) {
      if (onSelection === undefined || event.altKey) return false
      const control = event.ctrlKey || event.metaKey
      if (control && pressedKey(event) === 'a') {
        choose(allShown(keyAt, count), null)
        return true
      }
      if (control) return false
      if (event.key === ' ') {
        if (active.index >= 0) toggle(active.index)
        return true
      }
      if (event.key !== 'Escape' || isEmpty) return false
      chooseNone()
      return true
    },
    onMove(row, event) {
      if (event.shiftKey && onSelection !== undefined) extendTo(row)
      else moveAlone(row)
    },
    onPress(row, event) {
      if (onSelection !== undefined && (event.ctrlKey || event.metaKey)) toggle(row)
      else if (onSelection !== undefined && event.shiftKey) extendTo(row)
      else moveAlone(row)
    },
    chooseNone,
  }
}
