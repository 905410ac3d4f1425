import { describe, expect, it } from 'vitest'
import {
  atMost,
  duration,
  isReached,
  perSecond,
  ratioAtLeast,
  ratioAtMost,
  readResults,
  resultsOf,
  tables,
} from './report.mjs'

const MACHINE = { node: '20.20.2', platform: 'linux', cores: 2, measuredAt: '2030-01-01T00:00:00.000Z' }
const status = (rate: number) => ({
  name: 'api',
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

  it('say which goals are reached and which are missed', () => {
    expect(tables([status(400)])).toContain('reached: ratio ≥ 0.40')
    expect(tables([status(399)])).toContain('missed: ratio ≥ 0.40')
  })

  it('show an earlier run beside this one, by ratio where both have one', () => {
    const earlier = resultsOf([status(200)], MACHINE)
    const table = tables([{ ...status(500), rows: [...status(500).rows] }], earlier)
    expect(table).toContain('0.20 (+150 %)')
    expect(table).toContain('12 ms (+0 %)')
  })

  it('leave the earlier run blank where it did not measure a row', () => {
    const earlier = resultsOf([{ name: 'clock', title: 'Clock', rows: status(1).rows }], MACHINE)
    expect(tables([status(500)], earlier)).not.toContain('%')
  })
})

describe('a goal', () => {
  it('bounds the ratio or the value, from below or from above', () => {
    const row = { what: 'p99', measured: duration(50), ratio: 6 }
    expect(isReached({ ...row, goal: ratioAtMost(6) })).toBe(true)
    expect(isReached({ ...row, goal: ratioAtMost(5.9) })).toBe(false)
    expect(isReached({ ...row, goal: atMost(duration(50)) })).toBe(true)
    expect(isReached({ ...row, goal: atMost(duration(49)) })).toBe(false)
    expect(isReached(row)).toBeUndefined()
  })

  it('of a ratio is refused where the row has none', () => {
    expect(() => isReached({ what: 'p99', measured: duration(1), goal: ratioAtMost(6) })).toThrow('ratio')
  })
})

describe('the file of results', () => {
  it('comes back as it was written', () => {
    const results = resultsOf([status(500)], MACHINE)
    expect(readResults(JSON.stringify(results))).toEqual(results)
    expect(results.rows[0]).toEqual({
      section: 'api',
      what: 'Status, requests',
      measured: { value: 500, unit: 'per second', text: '500/s' },
      reference: { value: 1000, unit: 'per second', text: '1,000/s' },
      ratio: 0.5,
      reached: true,
    })
  })

  it.each([
    'null',
    '[]',
    '{"rows":1}',
    '{"rows":[{}]}',
    '{"rows":[{"section":"a","what":"b","measured":{}}]}',
  ])('is not %s', (text) => {
    expect(() => readResults(text)).toThrow('no results')
  })
})
