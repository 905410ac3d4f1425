import { readView } from '#window/navigation/callback-view'
import { FILTERED_LISTS, type PageList } from '#window/state/filtered-list'
import { FILTERED_LIST } from '#window/features/saved-filters/saved-filters'
import { openDialog } from '#window/state/dialogs'
import { preferencesStore } from '#window/state/preferences'
import type { PaletteItem } from './palette-item'

/** Every list with each of its filters, those of the product and the tester's own; and the filter in use, to be kept. */
export function filterItems(): readonly PaletteItem[] {
  const preferences = preferencesStore.getState()
  const inUse = filterInUse()
  return [
    ...(inUse === null
      ? []
      : [
          {
            id: 'save filter',
            group: 'Commands',
            icon: 'bookmark',
            label: 'Save this filter…',
            note: inUse.query,
            run: () => openDialog({ kind: 'saveFilter', ...inUse }),
          } as const,
        ]),
    ...FILTERED_LISTS.flatMap((list) => {
      const { label, builtIn, kept, open } = FILTERED_LIST[list]
      return [...builtIn, ...preferences[kept]].map((view): PaletteItem => ({
        id: `view ${list} ${view.name} ${view.query}`,
        group: 'Go to',
        icon: 'bookmark',
        label: `${label}: ${view.name}`,
        note: view.query,
        run: () => open(view.query),
      }))
    }),
  ]
}

/** The filter of the list that is open; null where it shows everything. */
function filterInUse(): { readonly list: PageList; readonly query: string } | null {
  const { page, payments, callbacks, traffic } = preferencesStore.getState()
  const found = ((): { readonly list: PageList; readonly query: string } | null => {
    switch (page) {
      case 'payments':
        return { list: 'payments', query: payments.query }
      case 'traffic':
        return { list: 'traffic', query: traffic.query }
      case 'callbacks': {
        const view = readView(callbacks.view)
        if (view === 'sent') return { list: 'callbacks', query: callbacks.query }
        return view === 'captured' ? { list: 'captures', query: callbacks.query } : null
      }
      case 'preview':
      case 'scenarios':
      case 'exam':
      case 'signature':
      case 'settings':
        return null
    }
  })()
  return found === null || found.query === '' ? null : found
}
