export const SORT_DIRECTIONS = ['ascending', 'descending'] as const
export type SortDirection = (typeof SORT_DIRECTIONS)[number]

/**
 * Fields that each list can be sorted by, named as in its filter. `created` is the order in which rows were created. Other
 * fields have no index: sorting a long list by them would take too long.
 */
export const PAYMENT_SORT_FIELDS = ['created', 'id', 'status', 'amount', 'customer'] as const
export const CALLBACK_SORT_FIELDS = ['created', 'kind', 'state', 'status'] as const
export const EXCHANGE_SORT_FIELDS = ['created', 'signature', 'status'] as const

export type PaymentSortField = (typeof PAYMENT_SORT_FIELDS)[number]
export type CallbackSortField = (typeof CALLBACK_SORT_FIELDS)[number]
export type ExchangeSortField = (typeof EXCHANGE_SORT_FIELDS)[number]

/**
 * How a list is sorted. Rows with equal values are in the order of their creation, in the same direction; a missing value
 * counts as the lowest.
 */
export interface Sorting<Field extends string = string> {
  readonly by: Field
  readonly direction: SortDirection
}

/** How every list is sorted unless something else is asked for. */
export const NEWEST_FIRST: Sorting<'created'> = { by: 'created', direction: 'descending' }

/** A sorting for a list that has these fields; null, which means its own order, for any other field. */
export function sortOf<Field extends string>(
  sort: Sorting | null,
  fields: readonly Field[],
): Sorting<Field> | null {
  const by = fields.find((field) => field === sort?.by)
  return sort === null || by === undefined ? null : { by, direction: sort.direction }
}
