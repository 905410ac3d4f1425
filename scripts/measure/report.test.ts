import { describe, expect, it } from 'vitest'
import { atMost, duration, perSecond, ratioAtLeast, ratioAtMost, tables } from './report.mjs'

const status = (rate: number) => ({
  title: 'API',
  rows: [
    {
      what: 'Status, requests',
      measured: perSecond(rate),
      reference: perSecond(1000),
      ratio: rate / 1000,
      goal: ratioAtLeast(0.4),
    },
    { what: 'Start', measured: duration(12) },
  ],
})

describe('the tables', () => {
  it('refuse a ratio that is not a number', () => {
    expect(tables([status(500)])).toContain('0.50')
    expect(() => tables([status(Number.NaN)])).toThrow('no value')
  })

  it.each([
    [ratioAtLeast(6), 'reached: ratio ≥ 6.00'],
    [ratioAtLeast(6.1), 'missed: ratio ≥ 6.10'],
    [ratioAtMost(6), 'reached: ratio ≤ 6.00'],
    [ratioAtMost(5.9), 'missed: ratio ≤ 5.90'],
    [atMost(duration(50)), 'reached: ≤ 50 ms'],
    [atMost(duration(49)), 'missed: ≤ 49 ms'],
  ])('say whether a goal is reached: %j', (goal, text) => {
    const row = { what: 'p99', measured: duration(50), ratio: 6, goal }
    expect(tables([{ title: 'API', rows: [row] }])).toContain(text)
  })

  it('refuse a goal for a ratio if there is no ratio', () => {
    const row = { what: 'p99', measured: duration(1), goal: ratioAtMost(6) }
    expect(() => tables([{ title: 'API', rows: [row] }])).toThrow('ratio')
  })
})
