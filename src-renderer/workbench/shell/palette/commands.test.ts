import { describe, expect, it } from 'vitest'
import { matching, type PaletteItem } from './commands'

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
  it('finds lines by all of their words, beginnings first', () => {
    expect(labels('decline')).toEqual(['Decline Shop-1…', 'Payments: Declined'])
    expect(labels('clock fre')).toEqual(['Freeze the clock'])
    expect(labels('status:dec')).toEqual(['Payments: Declined'])
    expect(labels('refund')).toEqual([])
  })

  it('shows everything before something is typed', () => {
    expect(labels('')).toHaveLength(3)
  })
})
