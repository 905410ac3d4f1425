import { type Sorting, sortOf } from '#domain/query/sorting'
import { setLook, usePreferences } from '#window/state/preferences'
import { type ListName, type Looks, SORT_FIELDS, type SortField } from '#window/state/preferences-shape'

/** Order and columns of a list, and how the tester changes them. */
export interface ListLook<Field extends string = string> {
  /** Null for the newest first. */
  readonly sort: Sorting<Field> | null
  /** Null if the list has its own order. */
  readonly onSort: ((sort: Sorting | null) => void) | null
  /** Columns that the tester chose; null for those that there is room for. */
  readonly columns: readonly string[] | null
  readonly onColumns: (columns: readonly string[] | null) => void
}

/** Order and columns of a list as they are remembered. */
export function useListLook<List extends ListName>(list: List): ListLook<SortField<List>> {
  const looks: Looks = usePreferences((state) => state.looks)
  const { sort, columns } = looks[list]
  return {
    sort,
    onSort: (next) => setLook(list, { sort: sortOf(next, SORT_FIELDS[list]) }),
    columns,
    onColumns: (names) => setLook(list, { columns: names }),
  }
}
