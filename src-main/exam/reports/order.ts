import { counted } from '#lib/words'
import { checkVerdict } from '#protocol/exam'
import type { ExamResult, RuleResult, TrialResult, Verdict } from '#exam/running/result'
import { SETUP_PARTS } from '#exam/setup/exam-setup'

type Judged = Pick<ExamResult, 'rules'>

/** Failed rules first, then those not observed, then passed ones, each in the order of the contract. */
export const inOrder = (exam: Judged): readonly RuleResult[] =>
  checkVerdict.options.flatMap((verdict) => having(exam, verdict))

/** The rules with this verdict, in the order of the contract. */
export const having = ({ rules }: Judged, verdict: Verdict): readonly RuleResult[] =>
  rules.filter((each) => each.verdict === verdict)

/** The failed trials, which a report shows before everything else about the rule. */
export const failedTrials = ({ trials }: RuleResult): readonly TrialResult[] =>
  trials.filter(({ verdict }) => verdict === 'failed')

/**
 * Groups unobserved rules by what they lack, largest first, with headings such as `15 rules need an order address`.
 * @param person what to do about a rule that a person judges
 */
export function unseenOf(exam: Judged, person = PERSON) {
  const groups = new Map<string, RuleResult[]>()
  for (const result of having(exam, 'not observed')) {
    const { rule, reason, missingPart } = result
    const key = missingPart?.remedy ?? (rule.review === undefined ? reason : person)
    groups.set(key, [...(groups.get(key) ?? []), result])
  }
  return [...groups]
    .map(([remedy, rules]) => ({ heading: headingOf(rules), remedy, rules }))
    .toSorted((one, other) => other.rules.length - one.rules.length)
}

const PERSON = 'Each is a question: answer it on the Exam page, or find it below the rule in the HTML report.'

function headingOf(rules: readonly RuleResult[]): string {
  const [first] = rules
  const count = counted(rules.length, 'rule')
  const need = rules.length === 1 ? 'needs' : 'need'
  if (first?.missingPart !== undefined) return `${count} ${need} ${SETUP_PARTS[first.missingPart.part]}`
  return first?.rule.review === undefined ? `${count} not observed` : `${count} ${need} a person to look`
}

/** Such as `23 passed, 2 failed, 7 not observed`. */
export const tally = (exam: Judged): string =>
  (['passed', 'failed', 'not observed'] as const)
    .map((verdict) => `${having(exam, verdict).length} ${verdict}`)
    .join(', ')
