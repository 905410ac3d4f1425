import { answered, withEarlierReviews } from '#exam/running/answering'
import { plainResult, REPORT_EXAM } from '#exam/reports/report-exam'
import { type ExamResult, gradeOf, type RuleResult } from '#exam/running/result'
import { runExam } from '#exam/running/run-exam'
import { refuseParams, notFound } from '#core/errors'
import { errorText } from '#lib/error-text'
import { BenchError } from '#protocol/connection'
import type { ExaminedMerchant, ExamSummary, ExamOrderTry } from '#protocol/exam'
import type { Handlers, Params } from '#protocol/methods'
import type { ErrorIssue } from '#protocol/shapes'
import { type Foreign, writeForeign } from '#scenarios/foreign/foreign'
import type { BenchBase } from '#workbench/bench-base'
import type { OwnBenches } from '#workbench/own-benches'
import { ENDING_GRACE_MS, isDoneWithin } from '#workbench/done-within'
import { createBounds, keepResult, keptRules, type KeptExam, newExam } from './kept-exam'
import { ruleSummaries, ruleView, unseenSummaries, WINDOW_REMEDIES } from './views'
import { orderUrl, readOrder } from '#exam/orders/read-order'
import { ORDER_PARTS } from '#exam/setup/exam-setup'
import { boundedPath } from '#lib/limits/bounded-text'
import { present } from '#lib/members'
import type { SendHttp } from '#scenarios/running/http'

const ENDINGS = { html: 'html', json: 'json', junit: 'xml' } as const

const noResult = (todo: string): BenchError =>
  new BenchError('wrong_state', `There is no exam with a result yet. ${todo}`)

/**
 * Runs the exams of merchants, one at a time. Each uses a separate bench, which ends with the exam.
 * @param options `results`: the running or last exam, which may belong to an earlier bench of the session
 */
export function createExamPage(
  { projects, changes, randomHex, wallNow, onFailure }: BenchBase,
  options: {
    readonly host: OwnBenches
    readonly foreign: Foreign
    readonly version: string
    readonly results: { exam: KeptExam | null }
  },
) {
  const { host, foreign, version, results } = options
  let closed = false

  const onChange = (): void => {
    const exam = results.exam?.summary
    if (exam !== undefined) changes.other(() => ({ type: 'exam.changed', exam }))
  }

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

  const examine = async (exam: KeptExam, only?: number): Promise<ExamResult> => {
    const { platformPort, hosts } = exam.summary.merchant
    const bounded = createBounds()
    const { bench, send, foreign, platform, close } = await host.open({ platformPort, hosts })
    try {
      change(exam, { platform })
      return await runExam(exam.summary.merchant, {
        ...present({ only }),
        bench,
        send,
        foreign,
        secret: exam.secret,
        remedies: WINDOW_REMEDIES,
        runId: randomHex(6),
        now: wallNow(),
        signal: exam.stopping.signal,
        onBegin: ({ number }) => change(exam, { running: number }),
        onRule: (rule) => {
          exam.rules.set(rule.rule.number, bounded(rule))
          change(exam, {})
        },
      })
    } finally {
      // Release the port: the next exam may need it.
      await close().catch((error: unknown) => onFailure('The bench of an exam could not be closed', error))
    }
  }

  /** @param before the exam that this one replaces; restored if it has a result and nothing could be examined */
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

  /** Examines one rule again. The earlier result stays if that fails or is stopped. */
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
    if (closed) throw new BenchError('unavailable', 'Paybench is closing.')
    if (results.exam?.summary.state === 'running') {
      throw new BenchError('conflict', 'An exam is running. Wait for it, or stop it first (exam.stop).')
    }
  }

  const stop = async (): Promise<void> => {
    results.exam?.stopping.abort()
    await results.exam?.work
  }

  const examWithResult = (todo: string): { readonly exam: KeptExam; readonly result: ExamResult } => {
    const { exam } = results
    const result = exam?.result ?? null
    if (exam === null || result === null) throw noResult(todo)
    return { exam, result }
  }

  const handlers: Pick<Handlers, Extract<keyof Handlers, `exam.${string}`>> = {
    'exam.get': () => ({ exam: results.exam?.summary ?? null }),
    'exam.rule': ({ rule }) => {
      const view = results.exam === null ? null : ruleView(rule, results.exam.rules.get(rule))
      if (view === null) throw notFound('rule of an exam', String(rule))
      return view
    },
    'exam.start': ({ secret, ...merchant }) => {
      refuseParams(refusedHosts(merchant, host))
      const used = secret ?? projects.byId(merchant.projectId)?.secret
      if (used === undefined)
        throw new BenchError(
          'not_found',
          `There is no project ${merchant.projectId} here. Give the secret that the merchant uses for it.`,
        )
      mustBeFree()
      const about = { id: randomHex(8), startedAt: new Date(wallNow()).toISOString() }
      const exam = newExam(merchant, used, about)
      const before = results.exam
      results.exam = exam
      exam.work = run(exam, before)
      onChange()
      return exam.summary
    },
    'exam.tryOrder': (given) => {
      refuseParams(hostIssues('orders.url', given.orders.url, given.hosts, host))
      return tryOrder(given, { send: host.sender(given.hosts), foreign })
    },
    'exam.repeat': ({ rule }) => {
      mustBeFree()
      const { exam, result } = examWithResult('Start one first (exam.start).')
      const known = exam.rules.get(rule)
      if (known === undefined) throw notFound('rule of an exam', String(rule))
      if (known.rule.review !== undefined)
        throw new BenchError('wrong_state', `Only a person can check rule ${rule}. Answer its question.`)
      exam.stopping = new AbortController()
      exam.work = runAgain(exam, known, result)
      return exam.summary
    },
    'exam.stop': async () => {
      await stop()
      return {}
    },
    'exam.answer': ({ answer, ...about }) => {
      const { exam, result } = examWithResult('Run one to its end (exam.start).')
      if (exam.summary.state === 'running') throw noResult('Wait until the exam has ended.')
      const after = answered(result, about, answer)
      if (after === null) {
        const what = `Nothing is asked about trial ${about.trial} of rule ${about.rule}.`
        throw new BenchError('not_found', what)
      }
      keepResult(exam, after)
      change(exam, { grade: after.grade })
      return exam.summary
    },
    'exam.report': async ({ format }) => {
      const { result } = examWithResult('Run one to its end (exam.start).')
      const stamp = result.startedAt.slice(0, 19).replaceAll(/[:T]/g, '-')
      const text = await writeForeign(foreign, REPORT_EXAM, { format, exam: plainResult(result), version })
      return { name: `exam-${stamp}.${ENDINGS[format]}`, text }
    },
  }
  return {
    handlers,
    /** Stops the running exam; a merchant that is slow to respond does not delay the end of the bench. */
    close() {
      closed = true
      return isDoneWithin(ENDING_GRACE_MS, stop())
    },
  }
}

/** An issue for each address on another computer that nobody has allowed. */
const refusedHosts = (
  { callbackUrl, checkout, orders, hosts }: ExaminedMerchant,
  host: OwnBenches,
): readonly ErrorIssue[] => [
  ...hostIssues('callbackUrl', callbackUrl, hosts, host),
  ...hostIssues('checkout.url', checkout?.url, hosts, host),
  ...hostIssues('orders.url', orders?.url, hosts, host),
]

function hostIssues(
  field: string,
  url: string | undefined,
  hosts: readonly string[],
  { mayTest }: OwnBenches,
): readonly ErrorIssue[] {
  const name = url === undefined ? null : new URL(url).hostname
  if (name === null || mayTest(name, hosts)) return []
  const message = `${name} is not on this computer. The exam sends forged and broken messages: add the host to those that may be tested, if you are allowed to test it.`
  return [{ field, message }]
}

/** Wall-clock milliseconds that the merchant gets to show an order. */
const LIMIT_MS = 10_000

/** Reads an order as an exam would, and reports what it finds at the given paths. */
async function tryOrder(
  { orders, paymentId }: Params<'exam.tryOrder'>,
  ports: { readonly send: SendHttp; readonly foreign: Foreign },
): Promise<ExamOrderTry> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  const url = orderUrl(orders.url, paymentId)
  const asked = ORDER_PARTS.flatMap((part) => {
    const path = orders[part]
    return path === null ? [] : [{ part, path }]
  })
  const reading = await readOrder(
    url,
    asked.map(({ path }) => path),
    { ...ports, signal },
  )
  const found = reading.values.flatMap(({ word, text }, at) => {
    const { part, path } = asked[at] ?? {}
    if (part === undefined || path === undefined) return []
    const isWord = (words: readonly string[]): boolean => word !== null && words.includes(word)
    const means =
      part !== 'state' ? null : isWord(orders.paid) ? 'paid' : isWord(orders.declined) ? 'declined' : null
    return [{ part, path: boundedPath(path), value: text, means } as const]
  })
  const { status, problem, members } = reading
  return { url, status, problem, found, members: [...members] }
}
