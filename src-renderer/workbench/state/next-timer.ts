import type { ClockView } from '#protocol/bench'
import { formatFarWait, formatWait, parseTime } from '#window/lib/time'

export type NextTimer = NonNullable<ClockView['nextTimer']>

/** A longer jump needs a confirmation: time never goes back. */
export const FAR_MS = 31 * 86_400_000

/** What happens next by itself. The expiry of a token concerns its saved card, which belongs to no payment. */
export function nextWord({ kind, name, paymentKey }: NextTimer): string {
  return kind === 'timer' && paymentKey === null ? 'saved card expires' : name
}

/** The same with the payment that it happens to: `order-17, result`. */
export function nextWords(next: NextTimer): string {
  return next.paymentId === '' ? nextWord(next) : `${next.paymentId}, ${nextWord(next)}`
}

const waitOf = (next: NextTimer, now: number): number => parseTime(next.dueAt) - now

export function isFar(next: NextTimer, now: number): boolean {
  return waitOf(next, now) > FAR_MS
}

/** `in 4 min`, `in 7 years`; `now` when it is due. */
export function nextWait(next: NextTimer, now: number): string {
  return isFar(next, now) ? formatFarWait(waitOf(next, now)) : formatWait(waitOf(next, now))
}
