import {
  type CallbackAttempt,
  type CallbackKind,
  type CallbackSummary,
  repeatWord,
  type SignatureVerdict,
} from '#protocol/messages'
import { MAX_ATTEMPTS } from '#domain/callback/retry-schedule'
import { formatClockMs, formatDay, formatWait, parseTime } from '#window/lib/time'
import { callbackKindName, type StateLook } from '#window/ui/StatusMark.tsx'

export const callbackTitle = (kind: CallbackKind): string =>
  kind === 'other' ? 'Composed message' : `${callbackKindName(kind)} callback`

/** The kind of a callback in a list: `Result`, or `Result, replay: signed again`. */
export function callbackKindWords(callback: CallbackSummary): string {
  const repeat = repeatWord(callback)
  return `${callbackKindName(callback.kind)}${repeat === null ? '' : `, ${repeat}`}`
}

/** `refused 400 · sent once`; only statuses from 400 to 499 are refusals. */
function sentOnceWords(status: number | undefined): string {
  if (status === undefined) return 'no response · sent once'
  return `${status >= 400 && status < 500 ? 'refused' : 'response'} ${status} · sent once`
}

/** The state of a callback in words: `in 4 min`, `failed 3/120`. `now` is virtual, in milliseconds. */
export function callbackStateWord(
  callback: Pick<
    CallbackSummary,
    'state' | 'attemptCount' | 'scheduleAttempts' | 'nextAttemptAt' | 'hold' | 'once' | 'lastStatus'
  >,
  now: number,
): string {
  const { state, attemptCount, nextAttemptAt } = callback
  if (state === 'scheduled' && nextAttemptAt !== undefined) {
    const wait = formatWait(parseTime(nextAttemptAt) - now)
    return attemptCount === 0 ? wait : `retry ${wait}`
  }
  if (state === 'failed')
    return callback.once === true
      ? sentOnceWords(callback.lastStatus)
      : `failed ${callback.scheduleAttempts ?? attemptCount}/${MAX_ATTEMPTS}`
  const wakesAt = state === 'held' ? callback.hold?.wakesAt : undefined
  return wakesAt === undefined ? state : `held, ${formatWait(parseTime(wakesAt) - now)} at most`
}

interface VerdictLook extends StateLook {
  /** Follows the word "signature": "signature valid". */
  readonly word: string
}

const LOOKS: Readonly<Record<SignatureVerdict['state'], VerdictLook>> = {
  valid: { icon: 'state-success', hue: 'green', word: 'valid' },
  invalid: { icon: 'state-failed', hue: 'red', word: 'does not match' },
  missing: { icon: 'state-dropped', hue: 'quiet', word: 'missing' },
  empty: { icon: 'state-failed', hue: 'red', word: 'empty' },
  unreadable: { icon: 'state-error', hue: 'rose', word: 'not checkable' },
  unknown_project: { icon: 'state-dropped', hue: 'quiet', word: 'not checked: unknown project' },
}

export const verdictLook = (state: SignatureVerdict['state']): VerdictLook => LOOKS[state]

/** Whether the attempt was sent and has neither a response nor an error yet. */
export const isInFlight = ({ status, error }: Pick<CallbackAttempt, 'status' | 'error'>): boolean =>
  status === undefined && error === undefined

/** `10 Apr` of an ISO time. */
export const shortDay = (iso: string): string => formatDay(parseTime(iso))

/** `10 Apr` of an ISO time; `10 Apr 2032` if the step before has another year, or there is no step before. */
export function dayOfStep(iso: string, before: string): string {
  const year = iso.slice(0, 4)
  return year === before.slice(0, 4) ? shortDay(iso) : `${shortDay(iso)} ${year}`
}

/** Time between two steps as `+0.013`, `+9:54.269`, `+1:02:03.000`; nothing is rounded. */
export function stepGap(fromIso: string, toIso: string): string {
  const ms = parseTime(toIso) - parseTime(fromIso)
  const total = Math.abs(ms)
  const text = `${Math.floor(total / 3_600_000)}:${formatClockMs(total).slice(3)}`
  // Leaves out hours and minutes that are zero.
  return (ms < 0 ? '-' : '+') + text.replace(/^[0:]+(?=\d)/, '')
}

/** Where a callback goes; for a receiver on this computer, only port and path. */
export function targetWords(target: string | null): string {
  if (target === null) return 'nowhere'
  if (!URL.canParse(target)) return target
  const { hostname, host, port, pathname } = new URL(target)
  const isHere = port !== '' && (hostname === '127.0.0.1' || hostname === 'localhost')
  return isHere ? `:${port}${pathname}` : `${host}${pathname}`
}
