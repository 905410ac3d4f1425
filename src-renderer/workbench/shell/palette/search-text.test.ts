import { describe, expect, it } from 'vitest'
import { queryOf } from '#window/list/filter-text'
import { searchText, typeSearch } from './search-text'

const NOTHING = { tokens: [], typed: '' }
const names = (typed: string) => {
  const { tokens, typed: rest } = typeSearch(NOTHING, typed)
  return [tokens.map(({ field, value }) => `${field} ${value}`), rest]
}

describe('a search over everything', () => {
  it.each([
    ['status:decline', [[], 'status:decline']],
    ['status:decline ', [['status decline'], '']],
    ['amount>1000 teapot', [['amount 1000'], 'teapot']],
    // Fields of one list alone.
    ['source:form ', [['source form'], '']],
    ['waiting:yes ', [['waiting yes'], '']],
    // No list has it.
    ['colour:red ', [[], 'colour:red ']],
    ['status:5xx ', [['status 5xx'], '']],
    // Free text stays text.
    ['left-handed teapot ', [[], 'left-handed teapot ']],
  ])('takes %j apart', (typed, expected) => {
    expect(names(typed)).toEqual(expected)
  })

  it('means the same when it is opened again', () => {
    for (const query of ['status:decline teapot', '-source:form "left handed"', 'created<2d']) {
      expect(queryOf(searchText(query))).toBe(query)
    }
  })
})
