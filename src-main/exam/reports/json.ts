import type { ExamResult } from '#exam/running/result'
import { tally } from './order'

/** Formats the result as JSON, for programs. */
export function examJson(result: ExamResult, version: string): string {
  const rules = result.rules.map(({ rule, ...rest }) => ({
    number: rule.number,
    title: rule.title,
    sections: rule.sections,
    matters: rule.matters,
    remedy: rule.remedy,
    ...rest,
  }))
  return `${JSON.stringify({ tool: 'paybench', version, summary: tally(result), ...result, rules }, null, 2)}\n`
}
