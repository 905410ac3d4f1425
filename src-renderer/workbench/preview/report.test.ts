import { describe, expect, it } from 'vitest'
import { entryOf, readReport } from './report'

const shop = { name: 'window of the shop' }
const form = { name: 'window of the form' }
const expected = { windows: [shop], origin: 'http://127.0.0.1:8620', preview: 'p1' }
const data = { source: 'paybench-preview', preview: 'p1', kind: 'handler', name: 'onLoaded', wallAt: 1000 }
const heard = { source: shop, origin: 'http://127.0.0.1:8620', data }

describe('a message to the window', () => {
  it('counts when the page of the shop in our frame sends it', () => {
    expect(readReport(heard, expected)).toEqual(data)
  })

  it.each([
    ['another window', { ...heard, source: form }],
    ['no window', { ...heard, source: null }],
    ['another origin in our frame', { ...heard, origin: 'http://127.0.0.1:8610' }],
    ['a page without an origin', { ...heard, origin: 'null' }],
    ['another preview', { ...heard, data: { ...data, preview: 'p0' } }],
    ['something else', { ...heard, data: { ...data, source: 'other' } }],
    ['an unknown kind', { ...heard, data: { ...data, kind: 'callback' } }],
    ['a text', { ...heard, data: JSON.stringify(data) }],
    ['nothing', { ...heard, data: undefined }],
  ])('does not count from %s', (_what, message) => {
    expect(readReport(message, expected)).toBeNull()
  })

  it('does not count while no window is open, not even without a source', () => {
    expect(readReport({ ...heard, source: null }, { ...expected, windows: [null] })).toBeNull()
  })
})

describe('the entry of a report', () => {
  const report = { ...data, kind: 'handler' as const, source: 'paybench-preview' as const }

  it('stands at the time of the page, unless that is far from ours', () => {
    expect(entryOf({ ...report, wallAt: 70_000 }, 71_000).wallAt).toBe(70_000)
    expect(entryOf({ ...report, wallAt: 5 }, 71_000).wallAt).toBe(71_000)
  })

  it('cuts what is too long to keep', () => {
    const { data: kept, note } = entryOf({ ...report, data: { text: 'x'.repeat(60_000) } }, 0)
    expect(String(kept)).toHaveLength(50_000 + '… (cut)'.length)
    expect(note.length).toBeLessThan(400)
  })

  it('gives every report its own place', () => {
    expect(entryOf(report, 0).id).not.toBe(entryOf(report, 0).id)
  })
})
