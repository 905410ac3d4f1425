import type { StepText, TrialStep } from './trial'

/** The bench holds the first results back, so that the trial decides what is sent, and when. */
export const holding = (first: number): StepText => ({ kind: 'drop', on: ['result'], first })
export const HELD_RESULT = holding(1)

/** The merchant has answered, or has let the platform wait until its time limit (contract 9.2). */
export const answered = (of: string): TrialStep => ({
  step: { 'expect callback': { of, state: { 'one-of': ['delivered', 'failed'] }, within: '12 s' } },
  needs: 'The receiver cannot be reached.',
})

/** The result callback of `order`, named `result`; it was held back. */
export const heldResult = (of = 'order', as = 'result'): TrialStep => ({
  step: { 'expect callback': { of, as, kind: 'result', within: '10 s' } },
  needs: 'The platform had no result for this order.',
})

/** Sends `result` again under the name `as`, edited or not, and waits until the merchant has answered. */
export function sent(
  as: string,
  { body, signing = 'resign', of = 'result' }: { body?: StepText; signing?: string; of?: string } = {},
): readonly TrialStep[] {
  return [{ step: { replay: { of, as, ...(body === undefined ? {} : { body }), signing } } }, answered(as)]
}

/** It was answered with 200. */
export const answered200 = (of: string, fails: string): TrialStep => ({
  step: { 'expect callback': { of, answer: 200, within: '1 ms' } },
  fails,
})

/** The same where the trial can only go on so. */
export const needs200 = (of: string, needs: string): TrialStep => ({
  step: { 'expect callback': { of, answer: 200, within: '1 ms' } },
  needs,
})

/** It was not answered with 200. */
export const refused = (of: string, fails: string): TrialStep => ({
  step: { 'expect callback': { of, answer: { not: 200 }, within: '1 ms' } },
  fails,
})

/** The result callback that the platform sends by itself, named `result`, is answered. */
export const answeredResult = (): readonly TrialStep[] => [heldResult(), answered('result')]
