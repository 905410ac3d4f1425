import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/time'

const SECOND_MS = 1000

const twoDigits = (value: number): string => String(value).padStart(2, '0')

export function parseTime(iso: string): number {
  return Date.parse(iso)
}

/** `2031-04-09 16:42:17`, UTC. */
export function formatDateTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** `16:42:17`, UTC. */
export function formatClock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19)
}

/** `16:42:17.104`, UTC: a measured time is never rounded. */
export function formatClockMs(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23)
}

/** `10 Apr`, UTC. */
export function formatDay(ms: number): string {
  return new Date(ms).toUTCString().slice(5, 11).replace(/^0/, '')
}

/** `10 Apr 16:20:05`, UTC. */
export const formatDayAndClock = (ms: number): string => `${formatDay(ms)} ${formatClock(ms)}`

/** `10 Apr 16:20:05` in the year of `now`, otherwise `10 Apr 2030`. UTC. */
export function formatOtherDay(ms: number, now: number): string {
  const year = new Date(ms).getUTCFullYear()
  return year === new Date(now).getUTCFullYear() ? formatDayAndClock(ms) : `${formatDay(ms)} ${year}`
}

/** `16:59:59` on the same UTC day as `now`, otherwise preceded by the day. */
export function formatNear(ms: number, now: number): string {
  return Math.floor(ms / DAY_MS) === Math.floor(now / DAY_MS) ? formatClock(ms) : formatDayAndClock(ms)
}

/** `10:31:06`, in the tester's time zone. */
export function formatWallClock(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8)
}

/** Time left: `0:38`, `17:42`, `23:37:46`, `9 d 04:10`; never below `0:00`. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / SECOND_MS))
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor(seconds / 3600) % 24
  const minutes = Math.floor(seconds / 60) % 60
  if (days > 0) return `${days} d ${twoDigits(hours)}:${twoDigits(minutes)}`
  if (hours > 0) return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
  return `${minutes}:${twoDigits(seconds % 60)}`
}

/** A short age: `0:06`, `22:14`, `1:02 h`, `3 d`. */
export function formatAge(ms: number): string {
  if (ms < HOUR_MS) return formatCountdown(ms)
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}:${twoDigits(Math.floor(ms / MINUTE_MS) % 60)} h`
  return `${Math.floor(ms / DAY_MS)} d`
}

/** A wait: `in 0:24`, `in 4 min`, `in 3 h`, `in 2 d`; `now` when it is due. */
export function formatWait(leftMs: number): string {
  if (leftMs <= 0) return 'now'
  if (leftMs < 2 * MINUTE_MS) return `in ${formatCountdown(leftMs)}`
  if (leftMs < 2 * HOUR_MS) return `in ${Math.round(leftMs / MINUTE_MS)} min`
  if (leftMs < 2 * DAY_MS) return `in ${Math.round(leftMs / HOUR_MS)} h`
  return `in ${Math.round(leftMs / DAY_MS)} d`
}

/** A wait of weeks and more: `in 40 days`, `in 5 months`, `in 7 years`. */
export function formatFarWait(leftMs: number): string {
  const days = Math.round(leftMs / DAY_MS)
  if (days < 60) return `in ${days} days`
  return days < 730 ? `in ${Math.round(days / 30.44)} months` : `in ${Math.round(days / 365.25)} years`
}

/** A measured duration: `14 ms`, `1.20 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms > 0 && ms < 1) return '<1 ms'
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`
  if (ms < MINUTE_MS) return `${(ms / SECOND_MS).toFixed(2)} s`
  return `${Math.floor(ms / MINUTE_MS)} min ${Math.floor(ms / SECOND_MS) % 60} s`
}

/** The offset of one clock from another, in at most two units: `+30 min`, `+11 d 3 h`, `−5 s`; '' if below 0.5 s. */
export function formatOffset(ms: number): string {
  // Rounded, because the clock stops for some milliseconds while it is advanced.
  const exact = Math.round(Math.abs(ms) / SECOND_MS)
  if (exact === 0) return ''
  // The two clocks are read a moment apart, so a minute that is at most a second away is meant.
  const minutes = Math.round(exact / 60)
  const seconds = minutes > 0 && Math.abs(exact - minutes * 60) <= 1 ? minutes * 60 : exact
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0)
  return (ms < 0 ? '−' : '+') + shown.map(([count, unit]) => `${count} ${unit}`).join(' ')
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::(\d{2}))?)?\s*(?:UTC|Z)?$/

/** Reads a UTC time: `2031-04-09 16:42:17`, `2031-04-09 16:42`, `2031-04-09`. Null for any other text. */
export function parseDateTime(text: string): number | null {
  const [, day, minutes = '00:00', seconds = '00'] = DATE_TIME.exec(text.trim()) ?? []
  if (day === undefined) return null
  const iso = `${day}T${minutes}:${seconds}.000Z`
  const at = Date.parse(iso)
  // Rejects days such as 31 February.
  return Number.isNaN(at) || new Date(at).toISOString() !== iso ? null : at
}

const SPAN_UNITS = [
  { ms: DAY_MS, one: 'day', many: 'days' },
  { ms: HOUR_MS, one: 'hour', many: 'hours' },
  { ms: MINUTE_MS, one: 'minute', many: 'minutes' },
  { ms: SECOND_MS, one: 'second', many: 'seconds' },
] as const

/** An exact span in words: `30 minutes`, `1 day 2 hours`. Below a second: `250 ms`. */
export function formatSpan(ms: number): string {
  let rest = ms
  const parts: string[] = []
  for (const unit of SPAN_UNITS) {
    const count = Math.floor(rest / unit.ms)
    rest -= count * unit.ms
    if (count > 0) parts.push(`${count} ${count === 1 ? unit.one : unit.many}`)
  }
  if (rest > 0 || parts.length === 0) parts.push(`${rest} ms`)
  return parts.join(' ')
}

const UNITS: readonly (readonly [names: RegExp, ms: number])[] = [
  [/^ms$/, 1],
  [/^s(ec(onds?)?)?$/, SECOND_MS],
  [/^m(in(utes?)?)?$/, MINUTE_MS],
  [/^h(ours?)?$/, HOUR_MS],
  [/^d(ays?)?$/, DAY_MS],
  [/^w(eeks?)?$/, 7 * DAY_MS],
  // A span ignores leap years.
  [/^y(ears?)?$/, 365 * DAY_MS],
]

/** Reads a span: `30 min`, `1h 30m`, `2d`, `1 year`, `1:30:00`. Returns whole milliseconds; null for any other text. */
export function parseSpan(text: string): number | null {
  const trimmed = text.trim().toLowerCase()
  const colons = /^(?:(\d+):)?(\d{1,2}):(\d{2})$/.exec(trimmed)
  if (colons !== null) {
    const [, hours = '0', minutes = '0', seconds = '0'] = colons
    return Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS
  }
  if (!/^(?:\d+(?:\.\d+)?\s*[a-z]+\s*)+$/.test(trimmed)) return null
  let total = 0
  for (const [, count = '', unit = ''] of trimmed.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const unitMs = UNITS.find(([names]) => names.test(unit))?.[1]
    if (unitMs === undefined) return null
    total += Number(count) * unitMs
  }
  return Math.round(total)
}

/** `612 B`, `1.4 kB`, `8.0 GiB`: decimal units, but GiB as in the storage limits. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  if (bytes < 1024 ** 3) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`
}

/** A share in percent, never 100 before everything is done. */
export const formatShare = ({ done, total }: { readonly done: number; readonly total: number }): string =>
  `${total === 0 ? 100 : Math.floor((100 * done) / total)} %`
