import type { ListStore } from './list-state'
import { rowAt, rowCount } from './paging'

export interface RowRequest<Item> {
  /** The requested row; null where none is. */
  readonly row: () => number | null
  /** Requests a row; a pending request is answered with null. */
  readonly ask: (row: number) => Promise<Item | null>
  readonly abandon: () => void
}

/**
 * A request for one row, however far away it is. It is answered as soon as the list has it; null where the
 * list has no such row any more, or cannot be fetched.
 */
export function createRowRequest<Item>(store: ListStore<Item>): RowRequest<Item> {
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
