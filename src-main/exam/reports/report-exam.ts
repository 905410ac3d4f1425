import { task } from '#scenarios/foreign/tasks'
import { EXAM_RULES } from '#exam/rules/exam-rules'
import type { ExamResult, RuleResult } from '#exam/running/result'
import { examHtml } from './html'
import { examJson } from './json'
import { examJunit } from './junit'

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
