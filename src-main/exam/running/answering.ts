import { gradeOf } from './grade'
import type { ExamResult, RuleResult, TrialResult } from './result'
import { verdictOf } from './verdict'

/** What a person says who has looked: `yes`, it is as it has to be. */
export type PersonsAnswer = 'yes' | 'no'

const LOOKED: Readonly<Record<PersonsAnswer, string>> = {
  yes: 'Confirmed by a person.',
  no: 'Denied by a person.',
}

/** The same about a rule that only a person can look at. */
const REVIEWED: typeof LOOKED = {
  yes: 'A person has looked, and the rule is kept.',
  no: 'A person has looked, and the rule is broken.',
}

/** What is asked about a rule: a question for each trial that left one, or what only a person can look at. */
export function questionsOf({ rule, trials }: RuleResult): readonly (string | null)[] {
  if (rule.review !== undefined) return [rule.review]
  return trials.map(({ question }) => question)
}

/**
 * The exam with what a person has seen of a rule. The questions stay, so that an answer can be changed; null takes it back.
 * @param trial index of the question among {@link questionsOf}
 * @returns null where there is no such question
 */
export function answered(
  exam: ExamResult,
  { rule: number, trial }: { readonly rule: number; readonly trial: number },
  answer: PersonsAnswer | null,
): ExamResult | null {
  const asked = exam.rules.find(({ rule }) => rule.number === number)
  if (asked === undefined || (questionsOf(asked)[trial] ?? null) === null) return null
  const rules = exam.rules.map((each) => (each === asked ? withAnswer(each, trial, answer) : each))
  return { ...exam, rules, grade: gradeOf(rules) }
}

function withAnswer(result: RuleResult, at: number, answer: PersonsAnswer | null): RuleResult {
  const { rule, trials } = result
  if (rule.review !== undefined) return reviewed(result, answer)
  return verdictOf(
    rule,
    trials.map((trial, index) => (index === at ? seenBy(trial, answer) : trial)),
  )
}

/** Reasons before a person was asked stand behind the question. */
function seenBy(trial: TrialResult, answer: PersonsAnswer | null): TrialResult {
  const question = trial.question ?? ''
  if (answer === null) return { ...trial, verdict: 'not observed', reason: question, expected: '' }
  return {
    ...trial,
    verdict: answer === 'yes' ? 'passed' : 'failed',
    reason: LOOKED[answer],
    expected: answer === 'yes' ? '' : question,
  }
}

/** A rule that nothing but a person can look at. */
function reviewed({ rule }: RuleResult, answer: PersonsAnswer | null): RuleResult {
  const review = rule.review ?? ''
  if (answer === null) return { rule, verdict: 'not observed', reason: review, trials: [] }
  return { rule, verdict: answer === 'yes' ? 'passed' : 'failed', reason: REVIEWED[answer], trials: [] }
}
