import { describe, expect, it } from 'vitest'
import type { CallbackAttempt } from '#protocol/messages'
import { SCHEDULE } from '#domain/testing/retry-schedule'
import { layOutSchedule, spanWords } from './schedule-axis'

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
    ...(status === undefined ? { error: { code: 'timeout', message: 'no answer within 10 s' } } : { status }),
  }
}
const plannedFrom = (n: number) => SCHEDULE.slice(n).map((row) => ({ n: row.n, dueAt: at(row.sinceFirstMs) }))

describe('the axis of attempts', () => {
  it('shows every attempt of the schedule, sent and planned, in its order', () => {
    const axis = layOutSchedule({
      attempts: Array.from({ length: 21 }, (_, n) => anAttempt(n, 500)),
      planned: plannedFrom(21),
    })
    expect(axis.bars).toHaveLength(SCHEDULE.length)
    expect(axis.bars.filter((bar) => bar.outcome === 'failed')).toHaveLength(21)
    expect(axis.bars.map((bar) => bar.gapMs)).toEqual(SCHEDULE.map((row) => row.gapMs))
    for (const [index, bar] of axis.bars.entries()) {
      expect(bar.x).toBeGreaterThan(axis.bars[index - 1]?.x ?? -1)
      expect(bar.x).toBeLessThan(100)
    }
  })

  it('shows the remaining attempts of a held callback, and where it was resent', () => {
    const again = { ...anAttempt(0, 200), dueAt: at(86_400_000) }
    const { bars, sentence } = layOutSchedule({
      attempts: [anAttempt(0, 500), anAttempt(1, 500), again],
      planned: [{ n: 1, dueAt: at(86_410_000) }],
      state: 'held',
    })
    expect(bars.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'delivered', 'held'])
    expect(bars.map(({ resent }) => resent)).toEqual([false, false, true, false])
    expect(sentence).toContain('1 on hold')
    expect(sentence).toContain('Resent once.')
    // Interrupted by the end of the program and repeated: no new schedule.
    const cutOff = { ...anAttempt(0, undefined), error: { code: 'interrupted', message: 'The bench ended.' } }
    const repeated = layOutSchedule({ attempts: [cutOff, anAttempt(0, 200)], planned: [] })
    expect(repeated.bars.some(({ resent }) => resent)).toBe(false)
  })

  it('puts now between the last attempt and the first planned one', () => {
    const axis = layOutSchedule({ attempts: [anAttempt(0, 500), anAttempt(1, 500)], planned: plannedFrom(2) })
    expect(axis.nowX).toBeGreaterThan(axis.bars[1]?.x ?? 100)
    expect(axis.nowX).toBeLessThan(axis.bars[2]?.x ?? 0)
  })

  it('makes longer waits higher and keeps the longest below 48 pixels', () => {
    const { bars } = layOutSchedule({ attempts: [], planned: plannedFrom(0) })
    expect(bars[1]?.height).toBeLessThan(bars[10]?.height ?? 0)
    expect(bars[10]?.height).toBeLessThan(bars[60]?.height ?? 0)
    expect(Math.max(...bars.map((bar) => bar.height))).toBeLessThan(48)
  })

  it('says the whole in one sentence', () => {
    expect(layOutSchedule({ attempts: [anAttempt(0, 200)], planned: [] }).sentence).toBe(
      '1 attempt. 1 sent, 0 not delivered.',
    )
    const axis = layOutSchedule({ attempts: [anAttempt(0, 500)], planned: plannedFrom(1) })
    expect(axis.sentence).toBe(
      '120 attempts. 1 sent, 1 not delivered. 119 planned, the last 10 d 1 h after the first.',
    )
  })

  it('keeps a delivered callback with few attempts at the left', () => {
    const axis = layOutSchedule({ attempts: [anAttempt(0, 500), anAttempt(1, 200)], planned: [] })
    expect(axis.bars.map((bar) => bar.outcome)).toEqual(['failed', 'delivered'])
    expect(axis.bars[1]?.x).toBeLessThan(10)
  })

  it('counts an attempt without a response as not delivered and keeps the reason', () => {
    const axis = layOutSchedule({ attempts: [anAttempt(0, undefined)], planned: [] })
    expect(axis.bars[0]).toMatchObject({ outcome: 'failed', answer: 'no answer within 10 s' })
  })

  it('counts an attempt that waits for its response neither as failed nor as planned', () => {
    const { error: _, ...inFlight } = anAttempt(1, undefined)
    const axis = layOutSchedule({
      attempts: [anAttempt(0, 500), inFlight],
      planned: plannedFrom(2),
      state: 'delivering',
    })
    expect(axis.bars.map((bar) => bar.outcome).slice(0, 3)).toEqual(['failed', 'waiting', 'planned'])
    expect(axis.bars).toHaveLength(SCHEDULE.length)
    expect(axis.sentence).toContain('2 sent, 1 not delivered. 1 waiting for its response. 118 planned')
  })

  it('labels the first and the last attempt and a few between', () => {
    const { labels } = layOutSchedule({ attempts: [], planned: plannedFrom(0) })
    expect(labels[0]?.text).toBe('first')
    expect(labels.at(-1)?.text).toBe('10 d 1 h')
    expect(labels.length).toBeLessThanOrEqual(9)
  })
})

describe('spans in words', () => {
  it.each([
    [-1, '0 s'],
    [0, '0 s'],
    [59_999, '59 s'],
    [407_000, '6 m 47 s'],
    [20_165_000, '5 h 36 m'],
    [870_506_000, '10 d 1 h'],
  ])('%i ms is %s', (ms, words) => {
    expect(spanWords(ms)).toBe(words)
  })
})
