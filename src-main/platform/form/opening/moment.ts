import { readCalendarDay } from '#domain/clarification/calendar-day'
import { MINUTE_MS } from '#lib/time/units'

const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/

/**
 * Reads a date-time with an offset `±hh`, `±hh:mm`, `±hhmm` or `Z` (contract 7.3) as epoch milliseconds. Drops
 * fractions of a second. Null: the text is something else, or a day that does not exist.
 */
export function readMoment(text: string): number | null {
  const [, year, month, day, hour, minute, second, sign, offsetHours, offsetMinutes] = MOMENT.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  if (readCalendarDay(`${day}-${month}-${year}`) === null) return null
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * (sign === '-' ? -1 : 1)
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second ?? 0),
  )
  return local - offset * MINUTE_MS
}

const MAX_AHEAD_MS = 30 * 24 * 60 * MINUTE_MS

/** Whether a time limit is ignored because it is more than 30 days after the request (contract 7.5). */
export function isTooFarAhead(at: number, now: number): boolean {
  return at - now > MAX_AHEAD_MS
}
