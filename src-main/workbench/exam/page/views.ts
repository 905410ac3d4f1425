import { unseenOf } from '#exam/reports/order'
import { questionsOf } from '#exam/running/answering'
import type { RuleResult, TrialResult } from '#exam/running/result'
import { EXAM_RULES } from '#exam/rules/exam-rules'
import type { Rule } from '#exam/rules/rule'
import type { ExamRule, ExamRuleSummary, ExamSummary, ExamTrial } from '#protocol/exam'
import type { SetupRemedies } from '#exam/setup/exam-setup'

/** All rules in the order of the contract, without a verdict until they are judged. */
export const ruleSummaries = (results: ReadonlyMap<number, RuleResult>): ExamRuleSummary[] =>
  EXAM_RULES.map((rule) => summaryOf(rule, results.get(rule.number)))

/** The rules that were not observed, grouped by what was missing. */
export const unseenSummaries = (results: ReadonlyMap<number, RuleResult>): ExamSummary['unseen'] =>
  unseenOf(
    { rules: [...results.values()].toSorted((one, other) => one.rule.number - other.rule.number) },
    'Select each of them and answer its question.',
  ).map(({ heading, remedy, rules }) => ({ heading, remedy, rules: rules.map(({ rule }) => rule.number) }))

function summaryOf({ number, title }: Rule, result: RuleResult | undefined): ExamRuleSummary {
  if (result === undefined) return { number, title, verdict: null, reason: '', questions: 0 }
  const { verdict, reason } = result
  const questions = questionsOf(result).filter((question) => question !== null).length
  return { number, title, verdict, reason, questions }
}

/** A rule, with its observations once it is judged; null if there is no such rule. */
export function ruleView(number: number, result: RuleResult | undefined): ExamRule | null {
  const rule = EXAM_RULES.find((each) => each.number === number)
  if (rule === undefined) return null
  const { sections, matters, remedy, review = null, needsBench = false } = rule
  return {
    ...summaryOf(rule, result),
    ...{ sections, matters, remedy, needsBench, isReview: review !== null },
    question: result === undefined ? null : review,
    trials: (result?.trials ?? []).map(trialView),
  }
}

const trialView = ({ differences, evidence, ...trial }: TrialResult): ExamTrial => ({
  ...trial,
  differences: [...differences],
  evidence: evidence.map(({ remarks = [], ...each }) => ({ ...each, remarks: [...remarks] })),
})

/** Remedies that name the fields of the exam's page. */
export const WINDOW_REMEDIES: SetupRemedies = {
  checkout: 'Enter the address of the checkout under “Checkout”.',
  orders: 'Enter the address of an order under “Address that returns an order as JSON”.',
  state: 'Correct “Path to the state”; “Try it” beside it shows what an order contains.',
  declined: 'Enter the states under “States of a declined order”.',
  deliveries: 'Enter the path under “Path to the deliveries”.',
  amount: 'Enter the path under “Path to the amount paid”.',
  statusRequests:
    'If the merchant requests the status when no callback comes, tick “The merchant requests the status within 10 s when no callback comes”.',
  clarification:
    'If the merchant answers clarifications automatically, tick “The merchant answers clarifications automatically, within seconds”.',
}
