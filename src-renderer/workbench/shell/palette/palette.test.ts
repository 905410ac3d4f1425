import { describe, expect, it } from 'vitest'
import { activeIndex } from './Palette'
import { matching, type PaletteItem } from './commands'
import { typeSearch, unfinished } from './searches'

const lines = (...ids: string[]) => ids.map((id) => ({ id }))

it.each([
  ['the first until one is chosen', ['a', 'b'], null, 0],
  ['the chosen one', ['a', 'delete'], 'delete', 1],
  ['the chosen one when results appear above it', ['found 1', 'found 2', 'a', 'delete'], 'delete', 3],
  ['the first again if the chosen one is gone', ['a', 'b'], 'c', 0],
  ['missing if nothing was found', [], 'c', -1],
  ['missing if nothing was found or chosen', [], null, -1],
])('the active line of the palette is %s', (_, ids, chosen, at) => {
  expect(activeIndex(lines(...ids), chosen)).toBe(at)
})

const anItem = (label: string, note?: string): PaletteItem => ({
  id: label,
  group: 'Commands',
  icon: 'plus',
  label,
  run: () => undefined,
  ...(note === undefined ? {} : { note }),
})
const items = [
  anItem('Payments: Declined', 'status:decline'),
  anItem('Decline Shop-1…'),
  anItem('Freeze the clock'),
]
const labels = (typed: string) => matching(items, typed).map(({ label }) => label)

describe('the palette', () => {
  it('finds lines that contain all typed words, first those that begin with the text', () => {
    expect(labels('decline')).toEqual(['Decline Shop-1…', 'Payments: Declined'])
    expect(labels('clock fre')).toEqual(['Freeze the clock'])
    expect(labels('status:dec')).toEqual(['Payments: Declined'])
    expect(labels('refund')).toEqual([])
  })

  it('shows everything before anything is typed', () => {
    expect(labels('')).toHaveLength(3)
  })
})

describe('the reason why no list can search for a text', () => {
  it.each(['order-1', 'status:decline', 'signature:valid order', ''])('is null for %j', (text) => {
    expect(unfinished(text)).toBeNull()
  })

  it.each([
    ['kind:', /needs a value/],
    ['colour:red', /no field "colour"/],
    ['"open', /quotation mark/],
    ['status:decline source:form', /./],
  ])('is given for %j', (text, reason) => {
    expect(unfinished(text)).toMatch(reason)
  })
})

const EMPTY_SEARCH = { tokens: [], typed: '' }
const splitSearch = (typed: string) => {
  const { tokens, typed: rest } = typeSearch(EMPTY_SEARCH, typed)
  return [tokens.map(({ field, value }) => `${field} ${value}`), rest]
}

describe('a search over everything', () => {
  it.each([
    ['status:decline', [[], 'status:decline']],
    ['status:decline ', [['status decline'], '']],
    ['amount>1000 teapot', [['amount 1000'], 'teapot']],
    ['status:5xx ', [['status 5xx'], '']],
    // Fields that only one list has.
    ['source:form ', [['source form'], '']],
    ['waiting:yes ', [['waiting yes'], '']],
    // A field that no list has.
    ['colour:red ', [[], 'colour:red ']],
    // Free text stays text.
    ['left-handed teapot ', [[], 'left-handed teapot ']],
  ])('splits %j into conditions and text', (typed, expected) => {
    expect(splitSearch(typed)).toEqual(expected)
  })
})
