import { problemLines, readScenario } from '#scenarios/reading/read-scenario'
import { runWithin } from '#scenarios/foreign/foreign'
import type { ScenarioBench, SendHttp } from '#scenarios/running/http'
import type { ScenarioResult } from '#scenarios/running/result'
import { addressesOfListeners } from '#scenarios/running/reach'
import { runScenario } from '#scenarios/running/run'
import { giveOnCommandLine } from '#scenarios/running/names'
import { DAY_MS, wireTime } from '#lib/time/time'
import {
  EXAM_AGENT,
  merchantRequests,
  refusedRequest,
  type MerchantRequests,
} from '#exam/requests/merchant-requests'
import { BASELINE } from '#exam/rules/delivery-rules'
import { type ReadingPorts, unseenOrder } from '#exam/orders/read-order'
import { CHECK_REQUESTS, EXAM_RULES, unchecked } from '#exam/rules/exam-rules'
import type { Rule } from '#exam/rules/rule'
import {
  SETUP_PARTS,
  type ExamSetup,
  type Merchant,
  type SetupPart,
  type SetupRemedies,
} from '#exam/setup/exam-setup'
import { BY_METHOD } from '#exam/trials/methods'
import { scenarioText, stepsOf, type Trial } from '#exam/trials/trial'
import { type ExamResult, gradeOf, type RuleResult, type TrialResult, unrunResult } from './result'
import { judge } from './judge-trial'
import { hideIn } from './masking'
import { probeCheckout, type Probe } from './probe'
import { verdictOf } from './answering'

/** Real milliseconds; many times as long as an exam usually takes. */
export const EXAM_LIMIT_MS = 600_000
/** Bounds of the time for which an order must stay unchanged, in real milliseconds. */
const MIN_QUIET_MS = 300
const MAX_QUIET_MS = 3_000

export interface ExamOptions extends ReadingPorts {
  /** A Paybench for this exam only. */
  readonly bench: ScenarioBench
  readonly secret: string
  readonly remedies: SetupRemedies
  /** Letters and digits that are unique to this exam. */
  readonly runId: string
  /** Real time, epoch milliseconds. */
  readonly now: number
  /** Ends the exam. The remaining rules count as not observed. */
  readonly signal: AbortSignal
  /** Real milliseconds (default: {@link EXAM_LIMIT_MS}). An exam that exceeds it has a grade only if a rule failed. */
  readonly limitMs?: number
  /** A sentence that says how to give the exam more time. */
  readonly moreTime?: string
  /** The number of the only rule to judge; if absent, all rules are judged. */
  readonly only?: number
  readonly onBegin?: (rule: Rule) => void
  /** Called when a rule is judged. Rules about the merchant's requests come last. */
  readonly onRule?: (result: RuleResult) => void
}

interface Running extends ExamOptions {
  readonly merchant: Merchant
}

/** Judges a merchant by contract 10, or by rule `options.only`. @throws BenchError if `bench` cannot be called */
export async function runExam(setup: ExamSetup, options: ExamOptions): Promise<ExamResult> {
  const began = performance.now()
  const limitMs = options.limitMs ?? EXAM_LIMIT_MS
  // Not AbortSignal.timeout: Node 20 may collect it as garbage while only AbortSignal.any refers to it.
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), limitMs)
  const ending = AbortSignal.any([options.signal, late.signal])
  const { rules, isWhole } = await judgeRules(setup, options, ending).finally(() => clearTimeout(timer))
  const unfinished = isWhole
    ? null
    : options.signal.aborted
      ? 'The exam was stopped before every rule was judged. Examine the merchant again for a grade.'
      : `The time limit of ${String(limitMs / 1000)} s ran out before every rule was judged. ${options.moreTime ?? 'Repeat the exam on a less busy computer.'}`
  return {
    startedAt: new Date(options.now).toISOString(),
    durationMs: performance.now() - began,
    callbackUrl: setup.callbackUrl,
    projectId: setup.projectId,
    grade: gradeOf(rules, unfinished),
    rules,
    unfinished,
  }
}

async function judgeRules(
  setup: ExamSetup,
  options: ExamOptions,
  ending: AbortSignal,
): Promise<{ readonly rules: readonly RuleResult[]; readonly isWhole: boolean }> {
  const send: SendHttp = (request, signal) =>
    options.send({ ...request, headers: { 'User-Agent': EXAM_AGENT, ...request.headers } }, signal)
  const { bench, foreign, secret } = options
  await prepareProject(bench, setup, secret)
  const platform = await platformOrigins(bench)
  const ports = { bench, send, foreign, signal: ending }
  const probe = await probeCheckout(setup, { ...ports, platform: platform[0] ?? '' })
  const merchant: Merchant = {
    ...setup,
    ...probe,
    remedies: options.remedies,
    requestsStatus: setup.statusRequests,
    quietMs: MAX_QUIET_MS,
    sellsByMethods: false,
    yesterday: wireTime(options.now - DAY_MS),
    tenDaysAgo: wireTime(options.now - 10 * DAY_MS),
  }
  const running = { ...options, send, signal: ending, merchant }
  const first = await baseline(running, probe)
  const sellsByMethods = first.passed && (await ordersByMethod(running))
  const { api } = await merchantRequests(bench, merchant)
  const requestsStatus = merchant.requestsStatus || api.some(({ path }) => path === '/v2/payment/status')
  const known = { ...merchant, quietMs: first.quietMs, requestsStatus, sellsByMethods }
  return examineAll({ ...running, merchant: known }, first, { page: probe.page, secret, platform })
}

async function prepareProject(bench: ScenarioBench, setup: ExamSetup, secret: string): Promise<void> {
  const { projects } = await bench.call('bench.info', {})
  const known = projects.some(({ projectId }) => projectId === setup.projectId)
  const project = { projectId: setup.projectId, secret, callbackUrl: setup.callbackUrl }
  await bench.call(known ? 'projects.update' : 'projects.create', project)
}

const ORIGINS = ['platform', 'platformTls']

async function platformOrigins(bench: ScenarioBench): Promise<readonly string[]> {
  const { listeners } = await bench.call('bench.info', {})
  return addressesOfListeners(ORIGINS.flatMap((name) => listeners.filter((each) => each.name === name)))
}

interface Baseline {
  readonly result: TrialResult
  readonly passed: boolean
  /** Real milliseconds. */
  readonly quietMs: number
}

async function baseline(running: Running, { problem }: Probe): Promise<Baseline> {
  const { bench, merchant, secret, foreign } = running
  const ran = problem === null ? await runTrial(running, { number: 4, trial: BASELINE }) : null
  const result = ran?.result ?? unrunResult(BASELINE, problem ?? '')
  const passed = ran?.run.state === 'passed'
  const refused = passed || result.verdict === 'failed' ? null : await refusedRequest(bench, merchant)
  const effectMs = ran?.run.steps.at(-1)?.durationMs ?? 0
  return {
    result: await hideIn({ ...result, ...refused }, secret, foreign),
    passed,
    quietMs: Math.round(Math.min(MAX_QUIET_MS, MIN_QUIET_MS + 3 * effectMs)),
  }
}

/** Makes one order by a method, if the back end requests payments through the API. */
async function ordersByMethod(running: Running): Promise<boolean> {
  if (running.merchant.style !== 'api') return false
  const { run } = await runTrial(running, { number: 34, trial: BY_METHOD })
  return run.state === 'passed'
}

async function examineAll(
  running: Running,
  first: Baseline,
  seen: Omit<MerchantRequests, 'api' | 'forms'>,
): Promise<{ readonly rules: readonly RuleResult[]; readonly isWhole: boolean }> {
  const judged = EXAM_RULES.filter(({ number }) => running.only === undefined || number === running.only)
  const trialsOf = new Map<Rule, { readonly trials: readonly TrialResult[]; readonly durationMs: number }>()
  for (const rule of judged) {
    const trials: TrialResult[] = []
    const began = performance.now()
    running.onBegin?.(rule)
    for (const trial of rule.trials ?? []) {
      const result = await examine(running, rule, trial, first)
      trials.push(trial.isOptional?.(running.merchant) === true ? { ...result, isOptional: true } : result)
    }
    trialsOf.set(rule, { trials, durationMs: performance.now() - began })
    if (rule.check === undefined) running.onRule?.(resultOf(rule, trials, running.merchant))
  }
  const isWhole = !running.signal.aborted
  const check = await requestChecks(running, seen)
  const rules: RuleResult[] = []
  for (const [rule, { trials, durationMs }] of trialsOf) {
    const all = [...trials, ...(await check(rule))]
    const result = { ...resultOf(rule, all, running.merchant), durationMs }
    if (rule.check !== undefined) running.onRule?.(result)
    rules.push(result)
  }
  return { rules, isWhole }
}

/** Whether rules that only some merchants can keep or break apply to this one. */
const APPLIES: Readonly<Record<NonNullable<Rule['onlyFor']>, (merchant: Merchant) => boolean>> = {
  form: ({ style }) => style !== 'api',
  methods: ({ sellsByMethods }) => sellsByMethods,
}

function resultOf(rule: Rule, trials: readonly TrialResult[], merchant: Merchant): RuleResult {
  const result = verdictOf(
    rule,
    trials.map((trial) => withMissingPart(trial, merchant.remedies)),
  )
  const applies = rule.onlyFor === undefined || APPLIES[rule.onlyFor](merchant)
  return applies || result.verdict !== 'not observed' ? result : { ...result, isInapplicable: true }
}

function withMissingPart(trial: TrialResult, remedies: SetupRemedies): TrialResult {
  const parts = Object.keys(SETUP_PARTS) as SetupPart[]
  const part = parts.find((key) => trial.reason.includes(remedies[key]))
  return trial.verdict !== 'not observed' || part === undefined
    ? trial
    : { ...trial, missingPart: { part, remedy: remedies[part] } }
}

async function examine(running: Running, rule: Rule, trial: Trial, first: Baseline): Promise<TrialResult> {
  if (trial === BASELINE) return first.result
  const cannot = trial.cannot?.(running.merchant) ?? null
  if (cannot !== null) return unrunResult(trial, cannot)
  if (!first.passed) {
    const isFailed = first.result.verdict === 'failed'
    const why = isFailed
      ? 'Genuine callbacks have no effect yet: see rule 4.'
      : 'Rule 4 has to be observed first.'
    return unrunResult(trial, `${why} ${first.result.reason}`)
  }
  if (running.signal.aborted) return unrunResult(trial, 'The exam ended before this trial.')
  return (await runTrial(running, { number: rule.number, trial })).result
}

async function requestChecks(
  { bench, foreign, merchant, secret }: Running,
  seen: Omit<MerchantRequests, 'api' | 'forms'>,
): Promise<(rule: Rule) => Promise<readonly TrialResult[]>> {
  const requests = { ...(await merchantRequests(bench, merchant)), ...seen }
  const results = new Map(await runWithin(foreign, CHECK_REQUESTS, { requests, merchant }, unchecked))
  const name = 'What the merchant sent during the exam'
  return async ({ number }) => {
    const result = results.get(number)
    return result === undefined
      ? []
      : [await hideIn({ ...unrunResult({ name }, ''), ...result }, secret, foreign)]
  }
}

async function runTrial(
  { bench, send, foreign, secret, runId, now, signal, merchant }: Running,
  { number, trial }: { readonly number: number; readonly trial: Trial },
): Promise<{ readonly result: TrialResult; readonly run: ScenarioResult }> {
  const text = scenarioText(trial, merchant)
  const file = `rule-${String(number).padStart(2, '0')}-${trial.id}.yaml`
  const reading = readScenario(text)
  if (!reading.ok)
    throw new Error(`A trial of the exam is not a valid scenario.\n${problemLines(file, reading.problems)}`)
  const run = await runScenario(reading.scenario, {
    bench,
    send,
    foreign,
    file,
    given: { variables: { secret }, environment: {}, remedyFor: giveOnCommandLine },
    runId: `${runId}${number}${trial.id.replaceAll('-', '')}`,
    startedAt: new Date(now).toISOString(),
    signal,
  })
  const steps = stepsOf(trial, merchant)
  const unseen = await unseenOrder(steps, run, merchant, { send, foreign, signal })
  const judged = judge(trial, steps, run, merchant, unseen)
  return { result: await hideIn({ ...judged, scenario: { file, text } }, secret, foreign), run }
}
