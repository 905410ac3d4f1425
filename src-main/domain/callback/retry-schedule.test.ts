import { describe, expect, it } from 'vitest'
import { SCHEDULE } from '#domain/testing/retry-schedule'
import { MAX_ATTEMPTS, nextAttempt } from './retry-schedule'

const MAX_SPAN_MS = 11 * 24 * 3_600_000

/** The table of contract 9.4: resend, gap in seconds as printed, time since the first send. */
const PRINTED = [
  '1 10 10 s, 2 10 20 s, 3 10 30 s, 4 10 40 s, 5 10 50 s, 6 10 1 m 00 s, 7 84.05 2 m 24 s',
  '8 85.74 3 m 50 s, 9 87.62 5 m 17 s, 10 89.74 6 m 47 s, 12 94.76 9 m 54 s, 15 104.79 14 m 58 s',
  '20 131.30 24 m 55 s, 25 178.04 38 m 01 s, 30 260.40 56 m 40 s, 35 405.55 1 h 25 m 05 s',
  '40 661.36 2 h 10 m 42 s, 45 1112 3 h 26 m 40 s, 50 1907 5 h 36 m 05 s, 55 3307 9 h 19 m 43 s',
  '60 5774 15 h 49 m 24 s, 62 7226 19 h 37 m 28 s, 64 9046 1 d 00 h 22 m 59 s',
  '65 10123 1 d 03 h 11 m 42 s, 66 11329 1 d 06 h 20 m 31 s, 67 12681 1 d 09 h 51 m 52 s',
  '68 14194 1 d 13 h 48 m 26 s, 69 14400 1 d 17 h 48 m 26 s, 70 14400 1 d 21 h 48 m 26 s',
  '75 14400 2 d 17 h 48 m 26 s, 80 14400 3 d 13 h 48 m 26 s, 90 14400 5 d 05 h 48 m 26 s',
  '100 14400 6 d 21 h 48 m 26 s, 110 14400 8 d 13 h 48 m 26 s, 119 14400 10 d 01 h 48 m 26 s',
].flatMap((line) =>
  line.split(', ').map((row): readonly [n: number, gap: string, since: string] => {
    const [n = '', gap = '', ...since] = row.split(' ')
    return [Number(n), gap, since.join(' ')]
  }),
)

/** Days, hours, minutes and seconds, rounded to the nearest second as in the printed table. */
function spell(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const padded = (value: number): string => String(value).padStart(2, '0')
  const rest = seconds % 60
  if (days > 0) return `${days} d ${padded(hours)} h ${padded(minutes)} m ${padded(rest)} s`
  if (hours > 0) return `${hours} h ${padded(minutes)} m ${padded(rest)} s`
  return minutes > 0 ? `${minutes} m ${padded(rest)} s` : `${rest} s`
}

describe('retry schedule', () => {
  it.each(PRINTED)('plans resend %i: gap %s s, %s after the first send', (n, gap, since) => {
    const row = SCHEDULE[n]
    const decimals = gap.split('.')[1]?.length ?? 0
    expect(row?.n).toBe(n)
    // The printed gap is rounded: off by at most half a unit of its last digit, plus our half millisecond.
    expect(Math.abs((row?.gapMs ?? 0) - Number(gap) * 1000)).toBeLessThanOrEqual(500 / 10 ** decimals + 0.5)
    expect(spell(row?.sinceFirstMs ?? 0)).toBe(since)
  })

  it('makes exactly 120 attempts, the last one 10 d 01 h 48 m 26 s after the first', () => {
    expect(SCHEDULE).toHaveLength(MAX_ATTEMPTS)
    expect(SCHEDULE[0]).toEqual({ n: 0, gapMs: 0, sinceFirstMs: 0 })
    expect(SCHEDULE.at(-1)?.n).toBe(119)
    expect(spell(SCHEDULE.at(-1)?.sinceFirstMs ?? 0)).toBe('10 d 01 h 48 m 26 s')
  })

  it('counts from the due time of the previous attempt', () => {
    expect(nextAttempt({ n: 0, dueAt: 5_000, firstDueAt: 5_000 })).toEqual({ n: 1, dueAt: 15_000 })
    expect(nextAttempt({ n: 6, dueAt: 65_000, firstDueAt: 5_000 })).toEqual({ n: 7, dueAt: 149_049 })
  })

  it('stops after 120 attempts or after 11 days, whichever comes first', () => {
    expect(nextAttempt({ n: 119, dueAt: 0, firstDueAt: 0 })).toBeNull()
    expect(nextAttempt({ n: 80, dueAt: MAX_SPAN_MS, firstDueAt: 0 })).toBeNull()
    expect(nextAttempt({ n: 80, dueAt: MAX_SPAN_MS - 14_400_000, firstDueAt: 0 })).toEqual({
      n: 81,
      dueAt: MAX_SPAN_MS,
    })
  })
})
