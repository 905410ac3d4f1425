import type { ExamResult, RuleResult, Verdict } from '../running/result'
import { countOf } from '../running/grade'

const ORDER: readonly Verdict[] = ['failed', 'not observed', 'passed']

/** Sorts the rules: failed ones first, then those not observed, then passed ones, each in the order of the contract. */
export const inOrder = ({ rules }: ExamResult): readonly RuleResult[] =>
  ORDER.flatMap((verdict) => rules.filter((each) => each.verdict === verdict))

/** Counts the verdicts in words, such as `23 passed, 2 failed, 7 not observed`. */
export const tally = ({ rules }: ExamResult): string =>
  `${countOf(rules, 'passed')} passed, ${countOf(rules, 'failed')} failed, ${countOf(rules, 'not observed')} not observed`
