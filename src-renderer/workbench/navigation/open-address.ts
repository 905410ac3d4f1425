import { type Sorting, sortOf } from '#domain/query/sorting'
import { setLook, setPlace, setPreferences } from '#window/state/preferences'
import { type ListName, type Place, SORT_FIELDS } from '#window/state/preferences-shape'
import type { Address } from './address'
import { chooseAttempt } from '#window/state/chosen-attempt'

function setSort(list: ListName, sort: Sorting | null): void {
  setLook(list, { sort: sortOf(sort, SORT_FIELDS[list]) })
}

/** What an address changes in the memory of its list page; what it does not name stays. */
function placeOf({ selection, view, list, filter }: Address): Partial<Place> {
  return {
    ...(view === undefined ? {} : { view }),
    ...(list === undefined ? {} : { query: list.query, selection: null }),
    ...(filter === undefined ? {} : { query: filter, selection: null }),
    ...(selection === undefined ? {} : { selection }),
  }
}

/** Goes to a place. */
export function openAddress(address: Address): void {
  const { page, selection, view, attempt, list } = address
  if (selection !== undefined && page === 'callbacks')
    chooseAttempt(attempt === undefined ? null : { callbackId: selection, seq: attempt })
  if (page !== 'preview' && page !== 'signature' && page !== 'settings') setPlace(page, placeOf(address))
  if (page === 'settings' && view !== undefined) setPreferences({ settings: view })
  if (list !== undefined) {
    setSort(list.name, list.sort)
    setPreferences({ projectId: list.projectId })
  }
  setPreferences({ page })
}
