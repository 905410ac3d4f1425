import { answerSentence } from '../../../../src-main/domain/response-rule/sentence'
import { readRule } from './rule-draft'
import type { RuleDraft } from './rule-draft'

/** What a rule as typed would do, in one sentence; what is missing where it cannot be read. */
export function draftSentence(draft: RuleDraft | undefined): string {
  if (draft === undefined) return ''
  const { rule, faults } = readRule(draft, 'draft', true)
  return rule === null
    ? `Not complete: ${faults[0]?.message ?? 'something is missing.'}`
    : answerSentence(rule)
}
