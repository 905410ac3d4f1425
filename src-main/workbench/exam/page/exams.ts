import { answered, withEarlierReviews, type PersonsAnswer } from '#exam/running/answering'
import { type ExamResult, gradeOf, type RuleResult, type TrialResult } from '#exam/running/result'
import { runExam } from '#exam/running/run-exam'
import { notFound } from '#core/errors'
import { errorText } from '#lib/error-text'
import { BenchError } from '#protocol/connection'
import type { ExaminedMerchant, ExamSummary } from '#protocol/exam'
import type { OwnBenches } from '#workbench/own-benches'
import { ruleSummaries, unseenSummaries, WINDOW_REMEDIES } from './views'
import { LIMITS } from '#lib/limits/limit-table'

/** Runs the exams of the window, one at a time, and keeps the last one. */
export interface Exams {
  /** @throws BenchError `conflict` while one runs */
  start(merchant: ExaminedMerchant, secret: string): ExamSummary
  /**
   * Examines one rule of the last exam again.
   * @throws BenchError `conflict` while one runs, `wrong_state` before the end of one, `not_found` where there is no such rule
   */
  repeat(rule: number): ExamSummary
  /** Stops the running exam; its remaining rules count as not observed. Resolves when it has ended. */
  stop(): Promise<void>
  /** @throws BenchError `wrong_state` before the end, `not_found` where nothing was asked */
  answer(about: { readonly rule: number; readonly trial: number }, answer: PersonsAnswer | null): ExamSummary
  readonly summary: ExamSummary | null
  ruleResult(number: number): RuleResult | undefined
  /** Null until the exam has ended with a result. */
  readonly result: ExamResult | null
  close(): Promise<void>
}

/** The running or the last exam. */
export interface KeptExam {
  readonly rules: Map<number, RuleResult>
  /** The secret of the merchant's project, in memory alone. */
  readonly secret: string
  stopping: AbortController
  readonly began: number
  summary: ExamSummary
  result: ExamResult | null
  work: Promise<void>
}

/**
 * Creates the exams of the window.
 * @param options `onChange`: the running or last exam changed; `onFailure`: an exam ended because of an error of the bench
 */
export function createExams(options: {
  readonly host: OwnBenches
  /** The running or the last exam, also one that an earlier bench of the session has left. */
  readonly results: { exam: KeptExam | null }
  readonly wallNow: () => number
  readonly randomHex: (digits: number) => string
  readonly onChange: () => void
  readonly onFailure: (message: string, error: unknown) => void
}): Exams {
  const { host, results, wallNow, randomHex, onChange, onFailure } = options
  let closed = false

  const change = (exam: KeptExam, part: Partial<ExamSummary>): void => {
    const durationMs = exam.summary.grade === null ? performance.now() - exam.began : exam.summary.durationMs
    exam.summary = {
      ...exam.summary,
      durationMs,
      rules: ruleSummaries(exam.rules),
      unseen: unseenSummaries(exam.rules),
      ...part,
    }
    if (exam === results.exam) onChange()
  }

  /** Runs the exam, or one rule of it, against a bench of its own. */
  const examine = async (exam: KeptExam, only?: number): Promise<ExamResult> => {
    const { platformPort, hosts } = exam.summary.merchant
    const bounded = createBounds()
    const { bench, send, foreign, platform, close } = await host.open({ platformPort, hosts })
    try {
      change(exam, { platform })
      return await runExam(exam.summary.merchant, {
        ...(only === undefined ? {} : { only }),
        bench,
        send,
        foreign,
        secret: exam.secret,
        remedies: WINDOW_REMEDIES,
        runId: randomHex(6),
        now: wallNow(),
        signal: exam.stopping.signal,
        onBegin: ({ number }) => {
          change(exam, { running: number })
        },
        onRule: (rule) => {
          exam.rules.set(rule.rule.number, bounded(rule))
          change(exam, {})
        },
      })
    } finally {
      // Release the port: the next exam may need it.
      await close().catch((error: unknown) => {
        onFailure('The bench of an exam could not be closed', error)
      })
    }
  }

  /** @param before the exam whose place it takes; it comes back where nothing could be examined */
  const run = async (exam: KeptExam, before: KeptExam | null): Promise<void> => {
    const earlier = before?.result ?? null
    try {
      const ran = await examine(exam)
      const result = withEarlierReviews({ ...ran, rules: keptRules(exam, ran) }, earlier)
      keepResult(exam, result)
      change(exam, {
        state: exam.stopping.signal.aborted ? 'stopped' : 'done',
        grade: result.grade,
        running: null,
      })
    } catch (error) {
      const failure = errorText(error)
      if (before === null || earlier === null || exam.rules.size > 0) {
        change(exam, { state: 'broken', failure, running: null })
        return
      }
      results.exam = before
      change(before, { failure })
    }
  }

  /** Examines one rule again. What was known of it stays where that fails or is stopped. */
  const runAgain = async (exam: KeptExam, known: RuleResult, before: ExamResult): Promise<void> => {
    const { state } = exam.summary
    const { number } = known.rule
    exam.rules.delete(number)
    change(exam, { state: 'running', running: number, failure: null })
    let failure: string | null = null
    try {
      failure = (await examine(exam, number)).unfinished
    } catch (error) {
      failure = errorText(error)
    }
    if (failure !== null || exam.stopping.signal.aborted) exam.rules.set(number, known)
    const rules = keptRules(exam, before)
    exam.result = { ...before, rules, grade: gradeOf(rules, before.unfinished) }
    change(exam, { state, failure, grade: exam.result.grade, running: null })
  }

  const mustBeFree = (): void => {
    if (closed) throw new BenchError('unavailable', 'The bench is closing.')
    if (results.exam?.summary.state === 'running') {
      throw new BenchError('conflict', 'An exam is running. Wait for it, or stop it first (exam.stop).')
    }
  }

  const stop = async (): Promise<void> => {
    results.exam?.stopping.abort()
    await results.exam?.work
  }

  return {
    start(merchant, secret) {
      mustBeFree()
      const about = { id: randomHex(8), startedAt: new Date(wallNow()).toISOString() }
      const exam = newExam(merchant, secret, about)
      const before = results.exam
      results.exam = exam
      exam.work = run(exam, before)
      onChange()
      return exam.summary
    },
    repeat(rule) {
      mustBeFree()
      const { exam } = results
      const result = exam?.result ?? null
      if (exam === null || result === null) {
        throw new BenchError(
          'wrong_state',
          'There is no exam with a result yet. Start one first (exam.start).',
        )
      }
      const known = exam.rules.get(rule)
      if (known === undefined) throw notFound('rule of an exam', String(rule))
      if (known.rule.review !== undefined) {
        throw new BenchError('wrong_state', `Only a person can check rule ${rule}. Answer its question.`)
      }
      exam.stopping = new AbortController()
      exam.work = runAgain(exam, known, result)
      return exam.summary
    },
    stop,
    answer(about, answer) {
      const { exam } = results
      const result = exam?.result ?? null
      if (exam === null || result === null || exam.summary.state === 'running') {
        throw new BenchError('wrong_state', 'There is no exam with a result yet. Wait until it has ended.')
      }
      const after = answered(result, about, answer)
      if (after === null) {
        throw new BenchError(
          'not_found',
          `Nothing is asked about trial ${about.trial} of rule ${about.rule}.`,
        )
      }
      keepResult(exam, after)
      change(exam, { grade: after.grade })
      return exam.summary
    },
    get summary() {
      return results.exam?.summary ?? null
    },
    ruleResult: (number) => results.exam?.rules.get(number),
    get result() {
      return results.exam?.result ?? null
    },
    async close() {
      closed = true
      await stop()
    },
  }
}

/** The rules of a result as they are kept: within the limits of their size. */
const keptRules = ({ rules }: KeptExam, result: ExamResult): readonly RuleResult[] =>
  result.rules.map((each) => rules.get(each.rule.number) ?? each)

function keepResult(exam: KeptExam, result: ExamResult): void {
  exam.result = result
  for (const rule of result.rules) exam.rules.set(rule.rule.number, rule)
}

function newExam(
  merchant: ExaminedMerchant,
  secret: string,
  about: Pick<ExamSummary, 'id' | 'startedAt'>,
): KeptExam {
  return {
    secret,
    rules: new Map(),
    stopping: new AbortController(),
    began: performance.now(),
    result: null,
    summary: {
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
    },
    work: Promise.resolve(),
  }
}

/**
 * Returns a function that limits the size of the results of an exam: once the limit is reached, further results lose
 * their bytes.
 */
function createBounds(): (result: RuleResult) => RuleResult {
  let room = LIMITS.examResultChars
  const bounded = (trial: TrialResult): TrialResult => ({
    ...trial,
    evidence: trial.evidence.map((each) => {
      const size = (each.request?.length ?? 0) + (each.response?.length ?? 0)
      if (size > room) return { ...each, request: null, response: null }
      room -= size
      return each
    }),
  })
  return (result) => ({ ...result, trials: result.trials.map(bounded) })
}
