const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `16:20:03` of an ISO time: wire times are UTC and are shown so. */
export function wireTime(iso: string): string {
  return iso.slice(11, 19)
}

/** `16:20:03.021` of an ISO time. */
export function wireTimeMs(iso: string): string {
  return iso.slice(11, 23)
}

/** `10 Apr` of an ISO time. */
export function shortDay(iso: string): string {
  const month = MONTHS[Number(iso.slice(5, 7)) - 1] ?? ''
  return `${Number(iso.slice(8, 10)).toString()} ${month}`
}

/** `10 Apr` of an ISO time, and `10 Apr 2032` where the year is another than that of the step before. */
export function nextDay(iso: string, before: string): string {
  const year = iso.slice(0, 4)
  return year === before.slice(0, 4) ? shortDay(iso) : `${shortDay(iso)} ${year}`
}

/** Time between two steps as `+0.013`, `+9:54.269`, `+1:02:03.000`; nothing is rounded. */
export function stepGap(fromIso: string, toIso: string): string {
  const ms = Date.parse(toIso) - Date.parse(fromIso)
  const sign = ms < 0 ? '-' : '+'
  const total = Math.abs(ms)
  const pad = (value: number, width: number): string => value.toString().padStart(width, '0')
  const hours = Math.floor(total / 3_600_000)
  const minutes = Math.floor(total / 60_000) % 60
  const seconds = Math.floor(total / 1000) % 60
  const rest = pad(total % 1000, 3)
  if (hours > 0) return `${sign}${hours.toString()}:${pad(minutes, 2)}:${pad(seconds, 2)}.${rest}`
  if (minutes > 0) return `${sign}${minutes.toString()}:${pad(seconds, 2)}.${rest}`
  return `${sign}${seconds.toString()}.${rest}`
}
