import { readView } from '#window/navigation/callback-view'
import { FILTERED_LISTS, type PageList } from '#window/state/filtered-list'
import type { Command } from '#window/commands/command'
import { openDialog } from '#window/state/dialogs'
import { preferencesStore } from '#window/state/preferences'
import { FILTERED_LIST } from './saved-filters'

/** Every list with each of its filters, those of the product and the tester's own; and the filter in use, to be kept. */
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
    ...FILTERED_LISTS.flatMap((list) => {
      const { label, builtIn, kept, open } = FILTERED_LIST[list]
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

/** The filter of the list that is open; null where it shows everything. */
function filterInUse(): { readonly list: PageList; readonly query: string } | null {
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
