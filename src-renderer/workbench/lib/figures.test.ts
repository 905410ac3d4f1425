import { describe, expect, it } from 'vitest'
import { counted, formatBytes, formatShare } from './figures'

describe('sizes', () => {
  it('use the unit that fits', () => {
    expect(formatBytes(612)).toBe('612 B')
    expect(formatBytes(1400)).toBe('1.4 kB')
    expect(formatBytes(8 * 1024 ** 3)).toBe('8.0 GiB')
  })
})

describe('counts', () => {
  it('have their noun in the right number', () => {
    expect(counted(1, 'payment')).toBe('1 payment')
    expect(counted(2418, 'payment')).toBe('2,418 payments')
  })
})

describe('shares', () => {
  it('are never whole before everything is done', () => {
    expect(formatShare({ done: 999, total: 1000 })).toBe('99 %')
    expect(formatShare({ done: 0, total: 0 })).toBe('100 %')
  })
})
