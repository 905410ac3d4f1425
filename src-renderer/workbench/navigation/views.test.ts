import { describe, expect, it } from 'vitest'
import { PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { parseQuery } from '#domain/query/parse'
import { BUILT_IN_VIEWS, readView, SIDES, subjectOf, suggestedName, VIEWS } from './views'

describe('filters above the list', () => {
  it.each(BUILT_IN_VIEWS)('$name can be understood', ({ query }) => {
    expect(parseQuery(query, PAYMENT_QUERY_FIELDS).errors).toEqual([])
  })

  it('are called by their text until somebody names them', () => {
    expect(suggestedName('status:decline')).toBe('status:decline')
    expect(suggestedName('x'.repeat(60))).toHaveLength(40)
  })
})

describe('the two sides of the callbacks page', () => {
  it('have quick views with valid queries', () => {
    for (const { fields, views } of Object.values(SIDES)) {
      for (const { query } of views) expect(parseQuery(query, fields).errors).toEqual([])
    }
  })

  it('begin with everything', () => {
    for (const { views } of Object.values(SIDES)) expect(views[0]).toEqual({ name: 'All', query: '' })
  })

  it('part what was sent and failed into what is repeated and what was sent once', () => {
    const queries = SIDES.sent.views.map(({ query }) => query)
    expect(queries.filter((query) => query.startsWith('state:failed'))).toEqual([
      'state:failed once:no',
      'state:failed once:yes',
    ])
  })

  it.each([
    ['captured', 'captured'],
    ['sent', 'sent'],
    [null, 'sent'],
    ['unheard', 'sent'],
  ])('remembered as %j are %s', (name, side) => {
    expect(readView(name)).toBe(side)
  })

  it.each(VIEWS)('remember $value', ({ value }) => {
    expect(readView(value)).toBe(value)
  })
})

describe('what a callback is about', () => {
  it('is its payment, or a token where there is none', () => {
    expect(`Copied the callback ${subjectOf('order-1')}`).toBe('Copied the callback of order-1')
    expect(`Copied the callback ${subjectOf('')}`).toBe('Copied the callback about a card token')
  })
})
