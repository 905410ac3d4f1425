import { gradeWords } from '../running/grade'
import type { ExamResult, RuleResult } from '../running/result'
import { tally } from './order'

const INDENT = ' '.repeat(17)

/**
 * Formats the result for a terminal, as lines: the grade, what failed with what to do, what was not observed with one
 * line for all rules that lack the same, and the numbers of the passed rules.
 */
export function examLines(result: ExamResult): readonly string[] {
  const { heading, explanation } = result.grade
  const having = (verdict: RuleResult['verdict']): readonly RuleResult[] =>
    result.rules.filter((each) => each.verdict === verdict)
  return [
    `${gradeWords(result.grade)}: ${heading}. ${explanation}`,
    `${tally(result)}, ${(result.durationMs / 1000).toFixed(1)} s`,
    '',
    ...having('failed').flatMap(failedLines),
    ...unseenLines(having('not observed')),
    `${'passed'.padEnd(15)}${having('passed').map(numberOf).join(', ') || 'none'}`,
  ]
}

const numberOf = ({ rule }: RuleResult): string => String(rule.number)

function failedLines({ rule, trials }: RuleResult): readonly string[] {
  const failed = trials.filter((trial) => trial.verdict === 'failed')
  return [
    `${'FAILED'.padEnd(13)}${String(rule.number).padStart(2)}  ${rule.title}`,
    `${INDENT}Remedy: ${rule.remedy}`,
    ...failed.flatMap(({ name, reason, differences, scenario }) => [
      `${INDENT}${name}: ${reason}`,
      ...differences.slice(0, 3).map((line) => `${INDENT}  ${line}`),
      ...(scenario === null ? [] : [`${INDENT}Repeat it with ${scenario.file}`]),
    ]),
  ]
}

function unseenLines(rules: readonly RuleResult[]): readonly string[] {
  const reasons = [...new Set(rules.map(({ reason }) => reason))]
  return reasons.flatMap((reason) => {
    const same = rules.filter((each) => each.reason === reason)
    const numbers = same.map(numberOf)
    const [first] = same
    const head =
      same.length === 1
        ? `${numbers.join().padStart(2)}  ${first?.rule.title ?? ''}`
        : `  ${String(same.length)} rules: ${numbers.join(', ')}`
    return [`not observed ${head}`, `${INDENT}${reason}`]
  })
}
