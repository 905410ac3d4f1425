import { DAY_MS } from './units'

/** Calendar day in UTC, `YYYY-MM-DD`, of an epoch time in milliseconds. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** Whether two times lie on the same business day: the UTC calendar day (contract 4.4). */
export function sameBusinessDay(a: number, b: number): boolean {
  return Math.floor(a / DAY_MS) === Math.floor(b / DAY_MS)
}
