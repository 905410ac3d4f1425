import { describe, expect, it } from 'vitest'
import { PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { parseQuery } from '#domain/query/parse'
import { BUILT_IN_VIEWS, suggestedName } from './list-view'

describe('filters above the list', () => {
  it.each(BUILT_IN_VIEWS)('$name can be understood', ({ query }) => {
    expect(parseQuery(query, PAYMENT_QUERY_FIELDS).errors).toEqual([])
  })

  it('are called by their text until somebody names them', () => {
    expect(suggestedName('status:decline')).toBe('status:decline')
    expect(suggestedName('x'.repeat(60))).toHaveLength(40)
  })
})
