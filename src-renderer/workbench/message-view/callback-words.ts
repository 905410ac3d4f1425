import type { CallbackKind, CallbackSummary } from '#protocol/messages'
import { MAX_ATTEMPTS } from '#domain/callback/retry-schedule'
import { formatWait, parseTime } from '#window/lib/time'

const TITLES: Readonly<Record<CallbackKind, string>> = {
  clarification: 'Clarification callback',
  remaining: 'Remaining-data callback',
  intermediate: 'Intermediate callback',
  result: 'Result callback',
  token: 'Token callback',
  other: 'Composed message',
}

/** Title of the pane that shows a callback. */
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
