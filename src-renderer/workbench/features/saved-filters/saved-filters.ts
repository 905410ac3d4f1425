import { openList } from '#window/navigation/views'
import { openDialog } from '#window/state/dialogs'
import { LIST_NAMES, type ListName, listOfPage, LISTS, type ListView } from '#window/state/lists'
import { preferencesStore, setPreferences, usePreferences } from '#window/state/preferences'
import { showToast, UNDO } from '#window/state/toasts'
import type { Command } from '#window/commands/command'

export function useSavedFilters(list: ListName): readonly ListView[] {
  return usePreferences((state) => state[LISTS[list].kept])
}

const savedFilters = (list: ListName): readonly ListView[] => preferencesStore.getState()[LISTS[list].kept]

const keep = (list: ListName, views: readonly ListView[]): void =>
  setPreferences({ [LISTS[list].kept]: [...views] })

export const saveFilter = (list: ListName, view: ListView): void =>
  keep(list, [...savedFilters(list).filter(({ name }) => name !== view.name), view])

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
  const { page } = preferences
  const list = listOfPage(page, page === 'callbacks' ? preferences.callbacks.view : null)
  const query = list === null ? '' : preferences[LISTS[list].page].query
  return [
    {
      id: 'save filter',
      icon: 'bookmark',
      label: 'Save this filter…',
      note: query,
      when: () => query !== '',
      run: () => {
        if (list !== null) openDialog({ kind: 'saveFilter', list, query })
      },
    },
    ...LIST_NAMES.flatMap((list) =>
      [...LISTS[list].views, ...savedFilters(list)].map(({ name, query }): Command => ({
        id: `view ${list} ${name} ${query}`,
        group: 'Go to',
        icon: 'bookmark',
        label: `${LISTS[list].title}: ${name}`,
        note: query,
        run: () => openList(list, query),
      })),
    ),
  ]
}
