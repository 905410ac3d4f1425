import type { CallbackDetail } from '#protocol/messages'
import { isInFlight } from '#window/message-view/callback-words'
import { formatCountdown } from '#window/lib/time'

/** Outcomes, in the order of display. `waiting`: sent, but no response yet. `held`: not sent until released. */
const OUTCOMES = [
  { outcome: 'failed', ending: 'not delivered', icon: 'state-failed', hue: 'red' },
  { outcome: 'delivered', ending: 'delivered', icon: 'state-delivered', hue: 'green' },
  { outcome: 'waiting', ending: 'waiting for a response', icon: 'state-processing', hue: undefined },
  { outcome: 'held', ending: 'on hold', icon: 'state-held', hue: undefined },
  { outcome: 'planned', ending: 'scheduled', icon: 'state-scheduled', hue: undefined },
] as const

interface AttemptBar {
  readonly outcome: (typeof OUTCOMES)[number]['outcome']
  /** In pixels. Grows with the logarithm of the wait, which is ten seconds to four hours (contract 9.4). */
  readonly height: number
  /** A new schedule starts with this attempt, because the callback was resent. */
  readonly resent: boolean
  readonly title: string
}

const MIN_HEIGHT = 6
const HEIGHT_PER_DECADE = 12.6

type Attempted = Pick<CallbackDetail, 'attempts' | 'planned' | 'state'>

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
    // An attempt interrupted by the end of the program is repeated with the same n; that starts no new schedule.
    const resent = n === 0 && at > 0 && attempts[at - 1]?.error?.code !== 'interrupted'
    const name = resent ? 'resent manually' : n === 0 ? 'first attempt' : `retry ${String(n)}`
    return {
      outcome,
      resent,
      height: MIN_HEIGHT + HEIGHT_PER_DECADE * Math.log10(Math.max(1, gapMs / 10_000)),
      title: `${name}, ${words}, ${formatCountdown(due - first)} after the first, ${formatCountdown(gapMs)} after the previous`,
    }
  })
}

/** The number of attempts per outcome, without outcomes that do not occur. */
export function outcomeCounts(bars: readonly AttemptBar[]) {
  return OUTCOMES.flatMap(({ ending, ...look }) => {
    const count = bars.filter((bar) => bar.outcome === look.outcome).length
    return count === 0 ? [] : [{ ...look, words: `${String(count)} ${ending}` }]
  })
}
