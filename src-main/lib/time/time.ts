/** Spans of time in milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** Calendar day in UTC, `YYYY-MM-DD`, of an epoch time in milliseconds. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** Whether two times lie on the same business day: the UTC calendar day (contract 4.4). */
export function sameBusinessDay(a: number, b: number): boolean {
  return Math.floor(a / DAY_MS) === Math.floor(b / DAY_MS)
}

/** The first and the last time that the bench reads and shows, epoch milliseconds: the years 1970 to 9999. */
export const TIME_RANGE = { first: 0, last: Date.UTC(9999, 11, 31, 23, 59, 59, 999) } as const

/** Wire form of a time: `YYYY-MM-DDThh:mm:ss+0000`, UTC, no fraction (contract 3.1). Epoch milliseconds in. */
export function wireTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, '+0000')
}
