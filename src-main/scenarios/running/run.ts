import { errorText } from '#lib/error-text'
import { BenchError } from '#protocol/connection'
import type { Foreign } from '#scenarios/foreign/foreign'
import type { Scenario, Step } from '#scenarios/reading/scenario'
import { act } from './act'
import { addFault, setAnswers, setClock } from './acts/bench'
import { leftOver, messagesBefore, projectOf } from './begin'
import { withSharedClock } from './moves'
import {
  type Evidence,
  type Failure,
  maskedEvidence,
  type ScenarioResult,
  StepFailure,
  type StepResult,
} from './result'
import { addressesOf, addressesOfListeners, addressesOfProject, reachCheck, type Reach } from './reach'
import { createNames, type GivenValues, type Names, readVariables } from './names'
import { keyOf, type PaymentRef, type RunContext } from './context'
import type { ScenarioBench, SendHttp } from './http'
import { takeBack, withTraces, type TracedBench, type UndoCalls } from './traces'
import { createWaiting } from './waiting'

export interface RunOptions {
  readonly bench: ScenarioBench
  readonly send: SendHttp
  /** Reads and compares what others wrote. */
  readonly foreign: Foreign
  /** Where the scenario stands; reports name it. */
  readonly file: string
  readonly given: GivenValues
  /** Letters and digits that no other run has; payment ids end with it. */
  readonly runId: string
  /** Real time, ISO 8601. */
  readonly startedAt: string
  /** To which hosts the run may send; absent: whoever sends decides. */
  readonly reach?: Reach
  /** Called before the run changes what is not its own: how to take back all that it has changed. */
  readonly onTraces?: (undo: UndoCalls) => void
}

/** A run that is done step by step. */
export interface ScenarioRun {
  /** Does the next step; null where none is left or one has failed. Never rejects. */
  next(): Promise<StepResult | null>
  /** Aborts what waits; the step in progress fails. */
  stop(): void
  /** The payments that the steps so far made or met. */
  payments(): Promise<ScenarioResult['payments']>
  /** Undoes what the run has set and returns its result; steps that were not done are skipped. */
  finish(): Promise<ScenarioResult>
}

/** Makes a run; nothing happens before the first call of `next`. */
export function createRun(scenario: Scenario, options: RunOptions): ScenarioRun {
  const stopping = new AbortController()
  const results: StepResult[] = []
  const began = performance.now()
  const traced = withTraces(options.bench, options.onTraces ?? (() => undefined))
  let running: RunContext | null = null
  let names: Names = createNames(new Map(), [], options.given.remedyFor)
  let broken: Failure | null = null
  let ended = false

  const begin = async (): Promise<RunContext> => {
    const variables = readVariables(scenario, options.given)
    if (!variables.ok) throw new StepFailure(variables.messages.join(' '))
    names = createNames(variables.values, variables.secrets, options.given.remedyFor)
    running = await openContext(scenario, { ...options, bench: traced }, names, stopping.signal)
    await prepare(running, scenario)
    return running
  }

  const resultOf = (
    step: Step,
    index: number,
    rest: Pick<StepResult, 'state' | 'summary' | 'durationMs' | 'at' | 'failure' | 'evidence'>,
  ): StepResult => {
    const result = {
      index,
      line: step.line,
      verb: step.verb,
      source: names.mask.text(step.source),
      note: step.note,
      ...rest,
    }
    return maskedResult(result, names)
  }

  return {
    async next() {
      const index = results.length
      const step = scenario.steps[index]
      if (step === undefined || ended || stopping.signal.aborted) return null
      const started = performance.now()
      try {
        running ??= await begin()
      } catch (error) {
        ended = true
        broken = maskedFailure(failureOf(error).failure, names)
        return null
      }
      const context = running
      let outcome: Pick<StepResult, 'state' | 'summary' | 'failure' | 'evidence'>
      try {
        const resolved = { ...step, args: context.names.resolve(step.args) } as Step
        for (const address of addressesOf(resolved)) context.mustReach(address)
        outcome = { state: 'passed', failure: null, ...(await act(context, resolved)) }
      } catch (error) {
        ended = true
        const { failure, evidence } = failureOf(error)
        const all = [...evidence, ...(await leftOver(context, evidence))]
        outcome = { state: 'failed', summary: failure.message, failure, evidence: all }
      }
      const at = await virtualNow(options.bench)
      const result = resultOf(step, index, { ...outcome, durationMs: performance.now() - started, at })
      results.push(result)
      return result
    },
    stop() {
      stopping.abort()
    },
    async payments() {
      const context = running
      if (context === null) return []
      return Promise.all(
        [...context.payments.values()].map(async (payment) => ({
          id: names.mask.text(payment.id),
          key: await keyIfThere(context, payment),
        })),
      )
    },
    async finish() {
      ended = true
      const context = running
      context?.waiting.close()
      await takeBack(withSharedClock(options.bench), traced.undo())
      const skipped = scenario.steps.slice(results.length).map((step, after) =>
        resultOf(step, results.length + after, {
          state: 'skipped',
          summary: '',
          durationMs: 0,
          at: '',
          failure: null,
          evidence: [],
        }),
      )
      return {
        name: scenario.name,
        about: scenario.about ?? null,
        file: options.file,
        tags: scenario.tags ?? [],
        state: broken === null ? endState(results, skipped.length, stopping.signal.aborted) : 'broken',
        durationMs: performance.now() - began,
        startedAt: options.startedAt,
        steps: [...results, ...skipped],
        failure: broken,
        payments: [...(context?.payments.values() ?? [])].map(({ id, key }) => ({
          id: names.mask.text(id),
          key,
        })),
      }
    },
  }
}

/** Runs a scenario to its end, to its first failure or until `signal` is aborted. Calls `onStep` after every step. */
export async function runScenario(
  scenario: Scenario,
  options: RunOptions & { readonly onStep?: (result: StepResult) => void; readonly signal?: AbortSignal },
): Promise<ScenarioResult> {
  const run = createRun(scenario, options)
  const stop = (): void => {
    run.stop()
  }
  options.signal?.addEventListener('abort', stop)
  if (options.signal?.aborted === true) stop()
  try {
    for (let step = await run.next(); step !== null; step = await run.next()) options.onStep?.(step)
  } finally {
    options.signal?.removeEventListener('abort', stop)
  }
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
  { bench: unshared, send, foreign, reach, runId }: RunOptions & { readonly bench: TracedBench },
  names: Names,
  signal: AbortSignal,
): Promise<RunContext> {
  const bench = withSharedClock(unshared, signal)
  const info = await bench.call('bench.info', {})
  const urlOf = (name: string): string => info.listeners.find((listener) => listener.name === name)?.url ?? ''
  // Where another computer reaches the bench: a scenario gives these addresses to the merchant.
  const forOthers = (name: string): string =>
    info.listeners.find((listener) => listener.name === name)?.reachableAt?.[0] ?? urlOf(name)
  const captures = [urlOf('merchant'), forOthers('merchant')]
  const mustReach =
    reach === undefined ? () => undefined : reachCheck(reach, addressesOfListeners(info.listeners))
  for (const address of addressesOfProject(names.resolve(scenario.given?.project))) mustReach(address)
  const { projectId, callbackUrl } = await projectOf(bench, scenario, names, urlOf('merchant'))
  names.set('run', { id: runId })
  names.set('project', { id: projectId, callbackUrl })
  names.set('bench', { platform: forOthers('platform'), merchant: forOthers('merchant') })
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
    mustReach,
    async send(request) {
      mustReach(request.url)
      return send(request, signal)
    },
    undo: unshared.undo,
  }
}

/** Sets up what the scenario lists under `given`, apart from its project. */
async function prepare(context: RunContext, { given }: Scenario): Promise<void> {
  const { clock, capture, faults = [] } = context.names.resolve(given ?? {})
  if (clock !== undefined) await setClock(context, clock)
  if (capture !== undefined) await setAnswers(context, capture)
  for (const fault of faults) await addFault(context, fault)
}

function failureOf(error: unknown): { readonly failure: Failure; readonly evidence: readonly Evidence[] } {
  if (error instanceof StepFailure) return error
  if (error instanceof BenchError) {
    const lines = error.issues.map(({ field, message }) => `${field}: ${message}`)
    return {
      failure: { message: `The bench refused it (${error.code}): ${error.message}`, expected: null, lines },
      evidence: [],
    }
  }
  const message = errorText(error)
  return { failure: { message, expected: null, lines: [] }, evidence: [] }
}

async function keyIfThere(context: RunContext, payment: PaymentRef): Promise<string | null> {
  try {
    return await keyOf(context, payment)
  } catch (error) {
    // A bench that closes meanwhile has ended the run already.
    if (error instanceof BenchError) return null
    throw error
  }
}

async function virtualNow(bench: ScenarioBench): Promise<string> {
  try {
    return (await bench.call('clock.get', {})).now
  } catch (error) {
    // A bench that went away has failed the step already.
    if (error instanceof BenchError) return ''
    throw error
  }
}

const maskedFailure = ({ members, ...failure }: Failure, { mask: { text } }: Names): Failure => ({
  ...(members === undefined
    ? {}
    : {
        members: members.map(({ path, expected, actual }) => ({
          path,
          expected: text(expected),
          actual: text(actual),
        })),
      }),
  message: text(failure.message),
  expected: failure.expected === null ? null : text(failure.expected),
  lines: failure.lines.map(text),
})

function maskedResult(result: StepResult, names: Names): StepResult {
  const { mask } = names
  return {
    ...result,
    summary: mask.text(result.summary),
    failure: result.failure === null ? null : maskedFailure(result.failure, names),
    evidence: result.evidence.map((each) => maskedEvidence(each, mask)),
  }
}
