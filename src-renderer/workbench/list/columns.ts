import type { GridColumn } from './GridRow'

/** A column as the menu of columns names it. */
export type NamedColumn = Pick<GridColumn<never>, 'name' | 'head' | 'sorts'>

/** The columns that the tester chose, in the order of the list; all of them where none was chosen, or none is known. */
export function chosenColumns<Column extends { readonly name: string }>(
  columns: readonly Column[],
  chosen: readonly string[] | null,
): readonly Column[] {
  if (chosen === null) return columns
  const found = columns.filter(({ name }) => chosen.includes(name))
  return found.length === 0 ? columns : found
}

/** Tracks of chosen columns, and the least width that rows need for them. */
export function columnTracks(columns: readonly Pick<GridColumn<never>, 'least' | 'share'>[]): {
  readonly tracks: string
  readonly least: string
} {
  const tracks = columns.map(({ least, share }) =>
    share === undefined ? least : `minmax(${least}, ${String(share)}fr)`,
  )
  const gaps = `${String(columns.length - 1)} * 10px`
  const widths = columns.map(({ least }) => least).join(' + ')
  return { tracks: tracks.join(' '), least: `calc(${widths} + ${gaps} + 2 * var(--s-3))` }
}

/** The columns after one of them was switched on or off. The last one stays. */
export function toggledColumn(
  all: readonly { readonly name: string }[],
  shown: readonly string[],
  name: string,
): readonly string[] {
  const wanted = shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name]
  return wanted.length === 0
    ? shown
    : all.map((column) => column.name).filter((other) => wanted.includes(other))
}
