import { nextAttempt, type Attempt } from '#domain/callback/retry-schedule'

/** One attempt of the schedule: the gap to the previous attempt, and the time since the first send. */
export interface ScheduledAttempt {
  readonly n: number
  readonly gapMs: number
  readonly sinceFirstMs: number
}

/** Every attempt of a callback that never gets a 200, the first send (`n` 0) included. */
export const SCHEDULE: readonly ScheduledAttempt[] = attemptsWithout200()

function attemptsWithout200(): readonly ScheduledAttempt[] {
  const schedule: ScheduledAttempt[] = []
  let before = 0
  let attempt: Attempt | null = { n: 0, dueAt: 0 }
  while (attempt !== null) {
    schedule.push({ n: attempt.n, gapMs: attempt.dueAt - before, sinceFirstMs: attempt.dueAt })
    before = attempt.dueAt
    attempt = nextAttempt({ ...attempt, firstDueAt: 0 })
  }
  return schedule
}
