import { describe, expect, it } from 'vitest'
import type { SearchAllResult } from '#protocol/traffic'
import { createSearches, type SearchAnswer, searchText, typeSearch, unfinished } from './searches'
import { queryOf } from '#window/list/filter-text'

const NOTHING = { searched: true as const, items: [], total: 0, thereMayBeMore: false }
const EMPTY: SearchAllResult = {
  payments: NOTHING,
  callbacks: NOTHING,
  captures: NOTHING,
  exchanges: NOTHING,
}

/** A bench that answers on demand. */
function aSlowBench() {
  const asked: string[] = []
  const delivered: SearchAnswer[] = []
  let answer: ((failure?: Error) => void) | null = null
  const searches = createSearches(
    (text) =>
      new Promise((resolve, reject) => {
        asked.push(text)
        answer = (failure) => {
          if (failure === undefined) resolve(EMPTY)
          else reject(failure)
        }
      }),
    (one) => delivered.push(one),
  )
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    asked,
    delivered,
    searches,
    answer: async (failure?: Error): Promise<void> => {
      answer?.(failure)
      await settle()
    },
  }
}

describe('searches while somebody types', () => {
  it('are asked one at a time, the newest text only', async () => {
    const bench = aSlowBench()
    for (const text of ['o', 'or', 'ord']) bench.searches.ask(text)
    expect(bench.asked).toEqual(['o'])
    await bench.answer()
    expect(bench.asked).toEqual(['o', 'ord'])
    await bench.answer()
    expect(bench.delivered).toEqual([{ text: 'ord', found: EMPTY }])
  })

  it('deliver no answer after their end', async () => {
    const bench = aSlowBench()
    bench.searches.ask('x')
    bench.searches.end()
    await bench.answer()
    expect(bench.delivered).toEqual([])
  })

  it('deliver why nothing could be found, and continue', async () => {
    const bench = aSlowBench()
    bench.searches.ask('x')
    await bench.answer(new Error('The bench is gone.'))
    bench.searches.ask('y')
    await bench.answer()
    expect(bench.delivered).toEqual([
      { text: 'x', found: null, reason: 'The bench is gone.' },
      { text: 'y', found: EMPTY },
    ])
  })
})

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
