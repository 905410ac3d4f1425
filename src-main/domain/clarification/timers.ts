/** The merchant's time to supply the data (contract 6.2), milliseconds. */
export const CLARIFICATION_WAIT_MS = 30 * 60_000

/** How long a one-time code of a method can be used, and how often it can be sent again (contract 16.4). */
const CODE_MS = 90_000
export const CODE_RESENDS = 3

/** A one-time code that is sent now. Its time ends with a full second, because messages have seconds. */
export function codeSentAt(now: number, resendsLeft = CODE_RESENDS) {
  return { newAttemptAt: Math.ceil((now + CODE_MS) / 1000) * 1000, resendsLeft }
}

/** When a wait that starts at `from` ends: after `waitMs` or at an earlier deadline (contract 6.2, 6.3, 6.5). */
export function waitExpiry(wait: {
  readonly from: number
  readonly waitMs: number
  readonly deadlineAt: number
}) {
  const waitEndsAt = wait.from + wait.waitMs
  const cappedByDeadline = wait.deadlineAt < waitEndsAt
  return { expiresAt: cappedByDeadline ? wait.deadlineAt : waitEndsAt, cappedByDeadline }
}

/** A request in the millisecond of its expiry is too late (contract 6.5). */
export function hasExpired(expiresAt: number, now: number): boolean {
  return now >= expiresAt
}
