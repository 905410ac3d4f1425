/** Maximum number of sends of one callback, including the first (contract 9.4). */
export const MAX_ATTEMPTS = 120

/** Longest time from the first to the last attempt, milliseconds. */
const MAX_SPAN_MS = 11 * 24 * 3_600_000

const FIRST_GAPS_MS = 10_000
const MAX_GAP_MS = 4 * 3_600_000

/** Milliseconds before resend `n` (contract 9.4). Avoids `**`, whose last digits differ between engines. */
function gapBefore(n: number): number {
  if (n <= 6) return FIRST_GAPS_MS
  let growth = 1
  for (let step = 4; step < n; step += 1) {
    growth *= 1.12
    if (growth * 10_000 > MAX_GAP_MS) return MAX_GAP_MS
  }
  return Math.min(MAX_GAP_MS, Math.round(70_000 + 10_000 * growth))
}

/** One send of a callback: its number (the first is 0) and due time, epoch milliseconds. */
export interface Attempt {
  readonly n: number
  readonly dueAt: number
}

/** The attempt after a failed one; null if none is left. Gaps count from due times, so late sends shift nothing. */
export function nextAttempt(attempt: Attempt & { readonly firstDueAt: number }): Attempt | null {
  const n = attempt.n + 1
  const dueAt = attempt.dueAt + gapBefore(n)
  if (n >= MAX_ATTEMPTS || dueAt - attempt.firstDueAt > MAX_SPAN_MS) return null
  return { n, dueAt }
}
