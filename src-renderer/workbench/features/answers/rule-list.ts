import type { AnswerRuleView } from '../../../../src-main/protocol/answers'
import { stepAt } from '../../../../src-main/domain/response-rule/answer-rule'
import type { AnswerRule, AnswerStep } from '../../../../src-main/domain/response-rule/answer-rule'

/** The rule alone, as it is saved. */
export function ruleOf({
  sentence: _sentence,
  evaluated: _evaluated,
  fired: _fired,
  ...rule
}: AnswerRuleView): AnswerRule {
  return rule
}

/** A new id; 80 random bits, hexadecimal. */
export function newRuleId(prefix = ''): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return prefix + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A copy that is switched off: two rules that fit the same would hide one another. */
export function copyOf(rule: AnswerRule, copyId: string): AnswerRule {
  const name = rule.name === '' ? '' : `${rule.name.slice(0, 74)}, copy`
  return { ...rule, id: copyId, name, enabled: false }
}

const QUICK = 'quick_'

/** A rule for every request from the palette. */
export function quickAnswer(steps: readonly AnswerStep[]): AnswerRule {
  return {
    id: newRuleId(QUICK),
    name: '',
    enabled: true,
    match: {},
    steps,
    after: 'last',
    per: 'callback',
  }
}

/** Whether a rule came from the palette: the next one from there takes its place. */
export function isQuick({ id }: Pick<AnswerRule, 'id'>): boolean {
  return id.startsWith(QUICK)
}

/** Place of the answer that comes next, from 0; null where that depends on the callback or payment, or the rule is through. */
export function nextStep(rule: AnswerRule, fired: number): number | null {
  if (rule.per !== 'rule') return null
  const step = stepAt(rule, fired)
  if (step === null) return null
  return fired < rule.steps.length ? fired : rule.steps.lastIndexOf(step)
}
