import { describe, expect, it } from 'vitest'
import { tables } from './report.mjs'
import { median, quantile, sorted } from './statistics.mjs'

describe('quantiles', () => {
  it('are values that were measured', () => {
    const values = sorted([9, 1, 5, 3])
    expect(values).toEqual([1, 3, 5, 9])
    expect(quantile(values, 0.5)).toBe(3)
    expect(quantile(values, 0.99)).toBe(9)
    expect(median([4])).toBe(4)
  })

  it('have no value where nothing was measured', () => {
    expect(median([])).toBeNaN()
  })
})

describe('the tables', () => {
  it('refuse a ratio that is no number', () => {
    const table = (ratio: number) =>
      tables([{ title: 'API', rows: [{ what: 'Sale', measured: '1/s', ratio }] }])
    expect(table(0.5)).toContain('0.50')
    expect(() => table(NaN)).toThrow('no value')
  })
})
