import { expect, it } from 'vitest'
import { EXAM_RULES } from '../rules/exam-rules'
import { gradeOf } from './grade'
import type { RuleResult } from './result'

const results = (passed: number): readonly RuleResult[] => {
  const checkable = EXAM_RULES.filter(({ review }) => review === undefined).slice(0, passed)
  return EXAM_RULES.map((rule): RuleResult => ({
    rule,
    verdict: checkable.includes(rule) ? 'passed' : 'not observed',
    reason: '',
    trials: [],
  }))
}

it('counts every rule that was not observed, those for a person apart', () => {
  const rules = results(16)
  const { letter, explanation } = gradeOf(rules)
  const forPerson = EXAM_RULES.filter(({ review }) => review !== undefined).length
  expect(letter).toBe('B')
  expect(explanation).toBe(
    `${16 - forPerson} rules could not be observed, each of which says what would make it observable. ${forPerson} more rules only a person can check.`,
  )
})
