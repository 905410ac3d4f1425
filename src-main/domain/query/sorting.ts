export const SORT_DIRECTIONS = ['ascending', 'descending'] as const
export type SortDirection = (typeof SORT_DIRECTIONS)[number]

/** The fields to sort each list by, named as in its filter. Others have no index: sorting by them takes too long. */
export const PAYMENT_SORT_FIELDS = ['created', 'id', 'status', 'amount', 'customer'] as const
export const CALLBACK_SORT_FIELDS = ['created', 'kind', 'state', 'status'] as const
export const EXCHANGE_SORT_FIELDS = ['created', 'signature', 'status'] as const

export type PaymentSortField = (typeof PAYMENT_SORT_FIELDS)[number]
export type CallbackSortField = (typeof CALLBACK_SORT_FIELDS)[number]
export type ExchangeSortField = (typeof EXCHANGE_SORT_FIELDS)[number]

/** Rows with equal values are in the order of their creation, in the same direction; a missing value is the lowest. */
export interface Sorting<Field extends string = string> {
  readonly by: Field
  readonly direction: SortDirection
}

/** The default of every list. */
export const NEWEST_FIRST: Sorting<'created'> = { by: 'created', direction: 'descending' }

/** Null, which means the list's default order, if no sorting is given or its field is not listed. */
export function sortOf<Field extends string>(
  sort: Sorting | null,
  fields: readonly Field[],
): Sorting<Field> | null {
  const by = fields.find((field) => field === sort?.by)
  return sort === null || by === undefined ? null : { by, direction: sort.direction }
}
