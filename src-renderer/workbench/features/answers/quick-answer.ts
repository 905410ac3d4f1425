import type { ResponseRule, ResponseStep } from '#domain/response-rule/response-rule'
import { newRuleId } from '#window/features/rules/rule-commands'

const QUICK = 'quick_'

/** A rule for every request from the palette. */
export function quickAnswer(steps: readonly ResponseStep[]): ResponseRule {
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
export function isQuick({ id }: Pick<ResponseRule, 'id'>): boolean {
  return id.startsWith(QUICK)
}
