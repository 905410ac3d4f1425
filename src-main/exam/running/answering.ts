import { type ExamResult, gradeOf, type RuleResult, type TrialResult } from './result'
import type { Rule } from '#exam/rules/rule'

/** `yes`: the merchant behaves as required. */
export type PersonsAnswer = 'yes' | 'no'

type Reasons = Readonly<Record<PersonsAnswer, string>>

const TRIAL_REASONS: Reasons = { yes: 'Confirmed by a person.', no: 'Denied by a person.' }

const REVIEW_REASONS: Reasons = {
  yes: 'A person has looked, and the rule is kept.',
  no: 'A person has looked, and the rule is broken.',
}

const EARLIER_REVIEW_REASONS: Reasons = {
  yes: 'A person looked during an earlier exam, and the rule was kept.',
  no: 'A person looked during an earlier exam, and the rule was broken.',
}

/** One question for each trial (null if none), or the only question of a rule that only a person can check. */
export function questionsOf({ rule, trials }: RuleResult): readonly (string | null)[] {
  if (rule.review !== undefined) return [rule.review]
  return trials.map(({ question }) => question)
}

/** Copies the answers to review questions from an earlier exam of the merchant; questions of trials stay open. */
export function withEarlierReviews(exam: ExamResult, earlier: ExamResult | null): ExamResult {
  if (earlier?.callbackUrl !== exam.callbackUrl || earlier.projectId !== exam.projectId) return exam
  const rules = exam.rules.map((each) => {
    const known = earlier.rules.find(({ rule }) => rule.number === each.rule.number)
    if (known?.rule.review === undefined || known.verdict === 'not observed') return each
    return withReview(each, known.verdict === 'passed' ? 'yes' : 'no', EARLIER_REVIEW_REASONS)
  })
  return { ...exam, rules, grade: gradeOf(rules, exam.unfinished) }
}

/** Adds a person's answer to a question (null removes it) and grades again; null if there is no such question. */
export function answered(
  exam: ExamResult,
  { rule: number, trial }: { readonly rule: number; readonly trial: number },
  answer: PersonsAnswer | null,
): ExamResult | null {
  const asked = exam.rules.find(({ rule }) => rule.number === number)
  if (asked === undefined || (questionsOf(asked)[trial] ?? null) === null) return null
  const rules = exam.rules.map((each) => (each === asked ? withAnswer(each, trial, answer) : each))
  return { ...exam, rules, grade: gradeOf(rules, exam.unfinished) }
}

function withAnswer(result: RuleResult, at: number, answer: PersonsAnswer | null): RuleResult {
  const { rule, trials } = result
  if (rule.review !== undefined) return withReview(result, answer)
  return verdictOf(
    rule,
    trials.map((trial, index) => (index === at ? withPersonsAnswer(trial, answer) : trial)),
  )
}

/** The reason of an unanswered trial is its question. */
function withPersonsAnswer(trial: TrialResult, answer: PersonsAnswer | null): TrialResult {
  const question = trial.question ?? ''
  if (answer === null) return { ...trial, verdict: 'not observed', reason: question, expected: '' }
  return {
    ...trial,
    verdict: answer === 'yes' ? 'passed' : 'failed',
    reason: TRIAL_REASONS[answer],
    expected: answer === 'yes' ? '' : question,
  }
}

function withReview(
  { rule }: RuleResult,
  answer: PersonsAnswer | null,
  reasons = REVIEW_REASONS,
): RuleResult {
  const review = rule.review ?? ''
  if (answer === null) return { rule, verdict: 'not observed', reason: review, trials: [] }
  return { rule, verdict: answer === 'yes' ? 'passed' : 'failed', reason: reasons[answer], trials: [] }
}

/** A failed trial fails the rule; otherwise an unobserved trial, unless optional, leaves the rule unobserved. */
export function verdictOf(rule: Rule, trials: readonly TrialResult[]): RuleResult {
  const [first] = [
    ...trials.filter(({ verdict }) => verdict === 'failed'),
    ...trials.filter(({ verdict, isOptional }) => verdict === 'not observed' && isOptional !== true),
  ]
  if (trials.length === 0) return { rule, verdict: 'not observed', reason: rule.review ?? '', trials }
  if (first !== undefined) {
    const { verdict, reason, missingPart } = first
    return { rule, verdict, reason, trials, ...(missingPart === undefined ? {} : { missingPart }) }
  }
  const [seen, ...more] = trials.filter(({ verdict }) => verdict === 'passed')
  const all = `${String(more.length + (seen === undefined ? 0 : 1))} trials passed.`
  return { rule, verdict: 'passed', reason: more.length > 0 ? all : (seen?.reason ?? all), trials }
}
