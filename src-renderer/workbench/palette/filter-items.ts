import { FILTERED_LIST, FILTERED_LISTS } from '../saved-filters/saved-filters'
import { preferencesStore } from '../state/preferences'
import type { PaletteItem } from './palette-item'

/** Every list with each of its filters, those of the product and the tester's own. */
export function filterItems(): readonly PaletteItem[] {
  const preferences = preferencesStore.getState()
  return FILTERED_LISTS.flatMap((list) => {
    const { label, builtIn, kept, open } = FILTERED_LIST[list]
    return [...builtIn, ...preferences[kept]].map((view): PaletteItem => ({
      id: `view ${list} ${view.name} ${view.query}`,
      group: 'Go to',
      icon: 'bookmark',
      label: `${label}: ${view.name}`,
      note: view.query,
      run: () => open(view.query),
    }))
  })
}
