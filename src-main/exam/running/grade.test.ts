import { expect, it } from 'vitest'
import { EXAM_RULES } from '#exam/rules/exam-rules'
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
  const checkable = EXAM_RULES.length - EXAM_RULES.filter(({ review }) => review !== undefined).length
  const { letter, explanation } = gradeOf(rules, null)
  const forPerson = EXAM_RULES.filter(({ review }) => review !== undefined).length
  expect(letter).toBe('B')
  expect(explanation).toBe(
    `${EXAM_RULES.length - 16 - forPerson} rules could not be observed, and each says what would make it observable. ${forPerson} more rules only a person can check.`,
  )
  expect(gradeOf(results(checkable - 1), null)).toMatchObject({
    letter: 'A',
    explanation: `No rule failed. 1 rule could not be observed, and says what would make it observable. ${forPerson} more rules only a person can check.`,
  })
  expect(gradeOf(results(checkable), null).explanation).toBe(
    `No rule failed. ${forPerson} rules only a person can check.`,
  )
})

it('says in words that nothing was observed', () => {
  expect(gradeOf(results(0), null).explanation).toMatch(/^No rule could be observed\. /)
  expect(gradeOf(results(1), null).explanation).toMatch(/^Only 1 rule could be observed\. /)
})

it('does not count what only a merchant with the form can show against one with the API', () => {
  const checkable = EXAM_RULES.filter(({ review }) => review === undefined)
  const rules = results(checkable.length).map((each): RuleResult =>
    each.rule.formOnly === true || each.rule.number === 16
      ? {
          ...each,
          verdict: 'not observed',
          ...(each.rule.formOnly === true ? { isInapplicable: true } : {}),
        }
      : each,
  )
  const { letter, explanation } = gradeOf(rules, null)
  expect(letter).toBe('A')
  expect(explanation).toContain('4 more rules only a merchant that opens the form can show.')
})
