import { expect, it } from 'vitest'
import { iso } from './views'

it('formats any number as a time, even one that is out of range', () => {
  expect(iso(Date.UTC(2030, 3, 9))).toBe('2030-04-09T00:00:00.000Z')
  for (const odd of [NaN, Infinity, -1, 8.64e15 + 1, 1e300]) {
    expect(iso(odd)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  }
})
