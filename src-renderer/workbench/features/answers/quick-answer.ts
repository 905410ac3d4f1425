import type { AnswerRule, AnswerStep } from '../../../../src-main/domain/response-rule/answer-rule'
import { newRuleId } from '../rules/rule-commands'

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

/** Whether a rule came from the palette, whose next rule replaces it. */
export function isQuick({ id }: Pick<AnswerRule, 'id'>): boolean {
  return id.startsWith(QUICK)
}
