import { describe, expect, it } from 'vitest'
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
