import { describe, expect, it } from 'vitest'
import { SCHEDULE } from '#domain/testing/retry-schedule'
import type { CallbackAttempt } from '#protocol/messages'
import { attemptBars, outcomeCounts } from './attempt-bars'

const START = Date.parse('2031-04-09T16:16:46.000Z')
const at = (ms: number): string => new Date(START + ms).toISOString()

const anAttempt = (n: number, status: number | undefined): CallbackAttempt => {
  const due = at(SCHEDULE[n]?.sinceFirstMs ?? 0)
  return {
    seq: n,
    n,
    dueAt: due,
    sentAt: due,
    wallSentAt: due,
    marks: [],
    ...(status === undefined ? { error: { code: 'timeout', message: 'no response in 10 s' } } : { status }),
  }
}
const plannedFrom = (n: number) => SCHEDULE.slice(n).map((row) => ({ n: row.n, dueAt: at(row.sinceFirstMs) }))
const words = (bars: ReturnType<typeof attemptBars>) => outcomeCounts(bars).map((count) => count.words)

describe('the axis of attempts', () => {
  it('shows every attempt of the schedule, sent and planned', () => {
    const attempts = Array.from({ length: 21 }, (_, n) => anAttempt(n, 500))
    const bars = attemptBars({ attempts, planned: plannedFrom(21), state: 'failed' })
    expect(bars).toHaveLength(SCHEDULE.length)
    expect(words(bars)).toEqual(['21 not delivered', '99 scheduled'])
    expect(bars[20]?.title).toMatch(/^retry 20, response 500, .* after the first/)
  })

  it('shows the remaining attempts of a held callback, and where it was resent', () => {
    const again = { ...anAttempt(0, 200), dueAt: at(86_400_000) }
    const bars = attemptBars({
      attempts: [anAttempt(0, 500), anAttempt(1, 500), again],
      planned: [{ n: 1, dueAt: at(86_410_000) }],
      state: 'held',
    })
    expect(words(bars)).toEqual(['2 not delivered', '1 delivered', '1 on hold'])
    expect(bars.map(({ resent }) => resent)).toEqual([false, false, true, false])
  })

  it('does not treat a repetition after the program ended as a new schedule', () => {
    const cutOff = { ...anAttempt(0, undefined), error: { code: 'interrupted', message: 'The bench ended.' } }
    const bars = attemptBars({ attempts: [cutOff, anAttempt(0, 200)], planned: [], state: 'delivered' })
    expect(bars.some(({ resent }) => resent)).toBe(false)
  })

  it('draws longer waits as higher bars and keeps the highest below 48 pixels', () => {
    const heights = attemptBars({ attempts: [], planned: plannedFrom(0), state: 'scheduled' }).map(
      ({ height }) => height,
    )
    expect(heights[1]).toBeLessThan(heights[10] ?? 0)
    expect(heights[10]).toBeLessThan(heights[60] ?? 0)
    expect(Math.max(...heights)).toBeLessThan(48)
  })

  it('counts a failed attempt as not delivered, and one that still awaits its response as waiting', () => {
    const { error: _, ...inFlight } = anAttempt(1, undefined)
    const attempts = [anAttempt(0, undefined), inFlight]
    const bars = attemptBars({ attempts, planned: [], state: 'delivering' })
    expect(words(bars)).toEqual(['1 not delivered', '1 waiting for a response'])
    expect(bars[0]?.title).toContain('no response in 10 s')
  })
})
