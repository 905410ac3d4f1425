import { describe, expect, it } from 'vitest'
import { readPreferences } from './preferences'

const stored = (change: object): string => JSON.stringify({ ...readPreferences(null), ...change })

describe('what was stored', () => {
  it('comes back', () => {
    const text = stored({ page: 'callbacks', theme: 'dark', drafts: { newPayment: '{"amount":"1"}' } })
    expect(readPreferences(text)).toMatchObject({
      page: 'callbacks',
      theme: 'dark',
      drafts: { newPayment: '{"amount":"1"}' },
    })
  })

  it('falls back part by part where it does not fit', () => {
    const text = stored({ page: 'moon', payments: { selection: 'k1', query: 7, split: 500 } })
    expect(readPreferences(text)).toMatchObject({
      page: 'payments',
      payments: { selection: 'k1', query: '', split: 55, view: null },
    })
  })

  it.each([null, '', 'not json', '[]', '{"version":2}'])('falls back as a whole for %s', (text) => {
    expect(readPreferences(text)).toEqual(readPreferences(null))
  })
})
