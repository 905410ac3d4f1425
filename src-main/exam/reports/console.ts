import { gradeWords } from '../running/grade'
import type { ExamResult, RuleResult } from '../running/result'
import { inOrder, tally } from './order'

const INDENT = ' '.repeat(17)

/** Formats the result for a terminal, as lines: the table of the rules, failed ones first, and the grade. */
export function examLines(result: ExamResult): readonly string[] {
  const { heading, explanation } = result.grade
  return [
    ...inOrder(result).flatMap(ruleLines),
    '',
    `${gradeWords(result.grade)}: ${heading}. ${explanation}`,
    `${tally(result)}, ${(result.durationMs / 1000).toFixed(1)} s`,
  ]
}

function ruleLines({ rule, verdict, reason, trials }: RuleResult): readonly string[] {
  const mark = verdict === 'failed' ? 'FAILED' : verdict
  const head = `${mark.padEnd(13)}${String(rule.number).padStart(2)}  ${rule.title}`
  if (verdict === 'passed') return [head]
  if (verdict === 'not observed') return [head, `${INDENT}${reason}`]
  const failed = trials.filter((trial) => trial.verdict === 'failed')
  return [
    head,
    ...failed.flatMap(({ reason: why, differences, scenario }) => [
      `${INDENT}${why}`,
      ...differences.slice(0, 3).map((line) => `${INDENT}  ${line}`),
      ...(scenario === null ? [] : [`${INDENT}Repeat it with ${scenario.file}`]),
    ]),
    `${INDENT}Remedy: ${rule.remedy}`,
  ]
}
