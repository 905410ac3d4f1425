/** How long the merchant has to supply the requested data (contract 6.2), milliseconds. */
export const CLARIFICATION_WAIT_MS = 30 * 60_000

/** When a clarification wait ends, in epoch milliseconds. */
export interface ClarificationExpiry {
  readonly expiresAt: number
  /** True when the processing deadline cuts the 30 minutes short; then the deadline's code applies. */
  readonly cappedByDeadline: boolean
}

/**
 * The end of a wait that starts, or starts anew, at `from`: 30 minutes later, never beyond the processing deadline
 * (contract 6.2, 6.3, 6.5). When both fall on the same millisecond the full 30 minutes have passed. Epoch milliseconds.
 */
export function clarificationExpiry(wait: {
  readonly from: number
  readonly deadlineAt: number
}): ClarificationExpiry {
  const waitEndsAt = wait.from + CLARIFICATION_WAIT_MS
  const cappedByDeadline = wait.deadlineAt < waitEndsAt
  return { expiresAt: cappedByDeadline ? wait.deadlineAt : waitEndsAt, cappedByDeadline }
}

/** Whether a wait is over at `now`. A request in the very millisecond of its expiry is too late (contract 6.5). */
export function hasExpired(expiresAt: number, now: number): boolean {
  return now >= expiresAt
}
