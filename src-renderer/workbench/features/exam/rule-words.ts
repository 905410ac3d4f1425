import { checkVerdict, type CheckVerdict, type ExamRuleSummary, type ExamSummary } from '#protocol/exam'
import { CHECK_LOOKS } from '#window/features/checks/check-commands'
import type { StateLook } from '#window/ui/StatusMark.tsx'

export function ruleWords(
  { verdict, number }: Pick<ExamRuleSummary, 'verdict' | 'number'>,
  exam: Pick<ExamSummary, 'running' | 'state'>,
): { readonly look: StateLook; readonly word: string } {
  if (verdict !== null) return { look: CHECK_LOOKS[verdict], word: verdict }
  if (exam.running === number)
    return { look: { icon: 'state-processing', hue: 'quiet' }, word: 'in progress' }
  const word = exam.state === 'running' ? 'waiting' : 'not reached'
  return { look: { icon: 'state-scheduled', hue: 'quiet' }, word }
}

export const VERDICTS = checkVerdict.options

/** Selects the rules with this verdict, or those with a question that awaits a person's answer. */
export type RuleFilter = CheckVerdict | 'asked'

export const needsAnswer = ({
  questions,
  verdict,
}: Pick<ExamRuleSummary, 'questions' | 'verdict'>): boolean => questions > 0 && verdict === 'not observed'

const isWanted = (rule: ExamRuleSummary, wanted: RuleFilter | null): boolean =>
  wanted === 'asked' ? needsAnswer(rule) : wanted === null || rule.verdict === wanted

export const shownBy = (
  { rules }: Pick<ExamSummary, 'rules'>,
  wanted: RuleFilter | null,
): ReadonlySet<number> => new Set(rules.filter((rule) => isWanted(rule, wanted)).map(({ number }) => number))

/**
 * The rules that a filter selects, in the order of the contract. If `wanted` is null, all rules: in that order if the
 * exam is running or broken, otherwise grouped by verdict with the failed ones first, as in the report.
 * @param kept numbers of rules that a filter keeps in place although they are answered: otherwise the second click
 * of a double click would answer the next rule
 */
export function rulesInOrder(
  { state, rules }: ExamSummary,
  wanted: RuleFilter | null,
  kept: ReadonlySet<number> = new Set(),
): readonly ExamRuleSummary[] {
  if (wanted !== null) return rules.filter((rule) => isWanted(rule, wanted) || kept.has(rule.number))
  if (state === 'running' || state === 'broken') return rules
  return VERDICTS.flatMap((verdict) => rules.filter((rule) => rule.verdict === verdict))
}

export const countOf = ({ rules }: Pick<ExamSummary, 'rules'>, wanted: CheckVerdict | null): number =>
  rules.filter(({ verdict }) => verdict === wanted).length

/** The number of rules that await a person's answer; none can be answered while the exam is running or broken. */
export const askedCount = ({ rules, state }: Pick<ExamSummary, 'rules' | 'state'>): number =>
  state === 'running' || state === 'broken' ? 0 : rules.filter(needsAnswer).length

/** `22 passed, 1 failed, 9 not observed`. */
export function examTally(exam: ExamSummary): string {
  const { state } = exam
  const count = (verdict: CheckVerdict | null): number => countOf(exam, verdict)
  const open = count(null)
  const judged = `${count('passed')} passed, ${count('failed')} failed, ${count('not observed')} not observed`
  if (state === 'running') return `${judged}, ${open} not judged yet`
  const asking = askedCount(exam)
  return asking === 0 ? judged : `${judged}; ${asking} ${asking === 1 ? 'needs' : 'need'} your answer`
}
