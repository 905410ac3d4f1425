import { order } from './orders'
import { failing, type IfNot, type StepText, type Trial, type TrialPart, type TrialStep } from './trial'

/** Drops the first result callbacks, so that the trial decides what is sent and when. */
export const holding = (first: number): StepText => ({ kind: 'drop', on: ['result'], first })
export const HELD_RESULT = holding(1)

/** Waits for the response or the time limit (contract 9.2) by counting attempts: the state `failed` may be brief. */
export const answered = (of: string): TrialStep => ({
  step: { 'expect callback': { of, attempts: '>=1', within: '12 s' } },
  needs:
    'The receiver did not respond within the 10 s that the platform waits, and Paybench had not yet recorded the timeout.',
})

/** Waits for the result callback of the order `of`, and names it `as`. */
export const heldResult = (of = 'order', as = 'result'): TrialStep => ({
  step: { 'expect callback': { of, as, kind: 'result', within: '10 s' } },
  needs: 'The platform had no result for this order.',
})

/** The id of the other order's operation in {@link LENT}. */
export const LENT_OPERATION = '${lent.body.operation.id}'

/** Pays two orders and names their results. The order `lender` lends the id of its operation to `order`. */
export const LENT: readonly TrialPart[] = [
  order({ as: 'lender' }),
  heldResult('lender', 'lent'),
  order(),
  heldResult(),
]

/** Makes a trial of one order whose result is dropped, so that the merchant gets only what the trial sends. */
export const onHeld = ({
  card = 'success',
  ...trial
}: Omit<Trial, 'faults'> & { readonly card?: string }): Trial => ({
  ...trial,
  faults: [HELD_RESULT],
  steps: [order({ card }), heldResult(), ...trial.steps],
})

/** Sends callback `of` again as `as` with changes; `ifNot`: the conclusion from any response but 200, or null. */
export function sent(
  as: string,
  body: StepText | null,
  ifNot: IfNot | string | null = null,
  {
    signing = 'resign',
    of = 'result',
    to,
  }: { readonly signing?: string | StepText; readonly of?: string; readonly to?: string } = {},
): readonly TrialStep[] {
  const edits = { ...(body === null ? {} : { body }), ...(to === undefined ? {} : { to }) }
  const step = { replay: { of, as, ...edits, signing } }
  return [{ step }, answered(as), ...(ifNot === null ? [] : [got200(as, ifNot)])]
}

/** Sends the result callback again unchanged; the rule fails unless the response is 200. */
export const sentAgain = (as: string, fails: string): readonly TrialStep[] =>
  sent(as, null, fails, { signing: 'keep' })

export const got200 = (of: string, ifNot: IfNot | string): TrialStep => ({
  step: { 'expect callback': { of, answer: 200, within: '1 ms' } },
  ...failing(ifNot),
})

/** Expects a response other than 200; the rule fails if it is 200. */
export const refused = (of: string, fails: string): TrialStep => ({
  step: { 'expect callback': { of, answer: { not: 200 }, within: '1 ms' } },
  fails,
})

/** Waits for the platform's own result callback, named `result`, and for a response of 200. */
export const result200 = (ifNot: IfNot | string): readonly TrialStep[] => [
  heldResult(),
  answered('result'),
  got200('result', ifNot),
]

/** Turns any result callback into one that reports success. */
export const AS_SUCCESS: StepText = {
  payment: { status: 'success' },
  operation: { status: 'success', code: '0', message: 'Success' },
}

/** Sets every date of a callback, in the format of callbacks (contract 3.1). */
export const dated = (date: string): StepText => ({
  processingDateTime: date,
  payment: { date },
  operation: { date, created_date: date, provider: { date } },
})

/** Turns a result into an intermediate callback that precedes it. */
export const stillProcessing = (date: string): StepText => ({
  payment: { status: 'processing', date },
  operation: { status: 'processing', code: '9999', message: 'Awaiting processing', date },
})

/** Turns a callback into one about an order that does not exist. `part` makes its id unique. */
export const neverOrdered = (part: string): StepText => ({ payment: { id: `never-ordered-${part}` } })
