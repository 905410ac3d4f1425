import type { Merchant } from '#exam/setup/exam-setup'
import { orderPaid } from './orders'
import type { StepText, TrialStep } from './trial'

/** A fault rule that holds back the first results, so that the trial decides what is sent and when. */
export const holding = (first: number): StepText => ({ kind: 'drop', on: ['result'], first })
export const HELD_RESULT = holding(1)

/**
 * Waits until the merchant has responded, or the time limit of the platform is over (contract 9.2). It looks at attempts: the
 * next one begins as soon as the time limit of the first is over (contract 9.4), so that `failed` may never be seen.
 */
export const answered = (of: string): TrialStep => ({
  step: { 'expect callback': { of, attempts: '>=1', within: '12 s' } },
  needs:
    'The receiver did not respond within the 10 s that the platform waits, and the bench had not noticed it yet.',
})

/** Waits for the result callback of the order `of`, which is held back, and names it `as`. */
export const heldResult = (of = 'order', as = 'result'): TrialStep => ({
  step: { 'expect callback': { of, as, kind: 'result', within: '10 s' } },
  needs: 'The platform had no result for this order.',
})

/** The id of an operation that the order has not: that of the other order of {@link lentOperation}. */
export const LENT_OPERATION = '${lent.body.operation.id}'

/** Pays two orders and holds back both results. The first one lends the id of its operation to the second one, `order`. */
export const lentOperation = (merchant: Merchant): readonly TrialStep[] => [
  ...orderPaid(merchant, { as: 'lender' }),
  heldResult('lender', 'lent'),
  ...orderPaid(merchant),
  heldResult(),
]

/**
 * Sends the callback `of` again under the name `as`, edited if a body is given, and waits until the merchant has
 * responded.
 */
export function sent(
  as: string,
  {
    body,
    signing = 'resign',
    of = 'result',
    to,
  }: { body?: StepText; signing?: string | StepText; of?: string; to?: string } = {},
): readonly TrialStep[] {
  const edits = { ...(body === undefined ? {} : { body }), ...(to === undefined ? {} : { to }) }
  return [{ step: { replay: { of, as, ...edits, signing } } }, answered(as)]
}

/** Expects that the callback was answered with 200; the rule fails otherwise. */
export const answered200 = (of: string, fails: string): TrialStep => ({
  step: { 'expect callback': { of, answer: 200, within: '1 ms' } },
  fails,
})

/** Expects that the callback was answered with 200; the trial cannot continue otherwise. */
export const needs200 = (of: string, needs: string): TrialStep => ({
  step: { 'expect callback': { of, answer: 200, within: '1 ms' } },
  needs,
})

/** Expects that the callback was not answered with 200; the rule fails otherwise. */
export const refused = (of: string, fails: string): TrialStep => ({
  step: { 'expect callback': { of, answer: { not: 200 }, within: '1 ms' } },
  fails,
})

/** Waits for the result callback that the platform sends by itself, named `result`, and for the response to it. */
export const answeredResult = (): readonly TrialStep[] => [heldResult(), answered('result')]

/** Turns any result callback into one of a success. */
export const AS_SUCCESS: StepText = {
  payment: { status: 'success' },
  operation: { status: 'success', code: '0', message: 'Success' },
}

/** Sets every date of a callback. `date` has the format of callbacks (contract 3.1). */
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

/** Makes a callback one about an order that does not exist. `part` makes its id unique. */
export const neverOrdered = (part: string): StepText => ({ payment: { id: `never-ordered-${part}` } })
