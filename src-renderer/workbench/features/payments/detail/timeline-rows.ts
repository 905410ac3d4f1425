import type { TimelineStep } from '#protocol/payments'

/** A step that is shown, with its number in the payment from 1. */
interface ShownStep {
  readonly type: 'step'
  readonly number: number
  readonly step: TimelineStep
}

/** Failed attempts of one callback in a row, shown as one line until the tester unfolds it. */
export interface FoldedSteps {
  readonly type: 'fold'
  /** Id of the step before them, the first of their kind. */
  readonly id: string
  /** Number of the first of them. */
  readonly number: number
  readonly steps: readonly [TimelineStep, ...TimelineStep[]]
}

export type TimelineRow = ShownStep | FoldedSteps

/** Fewer are shown as they are: a line to unfold would save no space worth a click. */
const MIN_FOLDED = 4

export const isPlanned = (row: TimelineRow): boolean => row.type === 'step' && row.step.kind === 'planned'

/** Virtual times of the first and the last step of a row. */
export function spanOf(row: TimelineRow): { readonly from: string; readonly to: string } {
  if (row.type === 'step') return { from: row.step.at, to: row.step.at }
  return { from: row.steps[0].at, to: row.steps.at(-1)?.at ?? row.steps[0].at }
}

/** The callback of which a step is a failed attempt. */
const failedCallback = ({ kind, failed, reference }: TimelineStep): string | null =>
  kind === 'message' && failed === true && reference?.type === 'callback' ? reference.id : null

/**
 * Numbers the steps of a timeline, what is planned last, and folds the failed attempts of one callback that follow one
 * another: the first and the last of them stay.
 * @param earlier steps of the payment before these
 * @param unfolded ids of the folds that the tester opened
 */
export function timelineRows(
  timeline: readonly TimelineStep[],
  earlier = 0,
  unfolded: ReadonlySet<string> = new Set(),
): readonly TimelineRow[] {
  const steps = [
    ...timeline.filter((step) => step.kind !== 'planned'),
    ...timeline.filter((step) => step.kind === 'planned'),
  ]
  const rows: TimelineRow[] = []
  for (let at = 0; at < steps.length;) {
    const run = steps.slice(at, at + runLength(steps, at))
    const [first, second, ...others] = run
    if (first === undefined) break
    const number = earlier + at + 1
    const last = others.pop()
    rows.push({ type: 'step', number, step: first })
    if (
      second !== undefined &&
      last !== undefined &&
      others.length + 1 >= MIN_FOLDED &&
      !unfolded.has(first.id)
    ) {
      rows.push({ type: 'fold', id: first.id, number: number + 1, steps: [second, ...others] })
      rows.push({ type: 'step', number: number + run.length - 1, step: last })
    } else {
      for (const [index, step] of run.slice(1).entries()) {
        rows.push({ type: 'step', number: number + 1 + index, step })
      }
    }
    at += run.length
  }
  return rows
}

/** How many steps from here on are failed attempts of the same callback; 1 where the step is none. */
function runLength(steps: readonly TimelineStep[], from: number): number {
  const first = steps[from]
  const callback = first === undefined ? null : failedCallback(first)
  if (callback === null) return 1
  let to = from + 1
  for (let step = steps[to]; step !== undefined && failedCallback(step) === callback; step = steps[to])
    to += 1
  return to - from
}

/** What a folded line says and does. */
export const foldWords = ({ steps }: FoldedSteps): string => `Show ${String(steps.length)} more retries`
