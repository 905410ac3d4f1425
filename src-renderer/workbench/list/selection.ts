import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useInfo, useProjectFilter } from '#window/state/info'
import { pressedKey } from '#window/ui/keys'
import type { Chosen } from '#window/state/dialogs'
import type { ActiveRow } from './use-active-row'

export type { Chosen } from '#window/state/dialogs'

/** Rows chosen together: those with the given keys, or everything that the list's filter matches, loaded or not. */
export type RowSelection =
  { readonly kind: 'keys'; readonly keys: ReadonlySet<string> } | { readonly kind: 'all' }

export const NO_SELECTION: RowSelection = { kind: 'keys', keys: new Set() }
export const EVERYTHING: RowSelection = { kind: 'all' }

const MAX_CHOSEN = 5000

export const isEmptySelection = (selection: RowSelection): boolean =>
  selection.kind === 'keys' && selection.keys.size === 0

export const isChosen = (selection: RowSelection, key: string): boolean =>
  selection.kind === 'all' || selection.keys.has(key)

export const chosenCount = (selection: RowSelection, total: number): number =>
  selection.kind === 'all' ? total : selection.keys.size

/**
 * Adds or removes a row. The first added row also adds the shown one, because a tester who holds Ctrl means both.
 * If everything is chosen, a single row cannot be removed; instead, that row becomes the only one chosen.
 */
export function toggled(selection: RowSelection, key: string, shown: string | null): RowSelection {
  if (selection.kind === 'all') return { kind: 'keys', keys: new Set([key]) }
  const keys = new Set(selection.keys)
  if (keys.size === 0 && shown !== null && shown !== key) keys.add(shown)
  if (!keys.delete(key)) keys.add(key)
  return { kind: 'keys', keys }
}

/** Up to this number, all shown rows are chosen by key; beyond it, everything that the filter matches is chosen. */
const MAX_BY_KEY = 500

/** Chooses all shown rows: by key if they are few and loaded, so that later rows are not added; if not, everything. */
export function allShown(keyAt: (row: number) => string | undefined, count: number): RowSelection {
  if (count > MAX_BY_KEY) return EVERYTHING
  const keys = Array.from({ length: count }, (_, row) => keyAt(row))
  const known = keys.filter((key) => key !== undefined)
  return known.length === keys.length ? { kind: 'keys', keys: new Set(known) } : EVERYTHING
}

/** The loaded rows from one row to another, inclusive; only the first 5,000. */
export function selectionBetween(
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

/** Rows chosen together; a change of list, filter, project or session clears them. */
export function useChosenRows(list: string, query: string) {
  const projectId = useProjectFilter()
  const epoch = useInfo((state) => state.epoch)
  const identity = JSON.stringify([list, query, projectId ?? null, epoch])
  const [chosen, setChosen] = useState({ identity, selection: NO_SELECTION })
  return [
    chosen.identity === identity ? chosen.selection : NO_SELECTION,
    (selection: RowSelection): void => setChosen({ identity, selection }),
  ] as const
}

export const chosenNumber = (chosen: Chosen): number =>
  chosen.kind === 'ids' ? chosen.ids.length : chosen.count

interface RowChoiceOptions {
  readonly selection: RowSelection
  /** Undefined if only one row can be chosen at a time. */
  readonly onSelection: ((selection: RowSelection) => void) | undefined
  readonly selectedKey: string | null
  readonly keyAt: (row: number) => string | undefined
  /** Number of rows in the list, not counting waiting ones. */
  readonly count: number
  readonly active: Pick<ActiveRow, 'index' | 'moveTo'>
}

/** Chooses several rows of a grid: Ctrl+click, Shift with click or arrow key, Space, Ctrl+A, Esc. */
export function useRowChoice(options: RowChoiceOptions) {
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
    choose(selectionBetween(keyAt, from, row), from)
    active.moveTo(row)
  }
  const moveAlone = (row: number): void => {
    chooseNone()
    active.moveTo(row)
  }
  return {
    onKey(event: KeyboardEvent): boolean {
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
    /** A key moved to a row; with Shift all rows up to it are chosen. */
    onMove(row: number, event: KeyboardEvent): void {
      if (event.shiftKey && onSelection !== undefined) extendTo(row)
      else moveAlone(row)
    },
    onPress(row: number, event: MouseEvent): void {
      if (onSelection !== undefined && (event.ctrlKey || event.metaKey)) toggle(row)
      else if (onSelection !== undefined && event.shiftKey) extendTo(row)
      else moveAlone(row)
    },
    chooseNone,
  }
}
