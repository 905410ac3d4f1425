import { describe, expect, it } from 'vitest'
import { searchText, typeSearch, unfinished } from './searches'
import { queryOf } from '#window/list/filter-text'

describe('a text that no list can search for', () => {
  it.each([
    ['order-1', null],
    ['status:decline', null],
    ['signature:valid order', null],
    ['', null],
  ])('is not %j', (text, reason) => {
    expect(unfinished(text)).toBe(reason)
  })

  it.each([
    ['kind:', /needs a value/],
    ['colour:red', /no field "colour"/],
    ['"open', /quotation mark/],
    ['status:decline source:form', /./],
  ])('says why: %j', (text, reason) => {
    expect(unfinished(text)).toMatch(reason)
  })
})

const EMPTY_SEARCH = { tokens: [], typed: '' }
const taken = (typed: string) => {
  const { tokens, typed: rest } = typeSearch(EMPTY_SEARCH, typed)
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
    expect(taken(typed)).toEqual(expected)
  })

  it('means the same when it is opened again', () => {
    for (const query of ['status:decline teapot', '-source:form "left handed"', 'created<2d']) {
      expect(queryOf(searchText(query))).toBe(query)
    }
  })
})
