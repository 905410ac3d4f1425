import { gradeWords } from './grade'
import { GRADE_LETTERS, type ExamResult, type GradeLetter } from './result'

/** What a pipeline demands of a merchant. */
export interface Gate {
  /** The worst grade that passes; B is the worst one without a failed rule. */
  readonly minGrade: GradeLetter
  /** Numbers of rules that must have passed. Not observed is not passed. */
  readonly required: readonly number[]
}

/**
 * Says whether an exam meets the demands. `unexamined`: it proves nothing either way, because it has no grade.
 * @returns `reasons`: sentences for a person, none where it passes
 */
export function judgeGate(
  { grade, rules, unfinished }: Pick<ExamResult, 'grade' | 'rules' | 'unfinished'>,
  { minGrade, required }: Gate,
): { readonly outcome: 'passed' | 'failed' | 'unexamined'; readonly reasons: readonly string[] } {
  const { letter } = grade
  const unexamined = {
    outcome: 'unexamined',
    reasons: [`The merchant could not be examined. ${unfinished ?? grade.explanation}`],
  } as const
  if (letter === '–') return unexamined
  const missing = rules.filter(({ rule, verdict }) => required.includes(rule.number) && verdict !== 'passed')
  const reasons = [
    ...(GRADE_LETTERS.indexOf(letter) > GRADE_LETTERS.indexOf(minGrade)
      ? [`${gradeWords(grade)} is below ${minGrade}, the worst grade that passes.`]
      : []),
    ...missing.map(
      ({ rule, verdict, reason }) =>
        `Rule ${rule.number} has to pass and ${verdict === 'failed' ? 'failed' : 'was not observed'}. ${reason}`,
    ),
  ]
  if (reasons.length > 0) return { outcome: 'failed', reasons }
  return unfinished === null ? { outcome: 'passed', reasons } : unexamined
}
