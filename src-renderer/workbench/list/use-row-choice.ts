import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { pressedKey } from '#window/ui/pressed-key'
import { allShown, between, isEmptySelection, NO_SELECTION, type RowSelection, toggled } from './selection'
import type { ActiveRow } from './use-active-row'

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

export interface RowChoice {
  /** Keys that choose several rows; true where the key was taken. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** A key moved to a row; with Shift all rows up to it are chosen. */
  readonly onMove: (row: number, event: KeyboardEvent) => void
  readonly onPress: (row: number, event: MouseEvent) => void
  readonly chooseNone: () => void
}

/** Several rows of a grid chosen together: Ctrl or Shift with a press or an arrow key, the space bar, Ctrl+A, Esc. */
export function useRowChoice({
  selection,
  onSelection,
  selectedKey,
  keyAt,
  count,
  active,
}: RowChoiceOptions): RowChoice {
  /** Row from which Shift extends. */
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
