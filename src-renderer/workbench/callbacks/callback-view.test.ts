import { describe, expect, it } from 'vitest'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS } from '../../../src-main/core/query/fields'
import { parseQuery } from '../../../src-main/core/query/parse'
import { queryOf, QUICK_VIEWS, readView, viewName } from './callback-view'

describe('the remembered view of the callbacks page', () => {
  it('is read back as it was named', () => {
    for (const side of ['sent', 'captured'] as const) {
      for (const quick of QUICK_VIEWS[side]) {
        expect(readView(viewName(side, quick.id))).toEqual({ side, quick })
      }
    }
  })

  it.each([null, '', 'sent', 'captured/unheard', 'x/y'])('is everything for %j', (name) => {
    expect(readView(name).quick.id).toBe('all')
  })

  it('asks only what the query language knows', () => {
    const fields = { sent: CALLBACK_QUERY_FIELDS, captured: EXCHANGE_QUERY_FIELDS } as const
    for (const side of ['sent', 'captured'] as const) {
      for (const { query } of QUICK_VIEWS[side]) expect(parseQuery(query, fields[side]).faults).toEqual([])
    }
  })

  it('joins the quick view with what is typed', () => {
    const failing = readView('sent/failing')
    expect(queryOf(failing, '')).toBe('state:failed')
    expect(queryOf(failing, ' payment:Shop-2029 ')).toBe('state:failed payment:Shop-2029')
    expect(queryOf(readView(null), 'x')).toBe('x')
  })
})
