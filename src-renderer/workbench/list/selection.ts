/** Rows chosen together: some of them, or everything that the list's filter matches, loaded or not. */
export type RowSelection =
  { readonly kind: 'keys'; readonly keys: ReadonlySet<string> } | { readonly kind: 'all' }

export const NO_SELECTION: RowSelection = { kind: 'keys', keys: new Set() }
export const EVERYTHING: RowSelection = { kind: 'all' }

/** More than this is chosen by the filter, with everything that it matches. */
const MAX_CHOSEN = 5000

export const isEmptySelection = (selection: RowSelection): boolean =>
  selection.kind === 'keys' && selection.keys.size === 0

/**
 * Passes a choice on. Where it is everything, the rows that wait to be shown come first: nothing is chosen that is not
 * shown.
 */
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

/**
 * All rows that are shown. They are chosen one by one where all are loaded, so that a row that comes later, or waits to be
 * shown, is not among them.
 */
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
