import {
  BUILT_IN_VIEWS,
  type ListView,
  openTraffic,
  openView,
  readView,
  SIDES,
  TRAFFIC_VIEWS,
} from '#window/navigation/views'
import { openDialog } from '#window/state/dialogs'
import { preferencesStore, setPlace, setPreferences, usePreferences } from '#window/state/preferences'
import { showToast, UNDO } from '#window/state/toasts'
import type { ListName } from '#window/state/preferences-shape'
import type { Command } from '#window/commands/command'

interface FilteredListEntry {
  readonly label: string
  readonly kept: 'paymentFilters' | 'callbackFilters' | 'captureFilters' | 'trafficFilters'
  readonly builtIn: readonly ListView[]
  readonly open: (query: string) => void
}

const openSide = (side: 'sent' | 'captured', query: string): void => {
  openView(side)
  setPlace('callbacks', { query })
}

export const FILTERED_LIST: Readonly<Record<ListName, FilteredListEntry>> = {
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
}

export function useSavedFilters(list: ListName): readonly ListView[] {
  return usePreferences((state) => state[FILTERED_LIST[list].kept])
}

const savedFilters = (list: ListName): readonly ListView[] =>
  preferencesStore.getState()[FILTERED_LIST[list].kept]

const keep = (list: ListName, views: readonly ListView[]): void =>
  setPreferences({ [FILTERED_LIST[list].kept]: [...views] })

export const saveFilter = (list: ListName, view: ListView): void =>
  keep(list, [...savedFilters(list).filter(({ name }) => name !== view.name), view])

/** Renames a filter in place; another one of that name is removed. */
export function renameFilter(list: ListName, name: string, newName: string): void {
  keep(
    list,
    savedFilters(list)
      .filter((view) => view.name === name || view.name !== newName)
      .map((view) => (view.name === name ? { ...view, name: newName } : view)),
  )
}

export function forgetFilter(list: ListName, name: string): void {
  const before = savedFilters(list)
  keep(
    list,
    before.filter((view) => view.name !== name),
  )
  showToast({
    icon: 'trash',
    text: `Filter "${name}" deleted`,
    action: { label: UNDO, run: () => keep(list, before) },
  })
}

export function filterCommands(): readonly Command[] {
  const preferences = preferencesStore.getState()
  const inUse = filterInUse()
  return [
    {
      id: 'save filter',
      icon: 'bookmark',
      label: 'Save this filter…',
      note: inUse?.query ?? '',
      when: () => inUse !== null,
      run: () => {
        if (inUse !== null) openDialog({ kind: 'saveFilter', ...inUse })
      },
    },
    ...Object.entries(FILTERED_LIST).flatMap(([list, { label, builtIn, kept, open }]) => {
      return [...builtIn, ...preferences[kept]].map(({ name, query }): Command => ({
        id: `view ${list} ${name} ${query}`,
        group: 'Go to',
        icon: 'bookmark',
        label: `${label}: ${name}`,
        note: query,
        run: () => open(query),
      }))
    }),
  ]
}

/** The filter of the open list; null if it shows everything. */
function filterInUse(): { readonly list: ListName; readonly query: string } | null {
  const { page, payments, callbacks, traffic } = preferencesStore.getState()
  const view = readView(callbacks.view)
  const used = [
    { list: 'payments', query: payments.query, isOpen: page === 'payments' },
    { list: 'traffic', query: traffic.query, isOpen: page === 'traffic' },
    { list: 'callbacks', query: callbacks.query, isOpen: page === 'callbacks' && view === 'sent' },
    { list: 'captures', query: callbacks.query, isOpen: page === 'callbacks' && view === 'captured' },
  ] as const
  const inUse = used.find(({ isOpen, query }) => isOpen && query !== '')
  return inUse === undefined ? null : { list: inUse.list, query: inUse.query }
}
