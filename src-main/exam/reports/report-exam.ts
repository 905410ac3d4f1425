import { task } from '#scenarios/foreign/foreign'
import { EXAM_RULES } from '#exam/rules/exam-rules'
import { examHtml } from './html'
import { failedTrials, having, tally, type Unseen, unseenOf } from './order'
import { differenceLine } from '#lib/match/nearest'
import { countOf, type ExamResult, gradeWords, numbersOf, type RuleResult } from '#exam/running/result'
import { escapedXml } from '#scenarios/reports/report-runs'

const WRITERS = { html: examHtml, json: examJson, junit: examJunit } as const

/** A result that a thread can be given: rules by their numbers. */
interface PlainResult extends Omit<ExamResult, 'rules'> {
  readonly rules: readonly (Omit<RuleResult, 'rule'> & { readonly number: number })[]
}

/** The result as {@link REPORT_EXAM} takes it. */
export const plainResult = ({ rules, ...rest }: ExamResult): PlainResult => ({
  ...rest,
  rules: rules.map(({ rule: { number }, ...result }) => ({ ...result, number })),
})

/** Writes the result of an exam, in the program for what strangers wrote. */
export const REPORT_EXAM = task({
  name: 'reportExam',
  what: 'Writing the report',
  remedy: 'Choose another format, or examine one rule.',
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

/** Formats the result as JUnit XML: one case for each rule. A rule that was not observed is reported as skipped. */
export function examJunit(result: ExamResult): string {
  const { rules, durationMs, startedAt } = result
  const counts = `tests="${rules.length}" failures="${countOf(rules, 'failed')}" errors="0" skipped="${countOf(rules, 'not observed')}"`
  const seconds = (durationMs / 1000).toFixed(3)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Paybench exam" ${counts} time="${seconds}">`,
    `  <testsuite name="Exam" ${counts} time="${seconds}" timestamp="${escapedXml(startedAt)}">`,
    ...rules.flatMap(ruleCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function ruleCase(result: RuleResult): readonly string[] {
  const { rule, verdict, reason, durationMs = 0 } = result
  const name = `Rule ${rule.number}: ${rule.title}`
  const head = `    <testcase name="${escapedXml(name)}" classname="exam" time="${(durationMs / 1000).toFixed(3)}">`
  if (verdict === 'passed') return [head, '    </testcase>']
  if (verdict === 'not observed') {
    return [head, `      <skipped message="${escapedXml(reason)}"/>`, '    </testcase>']
  }
  const failed = failedTrials(result)
  const text = failed.flatMap(({ reason: why, differences, evidence, scenario }) => [
    why,
    ...differences.map(differenceLine),
    ...evidence.flatMap(({ title, request, response }) => ['', title, request ?? '', response ?? '']),
    ...(scenario === null ? [] : ['', scenario.file, scenario.text]),
  ])
  const [first] = failed
  const differences = (first?.differences ?? []).slice(0, 3).map(differenceLine)
  const trial = first === undefined ? [] : [`${first.name}:`]
  const remedy = `Remedy: ${rule.remedy}`
  const message = [...trial, reason, ...differences, remedy].join(' ')
  return [
    head,
    `      <failure message="${escapedXml(message)}" type="rule ${rule.number}">${escapedXml([...text, '', remedy].join('\n'))}</failure>`,
    '    </testcase>',
  ]
}
