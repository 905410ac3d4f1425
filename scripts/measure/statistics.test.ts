import { describe, expect, it } from 'vitest'
import { median, middleMean, quantile, sorted } from './statistics.mjs'

describe('quantiles', () => {
  it('are values that were measured', () => {
    const values = sorted([9, 1, 5, 3])
    expect(values).toEqual([1, 3, 5, 9])
    expect(quantile(values, 0.5)).toBe(3)
    expect(quantile(values, 0.99)).toBe(9)
    expect(median([4])).toBe(4)
  })

  it('are NaN if nothing was measured', () => {
    expect(median([])).toBeNaN()
  })
})

describe('the mean of the middle half', () => {
  it('leaves out a quarter at each end', () => {
    expect(middleMean([900, 4, 4, 8, 8, 8, 4, 0])).toBe(6)
    expect(middleMean([5])).toBe(5)
  })

  it('is NaN if nothing was measured', () => {
    expect(middleMean([])).toBeNaN()
  })
})
