import { expect, it } from 'vitest'
import { EXAM_RULES } from '#exam/rules/exam-rules'
import { answered, questionsOf, verdictOf, withEarlierReviews } from './answering'
import { type ExamResult, type RuleResult, type TrialResult, unrunResult } from './result'

const rule = (number: number): RuleResult['rule'] => {
  const found = EXAM_RULES.find((each) => each.number === number)
  if (found === undefined) throw new Error(`There is no rule ${number}`)
  return found
}
const trial = (question: string | null): TrialResult => ({
  ...unrunResult({ name: 'T' }, 'Give --orders.'),
  question,
})
const EXAM: ExamResult = {
  unfinished: null,
  startedAt: '',
  durationMs: 1,
  callbackUrl: '',
  projectId: 1,
  grade: { letter: 'B', heading: '', explanation: '' },
  rules: [
    verdictOf(rule(3), [trial('Look at the order a: it must show as paid.'), trial('Look at b.')]),
    { rule: rule(32), verdict: 'not observed', reason: 'Look.', trials: [] },
    verdictOf(rule(31), [trial(null)]),
  ],
}
const verdictsAfter = (exam: ExamResult | null) => exam?.rules.map(({ verdict }) => verdict)

it('a rule passes once all its questions are answered with yes', () => {
  const first = answered(EXAM, { rule: 3, trial: 0 }, 'yes')
  expect(verdictsAfter(first)?.[0]).toBe('not observed')
  const both = first === null ? null : answered(first, { rule: 3, trial: 1 }, 'yes')
  expect(verdictsAfter(both)).toEqual(['passed', 'not observed', 'not observed'])
})

it('a rule fails if a question is answered with no, and the exam is graded again', () => {
  const after = answered(EXAM, { rule: 3, trial: 1 }, 'no')
  expect(verdictsAfter(after)?.[0]).toBe('failed')
  expect(after?.grade.letter).toBe('C')
  expect(after?.rules[0]?.trials[1]).toMatchObject({ expected: 'Look at b.' })
})

it('an exam gets no grade if too few rules were observed', () => {
  const after = answered(EXAM, { rule: 3, trial: 0 }, 'yes')
  expect(after?.grade).toMatchObject({ letter: '–', heading: 'Too little was observed for a grade' })
})

it('an answer can be withdrawn', () => {
  const after = answered(EXAM, { rule: 32, trial: 0 }, 'no')
  expect(verdictsAfter(after)?.[1]).toBe('failed')
  const back = after === null ? null : answered(after, { rule: 32, trial: 0 }, null)
  expect(verdictsAfter(back)?.[1]).toBe('not observed')
  expect(back?.rules.slice(1, 2).flatMap(questionsOf)).toEqual([rule(32).review])
})

it('an answer to a question that was not asked is refused', () => {
  expect(answered(EXAM, { rule: 31, trial: 0 }, 'yes')).toBeNull()
  expect(answered(EXAM, { rule: 3, trial: 9 }, 'yes')).toBeNull()
  expect(answered(EXAM, { rule: 99, trial: 0 }, 'yes')).toBeNull()
})

it('an exam keeps the answers about code and settings from an earlier exam of the same merchant', () => {
  const looked = answered(EXAM, { rule: 32, trial: 0 }, 'no')
  const earlier = looked === null ? null : answered(looked, { rule: 3, trial: 1 }, 'no')
  const after = withEarlierReviews(EXAM, earlier)
  expect(verdictsAfter(after)).toEqual(['not observed', 'failed', 'not observed'])
  expect(after.rules[1]?.reason).toBe('A person looked during an earlier exam, and the rule was broken.')
  expect(after.grade.explanation).not.toBe(EXAM.grade.explanation)
  // Answers are kept over several exams too, but never for another merchant.
  expect(verdictsAfter(withEarlierReviews(EXAM, after))?.[1]).toBe('failed')
  expect(withEarlierReviews({ ...EXAM, projectId: 2 }, earlier).rules[1]?.verdict).toBe('not observed')
  expect(withEarlierReviews(EXAM, null)).toBe(EXAM)
})
