import { describe, expect, it } from 'vitest'
import { EVERYTHING, NO_SELECTION } from '#window/list/selection'
import { chosenOf, harParams } from './copy-many'

const LIST = { query: 'refused:yes', projectId: 7, count: 100_000 }
const keys = (...ids: readonly string[]) => ({ kind: 'keys', keys: new Set(ids) }) as const

describe('what a command is about', () => {
  it('is the row, the chosen rows, or the whole list', () => {
    expect(chosenOf(NO_SELECTION, 'a', LIST)).toEqual({ kind: 'ids', ids: ['a'] })
    expect(chosenOf(keys('a', 'b'), 'a', LIST)).toEqual({ kind: 'ids', ids: ['a', 'b'] })
    expect(chosenOf(keys('a'), 'c', LIST)).toEqual({ kind: 'ids', ids: ['c'] })
    expect(chosenOf(EVERYTHING, 'a', LIST)).toEqual({
      kind: 'list',
      list: 'traffic',
      query: 'refused:yes',
      projectId: 7,
      count: 100_000,
    })
  })

  it('is asked for as an archive by ids or by the filter', () => {
    expect(harParams({ kind: 'ids', ids: ['a'] })).toEqual({ ids: ['a'] })
    expect(harParams(chosenOf(EVERYTHING, 'a', LIST))).toEqual({ query: 'refused:yes', projectId: 7 })
    expect(harParams({ kind: 'list', list: 'captures', count: 3 })).toEqual({ sources: ['capture'] })
    expect(harParams({ kind: 'list', list: 'callbacks', query: 'kind:result', count: 3 })).toEqual({
      list: 'callbacks',
      query: 'kind:result',
    })
  })
})
