import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS, PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { CALLBACK_SORT_FIELDS, EXCHANGE_SORT_FIELDS, PAYMENT_SORT_FIELDS } from '#domain/query/sorting'

export interface ListView {
  readonly name: string
  readonly query: string
}

/**
 * The lists that can be filtered and sorted, with saved filters and columns that can be chosen. `one` is the noun for one
 * row; `view`, that of a page with several lists; `kept`, the preference that holds the tester's own filters.
 */
export const LISTS = {
  payments: {
    title: 'Payments',
    one: 'payment',
    page: 'payments',
    view: null,
    fields: PAYMENT_QUERY_FIELDS,
    sortFields: PAYMENT_SORT_FIELDS,
    placeholder: 'status, amount>1000, callback:failed, or any text of a body',
    views: [
      { name: 'All', query: '' },
      { name: 'Waiting on merchant', query: 'waiting:yes' },
      { name: 'Callback failed', query: 'callback:failed' },
      { name: 'Declined', query: 'status:decline' },
    ],
    kept: 'paymentFilters',
  },
  callbacks: {
    title: 'Callbacks',
    one: 'callback',
    page: 'callbacks',
    view: 'sent',
    fields: CALLBACK_QUERY_FIELDS,
    sortFields: CALLBACK_SORT_FIELDS,
    placeholder: 'payment:order-17, or any text of a body',
    views: [
      { name: 'All', query: '' },
      { name: 'Failing', query: 'failing:yes' },
      { name: 'Scheduled', query: 'state:scheduled' },
      { name: 'Delivered', query: 'state:delivered' },
      { name: 'Sent once', query: 'state:failed once:yes' },
      { name: 'Held', query: 'state:held' },
      { name: 'Dropped', query: 'state:dropped' },
    ],
    kept: 'callbackFilters',
  },
  captures: {
    title: 'Captured requests',
    one: 'captured request',
    page: 'callbacks',
    view: 'captured',
    fields: EXCHANGE_QUERY_FIELDS,
    sortFields: EXCHANGE_SORT_FIELDS,
    placeholder: 'path:/callbacks, or any text of a body',
    views: [
      { name: 'All', query: '' },
      { name: 'Signature valid', query: 'signature:valid' },
      { name: 'Signature wrong', query: 'signature:invalid' },
    ],
    kept: 'captureFilters',
  },
  traffic: {
    title: 'Traffic',
    one: 'request',
    page: 'traffic',
    view: null,
    fields: EXCHANGE_QUERY_FIELDS,
    sortFields: EXCHANGE_SORT_FIELDS,
    placeholder: 'path, refused:yes, contract:5.7, or any text of a body',
    views: [
      { name: 'All', query: '' },
      { name: 'API', query: 'source:api' },
      { name: 'Form', query: 'source:form' },
      { name: 'Captured', query: 'source:capture' },
      { name: 'Refused', query: 'refused:yes' },
      { name: 'Signature wrong', query: 'signature:invalid' },
    ],
    kept: 'trafficFilters',
  },
} as const

export type ListName = keyof typeof LISTS
export type SortField<List extends ListName> = (typeof LISTS)[List]['sortFields'][number]

export const LIST_NAMES = Object.keys(LISTS) as readonly ListName[]

/** The list that a page shows; null if it shows none. `sent` is the default view of the callbacks. */
export function listOfPage(page: string, view: string | null | undefined): ListName | null {
  const views: readonly (string | null)[] = [null, view ?? 'sent']
  return LIST_NAMES.find((name) => LISTS[name].page === page && views.includes(LISTS[name].view)) ?? null
}
