import { answered, type PersonsAnswer } from '../../../exam/running/answering'
import type { ExamResult, RuleResult } from '../../../exam/running/result'
import { runExam } from '../../../exam/running/run-exam'
import { errorText } from '../../../lib/error-text'
import { BenchError } from '../../../protocol/bench-error'
import type { ExaminedMerchant, ExamSummary } from '../../../protocol/exam'
import { createBounds } from './bounded'
import type { ExamBench, ExamHost } from './exam-host'
import { WINDOW_REMEDIES } from './window-remedies'
import { ruleSummaries } from './views'

/** Runs the exams of the window, one at a time, and keeps the last one. */
export interface Exams {
  /** @throws BenchError `conflict` while one runs */
  start(merchant: ExaminedMerchant, secret: string): ExamSummary
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
  readonly stopping: AbortController
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
  readonly host: ExamHost
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
    exam.summary = { ...exam.summary, durationMs, rules: ruleSummaries(exam.rules), ...part }
    if (exam === results.exam) onChange()
  }

  /** Runs the exam and returns the changes of its summary at the end. */
  const observe = async (exam: KeptExam, bench: ExamBench, secret: string): Promise<Partial<ExamSummary>> => {
    const bounded = createBounds()
    change(exam, { platform: bench.platform })
    const result = await runExam(exam.summary.merchant, {
      bench: bench.bench,
      send: bench.send,
      secret,
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
    const rules = result.rules.map((rule) => exam.rules.get(rule.rule.number) ?? rule)
    exam.result = { ...result, rules }
    return { state: exam.stopping.signal.aborted ? 'stopped' : 'done', grade: result.grade }
  }

  const run = async (exam: KeptExam, secret: string): Promise<void> => {
    const { platformPort, hosts } = exam.summary.merchant
    let bench: ExamBench | null = null
    let end: Partial<ExamSummary>
    try {
      bench = await host.open({ platformPort, hosts })
      end = await observe(exam, bench, secret)
    } catch (error) {
      end = { state: 'broken', failure: errorText(error) }
    }
    // Release the port: the next exam may need it.
    await bench?.close().catch((error: unknown) => {
      onFailure('The bench of an exam could not be closed', error)
    })
    change(exam, { ...end, running: null })
  }

  const stop = async (): Promise<void> => {
    results.exam?.stopping.abort()
    await results.exam?.work
  }

  return {
    start(merchant, secret) {
      if (closed) throw new BenchError('unavailable', 'The bench is closing.')
      if (results.exam?.summary.state === 'running') {
        throw new BenchError('conflict', 'An exam is running. Wait for it, or stop it first (exam.stop).')
      }
      const exam = newExam(merchant, { id: randomHex(8), startedAt: new Date(wallNow()).toISOString() })
      results.exam = exam
      exam.work = run(exam, secret)
      onChange()
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
      exam.result = after
      for (const rule of after.rules) exam.rules.set(rule.rule.number, rule)
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

function newExam(merchant: ExaminedMerchant, about: Pick<ExamSummary, 'id' | 'startedAt'>): KeptExam {
  return {
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
    },
    work: Promise.resolve(),
  }
}
