import { differenceLine } from '#lib/match/nearest'
import { gradeWords, numbersOf } from '#exam/running/grade'
import type { ExamResult, RuleResult } from '#exam/running/result'
import { failedTrials, having, tally, unseenOf, type Unseen } from './order'

const INDENT = ' '.repeat(17)

/**
 * Formats the result for a terminal, as lines: the grade, what failed with what to do, what was not observed with one
 * line for all rules that lack the same, and the numbers of the passed rules.
 */
export function examLines(result: ExamResult): readonly string[] {
  const { heading, explanation } = result.grade
  return [
    `${gradeWords(result.grade)}: ${heading}. ${explanation}`,
    `${tally(result)}, ${(result.durationMs / 1000).toFixed(1)} s`,
    '',
    ...having(result, 'failed').flatMap(failedLines),
    ...unseenOf(result).flatMap(unseenLines),
    `${'passed'.padEnd(17)}${numbersOf(having(result, 'passed')) || 'none'}`,
  ]
}

function failedLines(result: RuleResult): readonly string[] {
  const { rule } = result
  return [
    `${'FAILED'.padEnd(13)}${String(rule.number).padStart(2)}  ${rule.title}`,
    `${INDENT}Remedy: ${rule.remedy}`,
    ...failedTrials(result).flatMap(({ name, reason, differences, scenario }) => [
      `${INDENT}${name}: ${reason}`,
      ...differences.slice(0, 3).map((difference) => `${INDENT}  ${differenceLine(difference)}`),
      ...(scenario === null ? [] : [`${INDENT}Repeat it with ${scenario.file}`]),
    ]),
  ]
}

const unseenLines = ({ heading, remedy, rules }: Unseen): readonly string[] => [
  `${'not observed'.padEnd(17)}${heading}: ${numbersOf(rules)}`,
  `${INDENT}${remedy}`,
]
