import { openView, SIDES } from '../callbacks/callback-view'
import { BUILT_IN_VIEWS } from '../payments/views'
import type { ListView } from '../payments/views'
import { openDialog } from '../state/dialogs'
import { preferencesStore, setPlace, setPreferences, usePreferences } from '../state/preferences'
import { showToast } from '../state/toasts'
import { openTraffic, TRAFFIC_VIEWS } from '../traffic/traffic-view'
import type { FilteredList } from './filtered-list'

interface FilteredListEntry {
  readonly label: string
  readonly kept: 'paymentFilters' | 'callbackFilters' | 'captureFilters' | 'trafficFilters' | 'searches'
  /** Filters that everybody needs. */
  readonly builtIn: readonly ListView[]
  /** Opens the list, filtered, from wherever the tester is. */
  readonly open: (query: string) => void
}

const openSide = (side: 'sent' | 'captured', query: string): void => {
  openView(side)
  setPlace('callbacks', { query })
}

export const FILTERED_LIST: Readonly<Record<FilteredList, FilteredListEntry>> = {
  payments: {
    label: 'Payments',
    kept: 'paymentFilters',
    builtIn: BUILT_IN_VIEWS,
    open: (query) => {
      setPlace('payments', { query, selection: null })
      setPreferences({ page: 'payments' })
    },
  },
  callbacks: {
    label: 'Callbacks',
    kept: 'callbackFilters',
    builtIn: SIDES.sent.views,
    open: (query) => openSide('sent', query),
  },
  captures: {
    label: 'Captured',
    kept: 'captureFilters',
    builtIn: SIDES.captured.views,
    open: (query) => openSide('captured', query),
  },
  traffic: { label: 'Traffic', kept: 'trafficFilters', builtIn: TRAFFIC_VIEWS, open: openTraffic },
  everything: {
    label: 'Everything',
    kept: 'searches',
    builtIn: [],
    open: (query) => openDialog({ kind: 'palette', query }),
  },
}

/** The tester's own filters of a list. */
export function useSavedFilters(list: FilteredList): readonly ListView[] {
  return usePreferences((state) => state[FILTERED_LIST[list].kept])
}

const savedFilters = (list: FilteredList): readonly ListView[] =>
  preferencesStore.getState()[FILTERED_LIST[list].kept]

const keep = (list: FilteredList, views: readonly ListView[]): void =>
  setPreferences({ [FILTERED_LIST[list].kept]: [...views] })

/** As many as are remembered. */
const MOST = 50

/** Adds a filter behind the others, in place of one with the same name; the oldest makes room. */
export function saveFilter(list: FilteredList, view: ListView): void {
  keep(list, [...savedFilters(list).filter(({ name }) => name !== view.name), view].slice(-MOST))
}

/** Gives a filter another name, in its place; another one of that name goes. */
export function renameFilter(list: FilteredList, name: string, newName: string): void {
  keep(
    list,
    savedFilters(list)
      .filter((view) => view.name === name || view.name !== newName)
      .map((view) => (view.name === name ? { ...view, name: newName } : view)),
  )
}

/** Removes a filter; the toast brings it back to where it was. */
export function forgetFilter(list: FilteredList, name: string): void {
  const before = savedFilters(list)
  keep(
    list,
    before.filter((view) => view.name !== name),
  )
  showToast({
    icon: 'trash',
    text: `Filter "${name}" deleted`,
    action: { label: 'Undo', run: () => keep(list, before) },
  })
}
