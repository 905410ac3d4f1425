import { unseenOf } from '#exam/reports/order'
import { questionsOf } from '#exam/running/answering'
import type { RuleResult, TrialResult } from '#exam/running/result'
import { EXAM_RULES } from '#exam/rules/exam-rules'
import type { ExamRule, ExamRuleSummary, ExamSummary, ExamTrial } from '#protocol/exam'
import type { SetupRemedies } from '#exam/setup/exam-setup'

/** All rules in the order of the contract; those that are not judged yet have no verdict. */
export function ruleSummaries(results: ReadonlyMap<number, RuleResult>): ExamRuleSummary[] {
  return EXAM_RULES.map((rule) => {
    const result = results.get(rule.number)
    const { number, title } = rule
    if (result === undefined) return { number, title, verdict: null, reason: '', questions: 0 }
    return summaryOf(result)
  })
}

/** The rules that were not observed, by what they lack. */
export const unseenSummaries = (results: ReadonlyMap<number, RuleResult>): ExamSummary['unseen'] =>
  unseenOf({
    rules: [...results.values()].toSorted((one, other) => one.rule.number - other.rule.number),
  }).map(({ heading, remedy, rules }) => ({ heading, remedy, rules: rules.map(({ rule }) => rule.number) }))

const summaryOf = (result: RuleResult): ExamRuleSummary => ({
  number: result.rule.number,
  title: result.rule.title,
  verdict: result.verdict,
  reason: result.reason,
  questions: questionsOf(result).filter((question) => question !== null).length,
})

/** A rule with everything that was seen; one that is not judged yet without. */
export function ruleView(number: number, result: RuleResult | undefined): ExamRule | null {
  const rule = EXAM_RULES.find((each) => each.number === number)
  if (rule === undefined) return null
  const { sections, matters, remedy, review = null, needsBench = false, title } = rule
  const head =
    result === undefined ? { number, title, verdict: null, reason: '', questions: 0 } : summaryOf(result)
  return {
    ...head,
    isReview: review !== null,
    sections,
    matters,
    remedy,
    question: result === undefined ? null : review,
    needsBench,
    trials: (result?.trials ?? []).map(trialView),
  }
}

const trialView = ({ differences, evidence, ...trial }: TrialResult): ExamTrial => ({
  ...trial,
  differences: [...differences],
  evidence: evidence.map(({ title, request, response, remarks = [] }) => ({
    title,
    request,
    response,
    remarks: [...remarks],
  })),
})

/** Names fields of the page of the exam. */
export const WINDOW_REMEDIES: SetupRemedies = {
  checkout: 'Enter the address of the checkout under “Checkout”.',
  orders: 'Enter the address of an order under “An order as JSON”.',
  state: 'Correct “Path to the state”; “Try it” beside it shows what an order has.',
  declined: 'Enter the states under “States of a declined order”.',
  deliveries: 'Enter the path under “Path to the deliveries”.',
  amount: 'Enter the path under “Path to the amount paid”.',
  statusRequests:
    'If the merchant requests the status when no callback comes, tick “The merchant requests the status within 10 s when no callback comes”.',
  clarification:
    'If the merchant answers clarifications automatically, tick “The merchant answers clarifications automatically, within seconds”.',
}
