import type { ExamRuleSummary, ExamSummary } from '../../../../src-main/protocol/exam'
import type { StateLook } from '../../ui/states'
import { checkLook } from '../checks/check-words'

/** The state of a rule, in a word or two. */
export function ruleWords(
  { verdict, number }: Pick<ExamRuleSummary, 'verdict' | 'number'>,
  exam: Pick<ExamSummary, 'running' | 'state'>,
): { readonly look: StateLook; readonly word: string } {
  if (verdict !== null) return { look: checkLook(verdict), word: verdict }
  if (exam.running === number)
    return { look: { icon: 'state-processing', hue: 'quiet' }, word: 'in progress' }
  const word = exam.state === 'running' ? 'waiting' : 'not reached'
  return { look: { icon: 'state-scheduled', hue: 'quiet' }, word }
}

const ORDER = ['failed', 'not observed', 'passed'] as const

/** The rules in the order of the contract while the exam runs; at its end failed ones first, as in the report. */
export function rulesInOrder({ state, rules }: ExamSummary): readonly ExamRuleSummary[] {
  if (state === 'running' || state === 'broken') return rules
  return ORDER.flatMap((verdict) => rules.filter((rule) => rule.verdict === verdict))
}

/** `22 passed, 1 failed, 9 not observed`. */
export function examTally({ rules, state }: ExamSummary): string {
  const count = (verdict: ExamRuleSummary['verdict']): number =>
    rules.filter((rule) => rule.verdict === verdict).length
  const open = count(null)
  const judged = `${count('passed')} passed, ${count('failed')} failed, ${count('not observed')} not observed`
  if (state === 'running') return `${judged}, ${open} not judged yet`
  const asking = rules.filter(({ verdict, questions }) => verdict === 'not observed' && questions > 0).length
  return asking === 0 ? judged : `${judged}; ${asking} ${asking === 1 ? 'needs' : 'need'} your answer`
}
