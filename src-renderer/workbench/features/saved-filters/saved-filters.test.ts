import { beforeEach, describe, expect, it } from 'vitest'
import { parseQuery } from '#domain/query/parse'
import { openList } from '#window/navigation/views'
import { LIST_NAMES, type ListName, LISTS } from '#window/state/lists'
import { preferencesStore } from '#window/state/preferences'
import { readPreferences } from '#window/state/preferences-shape'
import { lastUndoable, runToast } from '#window/state/toasts'
import { forgetFilter, saveFilter } from './saved-filters'

beforeEach(() => {
  preferencesStore.setState(readPreferences(null))
})

const names = (list: ListName) => preferencesStore.getState()[LISTS[list].kept].map(({ name }) => name)

const undoLast = (): void => {
  const undo = lastUndoable()
  if (undo !== undefined) runToast(undo)
}

it.each(LIST_NAMES)('the quick filters for %s are valid, and the first one shows everything', (list) => {
  const { views, fields } = LISTS[list]
  for (const { query } of views) expect(parseQuery(query, fields).errors).toEqual([])
  expect(views[0]).toEqual({ name: 'All', query: '' })
})

describe.each(LIST_NAMES)('filters saved for %s', (list) => {
  it('are listed in the order of saving, each name once', () => {
    saveFilter(list, { name: 'a', query: '1' })
    saveFilter(list, { name: 'b', query: '2' })
    saveFilter(list, { name: 'a', query: '3' })
    expect(preferencesStore.getState()[LISTS[list].kept]).toEqual([
      { name: 'b', query: '2' },
      { name: 'a', query: '3' },
    ])
    for (const other of LIST_NAMES) if (other !== list) expect(names(other)).toEqual([])
  })

  it('return to their place when their removal is undone', () => {
    for (const name of ['a', 'b', 'c']) saveFilter(list, { name, query: name })
    forgetFilter(list, 'b')
    expect(names(list)).toEqual(['a', 'c'])
    undoLast()
    expect(names(list)).toEqual(['a', 'b', 'c'])
  })
})

it.each([
  ['payments', 'payments', null],
  ['callbacks', 'callbacks', 'sent'],
  ['captures', 'callbacks', 'captured'],
  ['traffic', 'traffic', null],
] as const)('a filter saved for %s opens on the page of that list', (list, page, view) => {
  openList(list, 'some text')
  const shown = preferencesStore.getState()
  expect(shown).toMatchObject({ page, [page]: { query: 'some text', selection: null } })
  expect(shown.callbacks.view).toBe(view)
})
