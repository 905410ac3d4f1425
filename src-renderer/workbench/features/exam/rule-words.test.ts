import { expect, it } from 'vitest'
import type { ExamRuleSummary, ExamSummary } from '#protocol/exam'
import { askedCount, examTally, rulesInOrder, shownBy } from './rule-words'

const rule = (number: number, verdict: ExamRuleSummary['verdict'], questions = 0): ExamRuleSummary => ({
  number,
  title: `Rule ${number}`,
  verdict,
  reason: '',
  questions,
})

const exam = (state: ExamSummary['state']): ExamSummary =>
  ({
    state,
    // An answered question is still there, and no longer awaits an answer.
    rules: [rule(1, 'passed', 1), rule(2, 'not observed', 2), rule(3, 'not observed'), rule(4, 'failed')],
  }) as unknown as ExamSummary

const numbers = (rules: readonly ExamRuleSummary[]): readonly number[] => rules.map(({ number }) => number)

it('shows the rules that await an answer alone, as many as the tally says', () => {
  expect(numbers(rulesInOrder(exam('done'), 'asked'))).toEqual([2])
  expect(askedCount(exam('done'))).toBe(1)
  expect(examTally(exam('done'))).toBe('1 passed, 1 failed, 2 not observed; 1 needs your answer')
})

it('keeps an answered rule in its place among those that await an answer', () => {
  const answered = { ...exam('done'), rules: [rule(1, 'passed', 1), rule(2, 'not observed', 2)] }
  expect(numbers(rulesInOrder(answered, 'asked', new Set([1, 2])))).toEqual([1, 2])
  expect(numbers(rulesInOrder(answered, 'asked'))).toEqual([2])
  const kept = shownBy(exam('done'), 'not observed')
  const both = {
    ...exam('done'),
    rules: [rule(1, 'passed', 1), rule(2, 'passed', 2), rule(3, 'not observed')],
  }
  expect(numbers(rulesInOrder(both, 'not observed', kept))).toEqual([2, 3])
})

it('asks nobody while the exam runs', () => {
  expect(askedCount(exam('running'))).toBe(0)
})

it('lists what failed first at the end, and in the order of the contract before', () => {
  expect(numbers(rulesInOrder(exam('done'), null))).toEqual([4, 2, 3, 1])
  expect(numbers(rulesInOrder(exam('running'), null))).toEqual([1, 2, 3, 4])
  expect(numbers(rulesInOrder(exam('done'), 'passed'))).toEqual([1])
})
