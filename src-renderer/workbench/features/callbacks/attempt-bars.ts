import type { CallbackDetail } from '#protocol/messages'
import { isInFlight } from '#window/message-view/callback-words'
import { formatCountdown } from '#window/lib/time'

/** `waiting`: sent, and without a response so far. `held`: planned, and kept back until it is released. */
export type AttemptOutcome = 'delivered' | 'failed' | 'waiting' | 'planned' | 'held'

/** One attempt on the time axis. */
interface AttemptBar {
  readonly outcome: AttemptOutcome
  /** In pixels. The schedule waits ten seconds to four hours (contract 9.4), so it is the logarithm of the wait. */
  readonly height: number
  /** A new schedule starts with this attempt, because the callback was resent. */
  readonly resent: boolean
  readonly title: string
}

const MIN_HEIGHT = 6
const HEIGHT_PER_DECADE = 12.6

const heightOf = (gapMs: number): number =>
  MIN_HEIGHT + HEIGHT_PER_DECADE * Math.log10(Math.max(1, gapMs / 10_000))

type Attempted = Pick<CallbackDetail, 'attempts' | 'planned' | 'state'>

/** All attempts of a callback in their order, first those that were sent. */
export function attemptBars({ attempts, planned, state }: Attempted): readonly AttemptBar[] {
  const all = [
    ...attempts.map((attempt) => ({
      ...attempt,
      outcome: isInFlight(attempt)
        ? ('waiting' as const)
        : attempt.status === 200
          ? ('delivered' as const)
          : ('failed' as const),
      words: isInFlight(attempt)
        ? 'waiting for the response'
        : `response ${String(attempt.status ?? attempt.error?.message ?? 'none')}`,
    })),
    ...planned.map((attempt) =>
      state === 'held'
        ? { ...attempt, outcome: 'held' as const, words: 'on hold' }
        : { ...attempt, outcome: 'planned' as const, words: 'scheduled' },
    ),
  ]
  const first = Date.parse(all[0]?.dueAt ?? '')
  return all.map(({ n, dueAt, outcome, words }, at) => {
    const due = Date.parse(dueAt)
    const gapMs = at === 0 ? 0 : due - Date.parse(all[at - 1]?.dueAt ?? '')
    // An attempt that was interrupted by the end of the program is repeated with its n: no new schedule.
    const resent = n === 0 && at > 0 && attempts[at - 1]?.error?.code !== 'interrupted'
    const name = resent ? 'resent manually' : n === 0 ? 'first attempt' : `retry ${String(n)}`
    return {
      outcome,
      resent,
      height: heightOf(gapMs),
      title: `${name}, ${words}, ${formatCountdown(due - first)} after the first, ${formatCountdown(gapMs)} after the previous`,
    }
  })
}

const OUTCOME_WORDS: Readonly<Record<AttemptOutcome, string>> = {
  failed: 'not delivered',
  delivered: 'delivered',
  waiting: 'waiting for its response',
  held: 'on hold',
  planned: 'scheduled',
}

/** How many attempts ended how, without outcomes that none has. */
export function outcomeCounts(
  bars: readonly AttemptBar[],
): readonly { readonly outcome: AttemptOutcome; readonly words: string }[] {
  const outcomes = ['failed', 'delivered', 'waiting', 'held', 'planned'] as const
  return outcomes.flatMap((outcome) => {
    const count = bars.filter((bar) => bar.outcome === outcome).length
    return count === 0 ? [] : [{ outcome, words: `${String(count)} ${OUTCOME_WORDS[outcome]}` }]
  })
}
