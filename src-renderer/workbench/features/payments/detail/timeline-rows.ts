import { capitalized } from '#lib/words'
import type { Party, TimelineStep } from '#protocol/payments'
import type { MessageReference } from '#window/navigation/views'
import { dayOfStep } from '#window/message-view/callback-words'

/** Opens the message of a step. Steps that sent nothing over a connection have no message. */
export type OpenMessage = (reference: MessageReference, step: string) => void

/** A step, with its number within the payment, from 1. */
interface ShownStep {
  readonly number: number
  readonly step: TimelineStep
}

/** Consecutive failed attempts of one callback, shown as one line until the tester unfolds the callback. */
interface FoldedSteps {
  readonly number: number
  readonly callbackId: string
  readonly steps: readonly TimelineStep[]
}

type TimelineRow = (ShownStep | FoldedSteps) & {
  /** Set where a day begins. */
  readonly day: string | undefined
  readonly before: string | undefined
  readonly status: TimelineStep['status']
  readonly isWaiting: boolean
}

/** Fewer steps are not folded: the space saved would not be worth a click. */
const MIN_FOLDED = 4

const failedCallback = (step: TimelineStep | undefined): string | null =>
  step?.kind === 'message' && step.failed === true && step.reference?.type === 'callback'
    ? step.reference.id
    : null

/** Numbers the steps; folds consecutive failed attempts of a callback, except the first, the last and short runs. */
function numberedRows(
  steps: readonly TimelineStep[],
  earlier: number,
  unfolded: ReadonlySet<string>,
): readonly (ShownStep | FoldedSteps)[] {
  const callbacks = steps.map(failedCallback)
  const rows: (ShownStep | FoldedSteps)[] = []
  for (const [at, step] of steps.entries()) {
    const number = earlier + at + 1
    const callbackId = callbacks[at] ?? null
    const isInner = callbackId === callbacks[at - 1] && callbackId === callbacks[at + 1]
    const last = rows.at(-1)
    if (callbackId === null || !isInner || unfolded.has(callbackId)) rows.push({ number, step })
    else if (last !== undefined && 'steps' in last)
      rows.splice(-1, 1, { ...last, steps: [...last.steps, step] })
    else rows.push({ number, callbackId, steps: [step] })
  }
  return rows.flatMap((row) =>
    'step' in row || row.steps.length >= MIN_FOLDED
      ? [row]
      : row.steps.map((step, at) => ({ number: row.number + at, step })),
  )
}

/**
 * The lines of a timeline.
 * @param earlier number of steps of the payment before these
 * @param unfolded ids of the callbacks whose attempts are all shown
 */
export function timelineRows(
  timeline: readonly TimelineStep[],
  earlier = 0,
  unfolded: ReadonlySet<string> = new Set(),
): readonly TimelineRow[] {
  const steps = timeline.toSorted((a, b) => Number(a.kind === 'planned') - Number(b.kind === 'planned'))
  let before: string | undefined
  let status: TimelineStep['status']
  return numberedRows(steps, earlier, unfolded).map((row) => {
    const [first, last] = 'step' in row ? [row.step, row.step] : [row.steps[0], row.steps.at(-1)]
    const newStatus = first?.status === status ? undefined : first?.status
    status = newStatus ?? status
    const at = first?.at ?? ''
    const day = before?.slice(0, 10) === at.slice(0, 10) ? undefined : dayOfStep(at, before ?? '')
    const shown = { ...row, day, before, status: newStatus, isWaiting: status === 'awaiting clarification' }
    before = last?.at
    return shown
  })
}

/** Parties with a lifeline, from left to right; the tester acts through the platform. */
const LANES = ['customer', 'form', 'platform', 'provider', 'merchant'] as const
type Lane = (typeof LANES)[number]

export const laneOf = (party: Party): Lane => (party === 'tester' ? 'platform' : party)

/** The lanes that the steps use, each with its place in percent of the width of the drawing. */
export function lanesOf(steps: readonly TimelineStep[]): ReadonlyMap<Lane, number> {
  const used = new Set(steps.flatMap(({ from, to }) => [laneOf(from), laneOf(to)]))
  const lanes = LANES.filter((lane) => used.has(lane))
  return new Map(
    lanes.map((lane, at) => [lane, lanes.length === 1 ? 50 : 14 + (72 * at) / (lanes.length - 1)]),
  )
}

export const partyWord = (party: Party): string => (party === 'tester' ? 'You' : capitalized(party))
