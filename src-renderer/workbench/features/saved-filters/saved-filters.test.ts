import { beforeEach, describe, expect, it } from 'vitest'
import { preferencesStore } from '#window/state/preferences'
import { type ListName, readPreferences, SORT_FIELDS } from '#window/state/preferences-shape'
import { lastUndoable, runToast } from '#window/state/toasts'
import { FILTERED_LIST, forgetFilter, renameFilter, saveFilter } from './saved-filters'

beforeEach(() => {
  preferencesStore.setState(readPreferences(null))
})

const names = (list: ListName) =>
  preferencesStore.getState()[FILTERED_LIST[list].kept].map(({ name }) => name)

const undoLast = (): void => {
  const undo = lastUndoable()
  if (undo !== undefined) runToast(undo)
}

const LISTS = Object.keys(SORT_FIELDS) as ListName[]

describe.each(LISTS)('filters saved for %s', (list) => {
  it('stand behind each other, each name once', () => {
    saveFilter(list, { name: 'a', query: '1' })
    saveFilter(list, { name: 'b', query: '2' })
    saveFilter(list, { name: 'a', query: '3' })
    expect(preferencesStore.getState()[FILTERED_LIST[list].kept]).toEqual([
      { name: 'b', query: '2' },
      { name: 'a', query: '3' },
    ])
    for (const other of LISTS) if (other !== list) expect(names(other)).toEqual([])
  })

  it('take another name in their place', () => {
    for (const name of ['a', 'b', 'c']) saveFilter(list, { name, query: name })
    renameFilter(list, 'b', 'B')
    expect(names(list)).toEqual(['a', 'B', 'c'])
    renameFilter(list, 'B', 'c')
    expect(preferencesStore.getState()[FILTERED_LIST[list].kept]).toEqual([
      { name: 'a', query: 'a' },
      { name: 'c', query: 'b' },
    ])
  })

  it('come back where they were when their removal is undone', () => {
    for (const name of ['a', 'b', 'c']) saveFilter(list, { name, query: name })
    forgetFilter(list, 'b')
    expect(names(list)).toEqual(['a', 'c'])
    undoLast()
    expect(names(list)).toEqual(['a', 'b', 'c'])
  })
})

it.each(['payments', 'callbacks', 'captures', 'traffic'] as const)(
  'a filter saved for %s opens on the page of the list',
  (list) => {
    FILTERED_LIST[list].open('some text')
    const { page, payments, callbacks, traffic } = preferencesStore.getState()
    const place = { payments, callbacks, captures: callbacks, traffic }[list]
    expect(place).toMatchObject({ query: 'some text', selection: null })
    expect(page).toBe(list === 'captures' ? 'callbacks' : list)
    expect(callbacks.view).toBe(
      { payments: null, callbacks: 'sent', captures: 'captured', traffic: null }[list],
    )
  },
)
