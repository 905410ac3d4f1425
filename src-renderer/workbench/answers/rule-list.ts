import type { AnswerRuleView } from '../../../src-main/contract/answers'
import { stepAt } from '../../../src-main/core/answer/answer-rule'
import type { AnswerRule, AnswerStep } from '../../../src-main/core/answer/answer-rule'

/** Rules in the order in which they are asked. */
export type Rules = readonly AnswerRule[]

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

/** The rule in the place of the one with its id; a new one stands first, so that it decides. */
export function withRule(rules: Rules, rule: AnswerRule): Rules {
  return rules.some(({ id }) => id === rule.id)
    ? rules.map((one) => (one.id === rule.id ? rule : one))
    : [rule, ...rules]
}

/** The rule put back to where it was. */
export function withRuleAt(rules: Rules, rule: AnswerRule, index: number): Rules {
  return withoutRule(rules, rule.id).toSpliced(index, 0, rule)
}

export function withoutRule(rules: Rules, ruleId: string): Rules {
  return rules.filter(({ id }) => id !== ruleId)
}

/** The rule one place up (-1) or down (1); the same list where it is at the end already. */
export function moved(rules: Rules, ruleId: string, by: -1 | 1): Rules {
  const at = rules.findIndex(({ id }) => id === ruleId)
  const rule = rules[at]
  const to = at + by
  if (rule === undefined || to < 0 || to >= rules.length) return rules
  return rules.toSpliced(at, 1).toSpliced(to, 0, rule)
}

/** A copy right below, switched off: two rules that fit the same would hide one another. */
export function duplicated(rules: Rules, ruleId: string, copyId: string): Rules {
  return rules.flatMap((rule) =>
    rule.id === ruleId ? [rule, { ...rule, id: copyId, name: copyName(rule.name), enabled: false }] : [rule],
  )
}

function copyName(name: string): string {
  return name === '' ? '' : `${name.slice(0, 75)}, copy`
}

export function enabledAs(rules: Rules, ruleIds: ReadonlySet<string>, enabled: boolean): Rules {
  return rules.map((rule) => (ruleIds.has(rule.id) ? { ...rule, enabled } : rule))
}

const QUICK = 'quick_'

/** A rule for every request from the palette; it takes the place of the one from the palette before it. */
export function withQuickAnswer(rules: Rules, steps: readonly AnswerStep[]): Rules {
  const rule: AnswerRule = {
    id: newRuleId(QUICK),
    name: '',
    enabled: true,
    match: {},
    steps,
    after: 'last',
    per: 'rule',
  }
  return [rule, ...rules.filter(({ id }) => !id.startsWith(QUICK))]
}

/** Whether the steps are gone through in another way: what was counted before then says nothing about them. */
export function isOtherScript(before: AnswerRule, after: AnswerRule): boolean {
  const script = ({ steps, per, after: then }: AnswerRule): string => JSON.stringify([steps, per, then])
  return script(before) !== script(after)
}

/** Place of the answer that comes next, from 0; null where that depends on the payment, or the rule is through. */
export function nextStep(rule: AnswerRule, fired: number): number | null {
  if (rule.per === 'payment') return null
  const step = stepAt(rule, fired)
  if (step === null) return null
  return fired < rule.steps.length ? fired : rule.steps.lastIndexOf(step)
}
