import { type ResponseRule, stepAt } from '#domain/response-rule/response-rule'

/** Place of the answer that comes next, from 0; null where that depends on the callback or payment, or the rule has finished. */
export function nextStep(rule: ResponseRule, fired: number): number | null {
  if (rule.per !== 'rule') return null
  const step = stepAt(rule, fired)
  if (step === null) return null
  return fired < rule.steps.length ? fired : rule.steps.lastIndexOf(step)
}
