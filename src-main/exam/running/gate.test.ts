import { expect, it } from 'vitest'
import { EXAM_RULES } from '#exam/rules/exam-rules'
import { judgeGate, type Gate } from './gate'
import { gradeOf } from './grade'
import type { RuleResult, Verdict } from './result'

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

it('passes a merchant without a failed rule', () => {
  expect(judgeGate(exam(), ANY)).toEqual({ outcome: 'passed', reasons: [] })
})

it.each([
  ['a failed rule', exam({ 8: 'failed' }), ANY, 'failed', 'Grade C is below B, the worst grade that passes.'],
  [
    'a grade below the one wanted',
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
    'Rule 5 has to pass and was not observed. As seen.',
  ],
  [
    'too little that was observed',
    exam(NOTHING),
    ANY,
    'unexamined',
    'The merchant could not be examined. No rule',
  ],
  ['an exam that ended early', exam({}, 'The time was up.'), ANY, 'unexamined', 'The time was up.'],
  [
    'an exam that ended early with a grade that would do',
    exam({ 8: 'failed' }, 'The time was up.'),
    { ...ANY, minGrade: 'C' },
    'unexamined',
    'The time was up.',
  ],
] as const)('refuses %s', (_, result, gate, outcome, reason) => {
  expect(judgeGate(result, gate)).toEqual({ outcome, reasons: [expect.stringContaining(reason)] })
})

it('passes a grade with failed rules where that was wanted', () => {
  expect(judgeGate(exam({ 8: 'failed' }), { ...ANY, minGrade: 'C' }).outcome).toBe('passed')
})
