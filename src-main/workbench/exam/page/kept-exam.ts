import type { ExamResult, RuleResult, TrialResult } from '#exam/running/result'
import { LIMITS } from '#lib/limits/limit-table'
import type { ExaminedMerchant, ExamSummary } from '#protocol/exam'
import { ruleSummaries } from './views'

/** The running or the last exam. */
export type KeptExam = ReturnType<typeof newExam>

/** The rules of a result, with the exam's size-limited copies instead of the originals. */
export const keptRules = ({ rules }: KeptExam, result: ExamResult): readonly RuleResult[] =>
  result.rules.map((each) => rules.get(each.rule.number) ?? each)

export function keepResult(exam: KeptExam, result: ExamResult): void {
  exam.result = result
  for (const rule of result.rules) exam.rules.set(rule.rule.number, rule)
}

export function newExam(
  merchant: ExaminedMerchant,
  secret: string,
  about: Pick<ExamSummary, 'id' | 'startedAt'>,
) {
  const summary: ExamSummary = {
    ...about,
    state: 'running',
    durationMs: 0,
    merchant,
    platform: null,
    running: null,
    grade: null,
    failure: null,
    rules: ruleSummaries(new Map()),
    unseen: [],
  }
  return {
    secret,
    rules: new Map<number, RuleResult>(),
    stopping: new AbortController(),
    began: performance.now(),
    result: null as ExamResult | null,
    summary,
    work: Promise.resolve(),
  }
}

/** Limits the size of an exam's results: evidence that no longer fits loses its request and response. */
export function createBounds(): (result: RuleResult) => RuleResult {
  let room = LIMITS.examResultChars
  const boundTrial = (trial: TrialResult): TrialResult => ({
    ...trial,
    evidence: trial.evidence.map((each) => {
      const size = (each.request?.length ?? 0) + (each.response?.length ?? 0)
      if (size > room) return { ...each, request: null, response: null }
      room -= size
      return each
    }),
  })
  return (result) => ({ ...result, trials: result.trials.map(boundTrial) })
}
