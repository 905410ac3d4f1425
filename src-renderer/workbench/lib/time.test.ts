import { describe, expect, it } from 'vitest'
import { counted } from '#lib/words'
import {
  formatAge,
  formatBytes,
  formatClockMs,
  formatCountdown,
  formatDateTime,
  formatDayAndClock,
  formatDuration,
  formatNear,
  formatOffset,
  formatOtherDay,
  formatShare,
  formatSpan,
  formatWait,
  parseDateTime,
  parseSpan,
  parseTime,
} from './time'

const at = parseTime('2031-04-09T16:42:17.104Z')
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000

describe('times', () => {
  it('are formatted in UTC', () => {
    expect(formatDateTime(at)).toBe('2031-04-09 16:42:17')
    expect(formatClockMs(at)).toBe('16:42:17.104')
    expect(formatDayAndClock(at)).toBe('9 Apr 16:42:17')
  })

  it.each([
    [30 * MINUTE - 1000, '+30 min'],
    [30 * MINUTE + 1000, '+30 min'],
    [30 * MINUTE - 2000, '+29 min 58 s'],
    [-HOUR + 1000, '−1 h'],
    [1000, '+1 s'],
    [400, ''],
  ])('show an offset of %i ms as %j', (ms, text) => {
    expect(formatOffset(ms)).toBe(text)
  })

  it('show the year instead of the clock time in another year', () => {
    expect(formatOtherDay(at, at + 3 * DAY)).toBe('9 Apr 16:42:17')
    expect(formatOtherDay(at, at + 366 * DAY)).toBe('9 Apr 2031')
  })

  it('show the day only on another day', () => {
    expect(formatNear(at + HOUR, at)).toBe('17:42:17')
    expect(formatNear(at + DAY, at)).toBe('10 Apr 16:42:17')
  })
})

describe('lengths of time', () => {
  it.each([
    [38_000, '0:38'],
    [38_999, '0:38'],
    [17 * MINUTE + 42_000, '17:42'],
    [23 * HOUR + 37 * MINUTE + 46_000, '23:37:46'],
    [9 * DAY + 4 * HOUR + 10 * MINUTE, '9 d 04:10'],
    [-5000, '0:00'],
  ])('are shown in a countdown: %i ms as %s', (left, text) => {
    expect(formatCountdown(left)).toBe(text)
  })

  it('are short when they are ages or waits', () => {
    expect(formatAge(6000)).toBe('0:06')
    expect(formatAge(HOUR + 2 * MINUTE)).toBe('1:02 h')
    expect(formatAge(3 * DAY + HOUR)).toBe('3 d')
    expect(formatWait(24_000)).toBe('in 0:24')
    expect(formatWait(4 * MINUTE)).toBe('in 4 min')
    expect(formatWait(0)).toBe('now')
  })

  it('are precise when they are measured durations', () => {
    expect(formatDuration(14)).toBe('14 ms')
    expect(formatDuration(10_000)).toBe('10.00 s')
    expect(formatDuration(125_000)).toBe('2 min 5 s')
  })
})

describe('parseSpan', () => {
  it.each([
    ['30 min', 30 * MINUTE],
    ['1h 30m', 90 * MINUTE],
    ['1.5h', 90 * MINUTE],
    ['11d', 11 * DAY],
    ['1:30:00', 90 * MINUTE],
    ['0:38', 38_000],
    ['250ms', 250],
    ['2 weeks', 14 * DAY],
    ['1 year', 365 * DAY],
  ])('reads %s', (text, ms) => {
    expect(parseSpan(text)).toBe(ms)
  })

  it.each(['', 'soon', '30', '5 parsecs', '-1h', 'constructor', '1 constructor'])('refuses "%s"', (text) => {
    expect(parseSpan(text)).toBeNull()
  })

  it('reads what formatSpan writes', () => {
    for (const ms of [30 * MINUTE, DAY + 2 * HOUR, 61_000, 250]) expect(parseSpan(formatSpan(ms))).toBe(ms)
  })
})

it('parseDateTime reads a date with or without a time, but no impossible date', () => {
  expect(parseDateTime('2031-04-09 16:42:17')).toBe(Date.UTC(2031, 3, 9, 16, 42, 17))
  expect(parseDateTime('2031-04-09T16:42Z')).toBe(Date.UTC(2031, 3, 9, 16, 42))
  expect(parseDateTime(' 2031-04-09 ')).toBe(Date.UTC(2031, 3, 9))
  for (const text of ['2031-02-31', '9 April', '2031-04-09 25:00', '']) expect(parseDateTime(text)).toBeNull()
})

it('sizes use the unit that fits', () => {
  expect([612, 1400, 8 * 1024 ** 3].map(formatBytes)).toEqual(['612 B', '1.4 kB', '8.0 GiB'])
})

it('counts take a singular or plural noun', () => {
  expect([counted(1, 'payment'), counted(2418, 'payment')]).toEqual(['1 payment', '2,418 payments'])
})

it('shares stay below 100 % until everything is done', () => {
  expect(formatShare({ done: 999, total: 1000 })).toBe('99 %')
  expect(formatShare({ done: 0, total: 0 })).toBe('100 %')
})
