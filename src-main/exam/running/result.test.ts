import { expect, it } from 'vitest'
import { EXAM_RULES } from '#exam/rules/exam-rules'
import { type Gate, gradeOf, judgeGate, type RuleResult, type Verdict } from './result'

const results = (passed: number): readonly RuleResult[] => {
  const checkable = EXAM_RULES.filter(({ review }) => review === undefined).slice(0, passed)
  return EXAM_RULES.map((rule): RuleResult => ({
    rule,
    verdict: checkable.includes(rule) ? 'passed' : 'not observed',
    reason: '',
    trials: [],
  }))
}

it('the grade counts unobserved rules separately from those that only a person can check', () => {
  const rules = results(16)
  const checkable = EXAM_RULES.length - EXAM_RULES.filter(({ review }) => review !== undefined).length
  const { letter, explanation } = gradeOf(rules, null)
  const forPerson = EXAM_RULES.filter(({ review }) => review !== undefined).length
  expect(letter).toBe('B')
  expect(explanation).toBe(
    `${EXAM_RULES.length - 16 - forPerson} rules could not be observed, and each says what would make it observable. ${forPerson} more rules can be checked only by a person.`,
  )
  expect(gradeOf(results(checkable - 1), null)).toMatchObject({
    letter: 'A',
    explanation: `No rule failed. 1 rule could not be observed, and says what would make it observable. ${forPerson} more rules can be checked only by a person.`,
  })
  expect(gradeOf(results(checkable), null).explanation).toBe(
    `No rule failed. ${forPerson} rules can be checked only by a person.`,
  )
})

it('the grade says in words that too little was observed', () => {
  expect(gradeOf(results(0), null).explanation).toMatch(/^No rule could be observed\. /)
  expect(gradeOf(results(1), null).explanation).toMatch(/^Only 1 rule could be observed\. /)
})

it('rules about the form do not lower the grade of a merchant that uses the API', () => {
  const checkable = EXAM_RULES.filter(({ review }) => review === undefined)
  const rules = results(checkable.length).map((each): RuleResult =>
    each.rule.onlyFor === 'form' || each.rule.number === 16
      ? {
          ...each,
          verdict: 'not observed',
          ...(each.rule.onlyFor === 'form' ? { isInapplicable: true } : {}),
        }
      : each,
  )
  const { letter, explanation } = gradeOf(rules, null)
  expect(letter).toBe('A')
  expect(explanation).toContain('4 more rules can be observed only if the merchant opens the form.')
})

it('rules about payment methods do not lower the grade of a merchant that sells only by card', () => {
  const rules = results(EXAM_RULES.length).map((each): RuleResult =>
    each.rule.onlyFor === 'methods' ? { ...each, verdict: 'not observed', isInapplicable: true } : each,
  )
  const count = EXAM_RULES.filter(({ onlyFor }) => onlyFor === 'methods').length
  expect(count).toBeGreaterThan(4)
  expect(gradeOf(rules, null)).toMatchObject({
    letter: 'A',
    explanation: expect.stringContaining(
      `No rule failed. ${count} rules can be observed only if the merchant sells by methods other than cards.`,
    ),
  })
})

const ANY: Gate = { minGrade: 'B', required: [] }
const exam = (verdicts: Readonly<Record<number, Verdict>> = {}, unfinished: string | null = null) => {
  const rules = EXAM_RULES.map((rule): RuleResult => ({
    rule,
    verdict: verdicts[rule.number] ?? (rule.review === undefined ? 'passed' : 'not observed'),
    reason: 'As seen.',
    trials: [],
  }))
  return { rules, unfinished, grade: gradeOf(rules, unfinished) }
}
const NOTHING = Object.fromEntries(EXAM_RULES.map(({ number }) => [number, 'not observed' as const]))

it('the gate passes a merchant without a failed rule', () => {
  expect(judgeGate(exam(), ANY)).toEqual({ outcome: 'passed', reasons: [] })
})

it.each([
  ['a failed rule', exam({ 8: 'failed' }), ANY, 'failed', 'Grade C is below B, the worst grade that passes.'],
  [
    'a grade below the minimum',
    exam({ 5: 'not observed', 7: 'not observed', 8: 'not observed', 9: 'not observed', 10: 'not observed' }),
    { ...ANY, minGrade: 'A' },
    'failed',
    'Grade B is below A, the worst grade that passes.',
  ],
  [
    'a required rule that was not observed',
    exam({ 5: 'not observed' }),
    { ...ANY, required: [4, 5] },
    'failed',
    'Rule 5 must pass but was not observed. As seen.',
  ],
  [
    'an exam that observed too little',
    exam(NOTHING),
    ANY,
    'unexamined',
    'The merchant could not be examined. No rule',
  ],
  ['an exam that ended early', exam({}, 'The time was up.'), ANY, 'unexamined', 'The time was up.'],
  [
    'an exam that ended early with a grade that would pass',
    exam({ 8: 'failed' }, 'The time was up.'),
    { ...ANY, minGrade: 'C' },
    'unexamined',
    'The time was up.',
  ],
] as const)('the gate does not pass %s', (_, result, gate, outcome, reason) => {
  expect(judgeGate(result, gate)).toEqual({ outcome, reasons: [expect.stringContaining(reason)] })
})

it('the gate passes a grade with failed rules if the minimum grade allows it', () => {
  expect(judgeGate(exam({ 8: 'failed' }), { ...ANY, minGrade: 'C' }).outcome).toBe('passed')
})
