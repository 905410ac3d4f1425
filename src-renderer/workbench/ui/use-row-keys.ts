import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Keys of rows without ids, in order: a moved row keeps its key and its fields. */
type RowKeys = readonly number[]

/** Adjusts the keys to `count` rows, by adding or removing keys at the end. */
export function keysFor(keys: RowKeys, count: number): RowKeys {
  if (keys.length === count) return keys
  if (keys.length > count) return keys.slice(0, count)
  const first = Math.max(-1, ...keys) + 1
  return [...keys, ...Array.from({ length: count - keys.length }, (_, at) => first + at)]
}

export const keysMoved = (keys: RowKeys, from: number, to: number): RowKeys =>
  keys.toSpliced(from, 1).toSpliced(to, 0, ...keys.slice(from, from + 1))

export const keysWithout = (keys: RowKeys, at: number): RowKeys => keys.toSpliced(at, 1)

type RowPart = 'first' | 'up' | 'down' | 'remove'

/** Keys for rows without ids; a moved row keeps its key. Rows in `box` have their index as `data-row`. */
export function useRowKeys(box: RefObject<HTMLElement | null>, count: number) {
  const [known, setKnown] = useState<RowKeys>([])
  const wanted = useRef<{ readonly row: number; readonly part: RowPart } | null>(null)
  const keys = keysFor(known, count)
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const { row, part } = wanted.current
    wanted.current = null
    focusPart(box.current, Math.min(row, count - 1), part)
  })
  return {
    keys,
    /** Must be called together with the change to the rows; the focus moves with the row. */
    move(from: number, to: number): void {
      setKnown(keysMoved(keys, from, to))
      wanted.current = { row: to, part: to < from ? 'up' : 'down' }
    },
    add(): void {
      wanted.current = { row: count, part: 'first' }
    },
    remove(at: number): void {
      setKnown(keysWithout(keys, at))
      wanted.current = { row: at, part: 'remove' }
    },
  }
}

/** Focuses the part; if it is missing or disabled, the first field of the row, or else the button that adds a row. */
function focusPart(box: HTMLElement | null, row: number, part: RowPart): void {
  const line = box?.querySelector(`[data-row="${row.toString()}"]`)
  const get = (selector: string): HTMLElement | null | undefined => line?.querySelector<HTMLElement>(selector)
  const first = get(':is(input, select, textarea):not(:disabled)')
  const target = part === 'first' ? first : (get(`[data-part="${part}"]:not(:disabled)`) ?? first)
  ;(target ?? box?.querySelector<HTMLElement>('[data-part="add"]:not(:disabled)'))?.focus()
}
