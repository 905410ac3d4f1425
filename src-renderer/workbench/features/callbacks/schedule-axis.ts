import type { CallbackAttempt, CallbackDetail } from '#protocol/messages'
import { isInFlight } from '#window/message-view/callback-words'

const BAR_FLOOR = 6
const BAR_PER_DECADE = 12.6
/** A few attempts stay together at the left instead of being spread over the whole axis. */
const MIN_SLOTS = 24
const MAX_LABELS = 9

/** `waiting`: sent, and without a response so far. `held`: planned, and kept back until it is released. */
type BarOutcome = 'delivered' | 'failed' | 'waiting' | 'planned' | 'held'

/** One attempt on the axis. `x` is in percent, `height` in pixels and grows with the wait before the attempt. */
export interface AxisBar {
  readonly n: number
  readonly x: number
  readonly height: number
  readonly outcome: BarOutcome
  readonly sinceFirstMs: number
  readonly gapMs: number
  readonly answer: string | null
  /** A new schedule starts with this attempt, because the callback was resent. */
  readonly resent: boolean
}

interface AxisLabel {
  readonly x: number
  readonly text: string
  /** Labels that a narrow drawing may drop. */
  readonly optional: boolean
}

export interface ScheduleAxis {
  readonly bars: readonly AxisBar[]
  readonly labels: readonly AxisLabel[]
  /** Percent of the width at which the past ends. */
  readonly nowX: number
  /** Name of the drawing as a whole. */
  readonly sentence: string
}

/** A span in words: `0 s`, `40 s`, `6 m 47 s`, `5 h 36 m`, `10 d 1 h`. Whole seconds, nothing rounded up; before the start it is `0 s`. */
export function spanWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return `${days.toString()} d ${(hours % 24).toString()} h`
  if (hours > 0) return `${hours.toString()} h ${(minutes % 60).toString()} m`
  if (minutes > 0) return `${minutes.toString()} m ${(seconds % 60).toString()} s`
  return `${seconds.toString()} s`
}

function barHeight(gapMs: number): number {
  const seconds = Math.max(10, gapMs / 1000)
  return Math.round((BAR_FLOOR + BAR_PER_DECADE * (Math.log10(seconds) - 1)) * 10) / 10
}

function attemptOutcome(attempt: CallbackAttempt): BarOutcome {
  if (isInFlight(attempt)) return 'waiting'
  return attempt.status === 200 ? 'delivered' : 'failed'
}

/** The result of an attempt in a word: `200`, or why there was no answer. */
function attemptAnswer(attempt: CallbackAttempt): string {
  if (isInFlight(attempt)) return 'waiting…'
  return attempt.status?.toString() ?? attempt.error?.message ?? 'no response'
}

const times = (count: number, what: string): string => `${count.toString()} ${what}`

function sentenceOf(bars: readonly AxisBar[]): string {
  const sent = bars.filter((bar) => bar.outcome !== 'planned' && bar.outcome !== 'held')
  const held = bars.some((bar) => bar.outcome === 'held')
  const resent = bars.filter((bar) => bar.resent).length
  const failed = sent.filter((bar) => bar.outcome === 'failed').length
  const waiting = sent.filter((bar) => bar.outcome === 'waiting').length
  const planned = bars.length - sent.length
  const last = bars.at(-1)
  const parts = [
    `${times(bars.length, bars.length === 1 ? 'attempt' : 'attempts')}.`,
    ...(sent.length > 0 ? [`${times(sent.length, 'sent')}, ${times(failed, 'not delivered')}.`] : []),
    ...(waiting > 0 ? [`${times(waiting, 'waiting for its response')}.`] : []),
    ...(planned > 0 && last !== undefined
      ? [
          `${times(planned, held ? 'on hold' : 'planned')}, the last ${spanWords(last.sinceFirstMs)} after the first.`,
        ]
      : []),
    ...(resent > 0 ? [`Resent ${resent === 1 ? 'once' : times(resent, 'times')}.`] : []),
  ]
  return parts.join(' ')
}

function labelsOf(bars: readonly AxisBar[]): AxisLabel[] {
  const count = Math.min(MAX_LABELS, bars.length)
  const step = count > 1 ? (bars.length - 1) / (count - 1) : 0
  const labels: AxisLabel[] = []
  for (let index = 0; index < count; index += 1) {
    const bar = bars[Math.round(index * step)]
    const edge = index === 0 || index === count - 1
    if (bar !== undefined) {
      labels.push({
        x: bar.x,
        text: index === 0 ? 'first' : spanWords(bar.sinceFirstMs),
        optional: !edge && index % 2 === 1,
      })
    }
  }
  return bars.length < MIN_SLOTS ? labels.filter((_, index) => index === 0 || index === count - 1) : labels
}

/**
 * Draws all attempts of a callback, sent and planned, in equal slots from left to right. The schedule spans
 * ten seconds to four hours (contract 9.4), so the height of a bar is the logarithm of the wait before it.
 */
export function layOutSchedule(
  callback: Pick<CallbackDetail, 'attempts' | 'planned'> & Partial<Pick<CallbackDetail, 'state'>>,
): ScheduleAxis {
  const sent = callback.attempts.map((attempt) => ({
    n: attempt.n,
    due: Date.parse(attempt.dueAt),
    outcome: attemptOutcome(attempt),
    answer: attemptAnswer(attempt),
  }))
  const planned = callback.planned.map(({ n, dueAt }) => ({
    n,
    due: Date.parse(dueAt),
    outcome: callback.state === 'held' ? ('held' as const) : ('planned' as const),
    answer: null,
  }))
  const all = [...sent, ...planned]
  const slots = Math.max(MIN_SLOTS, all.length)
  const first = all[0]?.due ?? 0
  const bars = all.map(({ n, due, outcome, answer }, index): AxisBar => {
    const gapMs = Math.max(0, due - (all[index - 1]?.due ?? due))
    return {
      n,
      outcome,
      answer,
      gapMs,
      // An attempt that was interrupted by the end of the program is repeated with its n: no new schedule.
      resent: n === 0 && index > 0 && callback.attempts[index - 1]?.error?.code !== 'interrupted',
      sinceFirstMs: due - first,
      x: ((index + 0.5) / slots) * 100,
      height: barHeight(gapMs),
    }
  })
  return { bars, labels: labelsOf(bars), nowX: (sent.length / slots) * 100, sentence: sentenceOf(bars) }
}
