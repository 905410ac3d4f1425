export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** `YYYY-MM-DD`, in UTC. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** A business day is a UTC calendar day (contract 4.4). */
export function sameBusinessDay(a: number, b: number): boolean {
  return Math.floor(a / DAY_MS) === Math.floor(b / DAY_MS)
}

/** The times that Paybench reads and shows, in epoch milliseconds: the years 1970 to 9999. */
export const TIME_RANGE = { first: 0, last: Date.UTC(9999, 11, 31, 23, 59, 59, 999) } as const

/** `YYYY-MM-DDThh:mm:ss+0000`: UTC, no fraction (contract 3.1). */
export function wireTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, '+0000')
}

/** An ISO time in UTC as `2031-04-09 16:04:11`. */
export const moment = (iso: string): string => iso.slice(0, 19).replace('T', ' ')
