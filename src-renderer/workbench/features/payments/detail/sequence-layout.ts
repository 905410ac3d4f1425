import type { Party, TimelineStep } from '#protocol/payments'
import type { PaymentStatus } from '#domain/payment/statuses'
import type { MessageReference } from '#window/navigation/views'
import { nextDay } from '#window/message-view/callback-words'

/** Opens the message of a step; a step that crossed no connection has none. */
export type OpenMessage = (reference: MessageReference, step: string) => void

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

const isPlanned = (row: TimelineRow): boolean => row.type === 'step' && row.step.kind === 'planned'

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

/** The parties that have a life line, from left to right; the tester acts through the platform. */
export const LANES = ['customer', 'form', 'platform', 'provider', 'merchant'] as const
export type Lane = (typeof LANES)[number]

/** Where the life lines stand, in percent of the drawing's width. */
const LANE_X: Readonly<Record<Lane, number>> = {
  customer: 9,
  form: 29.5,
  platform: 50,
  provider: 70.5,
  merchant: 91,
}

const ROW_HEIGHT = 24
const FIRST_ROW = 38
const NOW_HEIGHT = 20

export function laneX(lane: Lane): number {
  return LANE_X[lane]
}

const laneOf = (party: Party): Lane => (party === 'tester' ? 'platform' : party)

/** A step between two life lines, at one line, or by the tester. `y` is the top of its row in pixels. */
type StepShape =
  | { readonly shape: 'arrow'; readonly from: Lane; readonly to: Lane }
  | { readonly shape: 'loop'; readonly lane: Lane }
  | { readonly shape: 'tester' }

export type SequenceRow =
  | { readonly type: 'fold'; readonly y: number; readonly fold: FoldedSteps }
  | {
      readonly type: 'step'
      readonly y: number
      readonly number: number
      readonly step: TimelineStep
      readonly shape: StepShape
    }
  | { readonly type: 'status'; readonly y: number; readonly status: PaymentStatus }
  | { readonly type: 'day'; readonly y: number; readonly label: string }

/** A span in which the payment awaited clarification, in pixels. */
interface WaitSpan {
  readonly from: number
  readonly to: number
}

export interface SequenceLayout {
  readonly rows: readonly SequenceRow[]
  /** Where the past ends. */
  readonly nowY: number
  readonly height: number
  readonly waits: readonly WaitSpan[]
}

const dayOf = (iso: string): string => iso.slice(0, 10)

function shapeOf(step: TimelineStep): StepShape {
  if (step.from === 'tester' || step.to === 'tester') return { shape: 'tester' }
  const from = laneOf(step.from)
  const to = laneOf(step.to)
  return from === to ? { shape: 'loop', lane: from } : { shape: 'arrow', from, to }
}

/**
 * Places the steps of a payment below one another: what happened, then the line of now, then what is planned.
 * Steps keep the order of the log; a step that changed the status is followed by the new status, and a step
 * on another day than the one before it by that day's line.
 */
export function layOutSequence(timeline: readonly TimelineRow[]): SequenceLayout {
  const past = timeline.filter((row) => !isPlanned(row))
  const planned = timeline.filter(isPlanned)
  const rows: SequenceRow[] = []
  let y = FIRST_ROW
  let current: PaymentStatus | null = null
  const [first] = timeline
  let before = first === undefined ? '' : spanOf(first).from

  const place = (row: TimelineRow): void => {
    const { from, to } = spanOf(row)
    if (dayOf(from) !== dayOf(before)) {
      rows.push({ type: 'day', y, label: nextDay(from, before) })
      y += ROW_HEIGHT
    }
    before = to
    rows.push(row.type === 'fold' ? { type: 'fold', y, fold: row } : { ...row, y, shape: shapeOf(row.step) })
    y += ROW_HEIGHT
  }

  for (const row of past) {
    place(row)
    const status = row.type === 'step' ? row.step.status : undefined
    if (status === undefined || status === current) continue
    current = status
    rows.push({ type: 'status', y, status })
    y += ROW_HEIGHT
  }
  const nowY = y + NOW_HEIGHT / 2
  const waits = waitsIn(rows, nowY)
  y += NOW_HEIGHT
  for (const row of planned) place(row)
  return { rows, nowY, height: y + 8, waits }
}

/** From below each row of the status to the next status, or to now. */
function waitsIn(rows: readonly SequenceRow[], nowY: number): readonly WaitSpan[] {
  const statuses = rows.filter((row) => row.type === 'status')
  return statuses.flatMap(({ status, y }, index) =>
    status === 'awaiting clarification'
      ? [{ from: y + ROW_HEIGHT - 2, to: statuses[index + 1]?.y ?? nowY }]
      : [],
  )
}

const PARTY_WORDS: Readonly<Record<Party, string>> = {
  customer: 'Customer',
  form: 'Form',
  platform: 'Platform',
  provider: 'Provider',
  merchant: 'Merchant',
  tester: 'You',
}

export function partyWord(party: Party): string {
  return PARTY_WORDS[party]
}

/** The sentence that names a step for a screen reader. `time` is already formatted. */
export function stepSentence(number: number, step: TimelineStep, time: string): string {
  const when = step.kind === 'planned' ? `planned ${time}` : time
  const way =
    step.from === step.to ? PARTY_WORDS[step.from] : `${PARTY_WORDS[step.from]} to ${PARTY_WORDS[step.to]}`
  const answer =
    step.answer === undefined ? '' : step.answer === 'none' ? ', no response' : `, response ${step.answer}`
  const status = step.status === undefined ? '' : `, status ${step.status}`
  return `Step ${number.toString()}, ${when}: ${way}, ${step.title}${answer}${status}`
}
