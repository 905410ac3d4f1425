import { describe, expect, it } from 'vitest'
import { readPreferences } from './preferences-shape'

const stored = (change: object): string => JSON.stringify({ ...readPreferences(null), ...change })

describe('stored preferences', () => {
  it('are read', () => {
    const text = stored({ page: 'callbacks', theme: 'dark', drafts: { newPayment: '{"amount":"1"}' } })
    expect(readPreferences(text)).toMatchObject({
      page: 'callbacks',
      theme: 'dark',
      drafts: { newPayment: '{"amount":"1"}' },
    })
  })

  it('fall back part by part where they are invalid', () => {
    const text = stored({ page: 'moon', payments: { selection: 'k1', query: 7, split: 500 } })
    expect(readPreferences(text)).toMatchObject({
      page: 'payments',
      payments: { selection: 'k1', query: '', split: 55, view: null },
    })
  })

  it('keep the order and the columns of a list, and drop invalid ones', () => {
    const own = { sort: null, columns: null }
    const sort = { by: 'amount', direction: 'ascending' }
    const looks = {
      payments: { sort, columns: ['status', 'amount'] },
      callbacks: { sort, columns: [] },
      captures: 'odd',
    }
    expect(readPreferences(stored({ looks })).looks).toEqual({
      payments: { sort, columns: ['status', 'amount'] },
      callbacks: own,
      captures: own,
      traffic: own,
    })
    expect(readPreferences(stored({ looks: undefined })).looks.payments).toEqual(own)
  })

  it.each([null, '', 'not json', '[]', '{"version":2}'])('fall back as a whole for %s', (text) => {
    expect(readPreferences(text)).toEqual(readPreferences(null))
  })
})
