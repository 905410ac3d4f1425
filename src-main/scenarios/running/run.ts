import { BenchError } from '#protocol/connection'
import type { Foreign } from '#scenarios/foreign/foreign'
import type { Scenario, Step } from '#scenarios/reading/scenario'
import { act } from './act'
import { addFault, setAnswers, setClock } from './acts/bench'
import { leftOver, messagesBefore, projectOf } from './begin'
import {
  type Failure,
  failureOf,
  masked,
  maskedEvidence,
  type ScenarioResult,
  StepFailure,
  type StepOutcome,
  type StepResult,
} from './result'
import { addressesOf, addressesOfListeners, addressesOfProject, reachCheck, type Reach } from './reach'
import { createNames, type GivenValues, type Names, readVariables } from './names'
import { keyOf, type RunContext } from './context'
import type { ScenarioBench, SendHttp } from './http'
import { takeBack, withTraces, type TracedBench, type UndoCalls } from './traces'
import { createWaiting, withSharedClock } from './waiting'

export interface RunOptions {
  readonly bench: ScenarioBench
  readonly send: SendHttp
  readonly foreign: Foreign
  /** The path of the scenario in reports. */
  readonly file: string
  readonly given: GivenValues
  /** Letters and digits, unique to the run; its payment ids end with them. */
  readonly runId: string
  /** Wall time, ISO 8601. */
  readonly startedAt: string
  /** If absent, `send` decides which hosts are allowed. */
  readonly reach?: Reach
  /** Called before an object outside the run is first changed, with the calls that undo all changes so far. */
  readonly onTraces?: (undo: UndoCalls) => void
  /** Stops the run, as its `stop` does. */
  readonly signal?: AbortSignal
}

export type ScenarioRun = ReturnType<typeof createRun>

/** Nothing happens before the first call of `next`. */
export function createRun(scenario: Scenario, options: RunOptions) {
  const { bench, given, onTraces = () => undefined } = options
  const stopping = new AbortController()
  const stopped = AbortSignal.any([stopping.signal, options.signal ?? stopping.signal])
  const results: StepResult[] = []
  const began = performance.now()
  const traced = withTraces(bench, onTraces)
  let running: RunContext | null = null
  let names: Names = createNames(new Map(), [], given.remedyFor)
  let broken: Failure | null = null
  let ended = false

  const begin = async (): Promise<RunContext> => {
    const variables = readVariables(scenario, given)
    if (!variables.ok) throw new StepFailure(variables.messages.join(' '))
    names = createNames(variables.values, variables.secrets, given.remedyFor)
    running = await openContext(scenario, { ...options, bench: traced }, names, stopped)
    await prepare(running, scenario)
    return running
  }

  const outcomeOf = async (context: RunContext, step: Step): Promise<StepOutcome> => {
    try {
      const resolved = { ...step, args: context.names.resolve(step.args) } as Step
      for (const address of addressesOf(resolved)) context.checkHost(address)
      return { state: 'passed', failure: null, ...(await act(context, resolved)) }
    } catch (error) {
      ended = true
      const { failure, evidence } = failureOf(error)
      const all = [...evidence, ...(await leftOver(context, evidence))]
      return { state: 'failed', summary: failure.message, failure, evidence: all }
    }
  }

  const resultOf = (
    { line, verb, source, note }: Step,
    index: number,
    { evidence, state, ...outcome }: StepOutcome,
    time: Pick<StepResult, 'durationMs' | 'at'>,
  ): StepResult => ({
    ...masked({ source, ...outcome }, names.mask),
    evidence: evidence.map((each) => maskedEvidence(each, names.mask)),
    ...{ index, line, verb, note, state, ...time },
  })

  const paymentsOf = (): ScenarioResult['payments'] =>
    [...(running?.payments.values() ?? [])].map(({ id, key }) => ({ id: names.mask.text(id), key }))

  return {
    /** Runs the next step; null if none is left or the run failed, could not begin or was stopped. Never rejects. */
    async next(): Promise<StepResult | null> {
      const index = results.length
      const step = scenario.steps[index]
      if (step === undefined || ended || stopped.aborted) return null
      const started = performance.now()
      try {
        running ??= await begin()
      } catch (error) {
        ended = true
        broken = masked(failureOf(error).failure, names.mask)
        return null
      }
      const outcome = await outcomeOf(running, step)
      const now = await nullIfRefused(bench.call('clock.get', {}))
      const time = { durationMs: performance.now() - started, at: now?.now ?? '' }
      const result = resultOf(step, index, outcome, time)
      results.push(result)
      return result
    },
    /** Aborts waits and requests; the step in progress fails. */
    stop(): void {
      stopping.abort()
    },
    /** The payments that the steps so far created or found. */
    async payments(): Promise<ScenarioResult['payments']> {
      const context = running
      if (context === null) return []
      for (const payment of context.payments.values()) await nullIfRefused(keyOf(context, payment))
      return paymentsOf()
    },
    /** Undoes what the run has set and returns its result; remaining steps are skipped. */
    async finish(): Promise<ScenarioResult> {
      ended = true
      running?.waiting.close()
      await takeBack(withSharedClock(bench), traced.undo())
      const skipped = scenario.steps
        .slice(results.length)
        .map((step, at) => resultOf(step, results.length + at, SKIPPED, { durationMs: 0, at: '' }))
      const { name, about = null, tags = [] } = scenario
      return {
        ...{ name, about, tags, file: options.file, startedAt: options.startedAt },
        state: broken === null ? endState(results, skipped.length, stopped.aborted) : 'broken',
        durationMs: performance.now() - began,
        steps: [...results, ...skipped],
        failure: broken,
        payments: paymentsOf(),
      }
    },
  }
}

const SKIPPED: StepOutcome = { state: 'skipped', summary: '', failure: null, evidence: [] }

/** Null if Paybench refuses the call, or has closed: the step has then already failed, or the run has ended. */
async function nullIfRefused<Value>(value: Promise<Value>): Promise<Value | null> {
  try {
    return await value
  } catch (error) {
    if (error instanceof BenchError) return null
    throw error
  }
}

/** Runs a scenario to its end, to its first failure or until `signal` is aborted. Calls `onStep` after every step. */
export async function runScenario(
  scenario: Scenario,
  options: RunOptions & { readonly onStep?: (result: StepResult) => void },
): Promise<ScenarioResult> {
  const run = createRun(scenario, options)
  for (let step = await run.next(); step !== null; step = await run.next()) options.onStep?.(step)
  return run.finish()
}

function endState(
  done: readonly StepResult[],
  skippedCount: number,
  isStopped: boolean,
): Exclude<ScenarioResult['state'], 'broken'> {
  if (isStopped) return 'stopped'
  if (done.some(({ state }) => state === 'failed')) return 'failed'
  return skippedCount > 0 ? 'stopped' : 'passed'
}

async function openContext(
  scenario: Scenario,
  { bench: tracedBench, send, foreign, reach, runId }: RunOptions & { readonly bench: TracedBench },
  names: Names,
  signal: AbortSignal,
): Promise<RunContext> {
  const bench = withSharedClock(tracedBench, signal)
  const { listeners } = await bench.call('bench.info', {})
  const urlOf = (name: string): string => listeners.find((each) => each.name === name)?.url ?? ''
  // The addresses at which other computers reach Paybench: a scenario gives them to the merchant.
  const reachableUrlOf = (name: string): string =>
    listeners.find((each) => each.name === name)?.reachableAt?.[0] ?? urlOf(name)
  const captures = [urlOf('merchant'), reachableUrlOf('merchant')]
  const checkHost = reach === undefined ? () => undefined : reachCheck(reach, addressesOfListeners(listeners))
  for (const address of addressesOfProject(names.resolve(scenario.given?.project))) checkHost(address)
  const { projectId, callbackUrl } = await projectOf(bench, scenario, names, urlOf('merchant'))
  names.set('run', { id: runId })
  names.set('project', { id: projectId, callbackUrl })
  names.set('bench', { platform: reachableUrlOf('platform'), merchant: reachableUrlOf('merchant') })
  const before = await messagesBefore(bench, projectId)
  return {
    bench,
    names,
    waiting: createWaiting(bench, signal),
    foreign,
    signal,
    projectId,
    platform: urlOf('platform'),
    external: callbackUrl !== null && !captures.some((url) => callbackUrl.startsWith(url)),
    payments: new Map(),
    responses: new Map(),
    messages: new Map(),
    forms: new Map(),
    before: new Set(before),
    used: new Set(before),
    own: new Set(),
    newId: (name) => `${name}-${runId}`,
    checkHost,
    async send(request) {
      checkHost(request.url)
      return send(request, signal)
    },
    undo: tracedBench.undo,
  }
}

async function prepare(context: RunContext, { given }: Scenario): Promise<void> {
  const { clock, capture, faults = [] } = context.names.resolve(given ?? {})
  if (clock !== undefined) await setClock(context, clock)
  if (capture !== undefined) await setAnswers(context, capture)
  for (const fault of faults) await addFault(context, fault)
}
