import { readCalendarDay } from '../../../domain/clarification/calendar-day'
import { MINUTE_MS } from '../../../lib/time/units'

const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/

/**
 * Epoch milliseconds of a date-time with an offset `±hh`, `±hh:mm`, `±hhmm` or `Z` (contract 7.3); null for anything
 * else, a day that the calendar does not have included. Fractions of a second are dropped.
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

/** Whether a limit is so far away that none applies: more than 30 days after the request (contract 7.5). */
export function isTooFarAhead(at: number, now: number): boolean {
  return at - now > MAX_AHEAD_MS
}
