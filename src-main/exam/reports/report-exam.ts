import { task } from '#scenarios/foreign/foreign'
import { EXAM_RULES } from '#exam/rules/exam-rules'
import { examHtml } from './html'
import { failedTrials, having, tally, unseenOf } from './order'
import { differenceLine } from '#lib/match/nearest'
import { type ExamResult, gradeWords, numbersOf, type RuleResult } from '#exam/running/result'
import { type JunitCase, junitXml } from '#scenarios/reports/junit'

const WRITERS = { html: examHtml, json: examJson, junit: examJunit } as const

/** A result that can be sent to another process: it has the rules' numbers in place of the rules. */
interface PlainResult extends Omit<ExamResult, 'rules'> {
  readonly rules: readonly (Omit<RuleResult, 'rule'> & { readonly number: number })[]
}

export const plainResult = ({ rules, ...rest }: ExamResult): PlainResult => ({
  ...rest,
  rules: rules.map(({ rule: { number }, ...result }) => ({ ...result, number })),
})

/** Writes the report in the process for untrusted data. */
export const REPORT_EXAM = task({
  name: 'reportExam',
  what: 'Writing the report',
  remedy: 'Choose another format, or run the exam for a single rule.',
  work: ({
    format,
    exam: { rules, ...rest },
    version,
  }: {
    readonly format: keyof typeof WRITERS
    readonly exam: PlainResult
    readonly version: string
  }) => {
    const known = rules.flatMap(({ number, ...result }) =>
      EXAM_RULES.filter((rule) => rule.number === number).map((rule) => ({ ...result, rule })),
    )
    return WRITERS[format]({ ...rest, rules: known }, version)
  },
})

export function examJson(result: ExamResult, version: string): string {
  const rules = result.rules.map(({ rule: { number, title, sections, matters, remedy }, ...rest }) => ({
    ...{ number, title, sections, matters, remedy },
    ...rest,
  }))
  return `${JSON.stringify({ tool: 'paybench', version, summary: tally(result), ...result, rules }, null, 2)}\n`
}

const INDENT = ' '.repeat(17)

/** Lines for a terminal: grade, tally, failed and unobserved rules with remedies, and the numbers of passed rules. */
export function examLines(result: ExamResult): readonly string[] {
  const { heading, explanation } = result.grade
  return [
    `${gradeWords(result.grade)}: ${heading}. ${explanation}`,
    `${tally(result)}, ${(result.durationMs / 1000).toFixed(1)} s`,
    '',
    ...having(result, 'failed').flatMap(failedLines),
    ...unseenOf(result).flatMap(({ heading, remedy, rules }) => [
      `${'not observed'.padEnd(17)}${heading}: ${numbersOf(rules)}`,
      `${INDENT}${remedy}`,
    ]),
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

/** JUnit XML with one case for each rule; a rule that was not observed is a skipped case. */
export function examJunit({ rules, durationMs, startedAt }: ExamResult): string {
  return junitXml('Paybench exam', [
    {
      ...{ name: 'Exam', startedAt, durationMs },
      cases: rules.map((result) => ({
        name: `Rule ${result.rule.number}: ${result.rule.title}`,
        className: 'exam',
        durationMs: result.durationMs ?? 0,
        outcome: outcomeOf(result),
      })),
    },
  ])
}

function outcomeOf(result: RuleResult): JunitCase['outcome'] {
  const { rule, verdict, reason } = result
  if (verdict === 'passed') return null
  if (verdict === 'not observed') return { kind: 'skipped', message: reason }
  const failed = failedTrials(result)
  const remedy = `Remedy: ${rule.remedy}`
  const text = failed.flatMap(({ reason: why, differences, evidence, scenario }) => [
    why,
    ...differences.map(differenceLine),
    ...evidence.flatMap(({ title, request, response }) => ['', title, request ?? '', response ?? '']),
    ...(scenario === null ? [] : ['', scenario.file, scenario.text]),
  ])
  const trials = failed
    .slice(0, 1)
    .map(({ name, differences }) => [`${name}:`, reason, ...differences.slice(0, 3).map(differenceLine)])
  return {
    kind: 'failure',
    message: [...(trials[0] ?? [reason]), remedy].join(' '),
    type: `rule ${rule.number}`,
    text: [...text, '', remedy].join('\n'),
  }
}
