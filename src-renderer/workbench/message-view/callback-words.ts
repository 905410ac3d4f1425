import type { CallbackAttempt, CallbackKind, CallbackSummary, SignatureVerdict } from '#protocol/messages'
import { MAX_ATTEMPTS } from '#domain/callback/retry-schedule'
import { formatWait, parseTime } from '#window/lib/time'
import type { IconName } from '#window/ui/Icon.tsx'
import type { Hue } from '#window/ui/StatusMark.tsx'

const TITLES: Readonly<Record<CallbackKind, string>> = {
  clarification: 'Clarification callback',
  remaining: 'Remaining-data callback',
  intermediate: 'Intermediate callback',
  result: 'Result callback',
  token: 'Token callback',
  other: 'Composed message',
}

export function callbackTitle(kind: CallbackKind): string {
  return TITLES[kind]
}

/** `refused 400 · sent once`; other statuses refuse nothing. */
function sentOnceWords(status: number | undefined): string {
  if (status === undefined) return 'no response · sent once'
  return `${status >= 400 && status < 500 ? 'refused' : 'response'} ${status.toString()} · sent once`
}

/**
 * The state of a callback in words: `in 4 min`, `failed 3/120`, `delivered`. `now` is virtual,
 * in milliseconds.
 */
export function callbackStateWord(
  callback: Pick<
    CallbackSummary,
    'state' | 'attemptCount' | 'scheduleAttempts' | 'nextAttemptAt' | 'hold' | 'once' | 'lastStatus'
  >,
  now: number,
): string {
  switch (callback.state) {
    case 'scheduled': {
      if (callback.nextAttemptAt === undefined) return 'scheduled'
      const wait = formatWait(parseTime(callback.nextAttemptAt) - now)
      return callback.attemptCount === 0 ? wait : `retry ${wait}`
    }
    case 'failed':
      if (callback.once === true) return sentOnceWords(callback.lastStatus)
      return `failed ${(callback.scheduleAttempts ?? callback.attemptCount).toString()}/${MAX_ATTEMPTS.toString()}`
    case 'held': {
      const wakesAt = callback.hold?.wakesAt
      return wakesAt === undefined ? 'held' : `held, ${formatWait(parseTime(wakesAt) - now)} at most`
    }
    case 'delivering':
    case 'delivered':
    case 'dropped':
      return callback.state
  }
}

interface VerdictLook {
  readonly icon: IconName
  readonly hue: Hue
  /** Follows the word "signature": "signature valid". */
  readonly word: string
}

const LOOKS: Readonly<Record<SignatureVerdict['state'], VerdictLook>> = {
  valid: { icon: 'state-success', hue: 'green', word: 'valid' },
  invalid: { icon: 'state-failed', hue: 'red', word: 'does not match' },
  missing: { icon: 'state-dropped', hue: 'quiet', word: 'missing' },
  empty: { icon: 'state-failed', hue: 'red', word: 'empty' },
  unreadable: { icon: 'state-error', hue: 'rose', word: 'unreadable' },
  unknown_project: { icon: 'state-dropped', hue: 'quiet', word: 'not checked: unknown project' },
}

/** How a signature's verdict looks and reads. */
export function verdictLook(state: SignatureVerdict['state']): VerdictLook {
  return LOOKS[state]
}

/** Whether the attempt was sent and has neither a response nor an error yet. */
export function isInFlight({ status, error }: Pick<CallbackAttempt, 'status' | 'error'>): boolean {
  return status === undefined && error === undefined
}

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
