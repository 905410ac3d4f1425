import type { ResponseRule } from '../../../../src-main/domain/response-rule/response-rule'
import type { AnswerRuleView } from '../../../../src-main/protocol/answers'
import { copyName } from '../rules/rule-commands'

/** A copy that is switched off: of two rules with the same conditions only the first would act. */
export function copyOf(
  { sentence: _sentence, evaluated: _evaluated, fired: _fired, ...rule }: AnswerRuleView,
  copyId: string,
): ResponseRule {
  return { ...rule, id: copyId, name: copyName(rule.name), enabled: false }
}
