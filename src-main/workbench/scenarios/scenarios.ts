import { BenchError } from '#protocol/connection'
import type { OpenHandlers } from '#workbench/bench'
import type { BenchContext } from '#workbench/payment-engine'
import type { ProjectId, PaymentKey } from '#domain/ids'
import type { OwnBenches } from '#workbench/own-benches'
import { ENDING_GRACE_MS, isDoneWithin } from '#workbench/done-within'
import { readForeignScenario, writeForeign, type Foreign } from '#scenarios/foreign/foreign'
import { REPORT_RUNS } from '#scenarios/reports/html'
import { scenarioSchema } from '#scenarios/vocabulary/scenario-shape'
import { refuseParams } from '#core/errors'
import type { ScenarioEffects, LiveRecording } from '#protocol/scenarios'
import type { ErrorIssue } from '#protocol/shapes'
import { type Considered, effectsOf, freeName, scenarioDetail, scenarioSummary } from './views'
import type { ScenarioFile, ScenarioLibrary } from './files/library'
import { httpOver } from './runs/run-bench'
import { type RecordedText, recordPayments } from './recording/record-payment'
import { createKeptTraces, type KeptRun } from './runs/kept-run'
import { createScenarioRuns } from './runs/runs'
import type { Planned } from './runs/active-run'
import { dispatch } from '#protocol/dispatch'
import type { Handlers, MethodName, Params, Result } from '#protocol/methods'
import type { ScenarioBench } from '#scenarios/running/http'
import { LIMITS } from '#lib/limits/limit-table'

/**
 * The scenarios of one session.
 * @param options `kept`: the last run of each file; `ownBenches`: opens a bench for each run outside the
 * tester's bench; `handlers`: of the tester's bench, available once it is assembled
 */
export function createScenarios(
  context: BenchContext,
  library: ScenarioLibrary,
  options: {
    readonly foreign: Foreign
    readonly version: string
    readonly kept: Map<string, KeptRun>
    readonly ownBenches: OwnBenches
    readonly handlers: () => Partial<OpenHandlers>
  },
) {
  const { version, foreign, ownBenches } = options
  const bench = benchInProcess(context, options.handlers)
  const onChange = (file: string): void => {
    summaryOf(file).then(
      (scenario) => context.changes.other(() => ({ type: 'scenario.changed', file, scenario })),
      (error: unknown) => {
        // A closing bench has no clients to notify.
        if (!context.ending.aborted) context.onFailure('A change of a scenario could not be shown', error)
      },
    )
  }
  const summaryOf = async (file: string) => {
    try {
      const found = await library.find(file)
      return scenarioSummary(found, runs.runOf(found))
    } catch (error) {
      if (error instanceof BenchError) return null
      throw error
    }
  }
  const traces = createKeptTraces(context.store.settings, () => ({ ...context.addresses() }))
  const secretOf = (projectId: ProjectId): string | undefined => context.projects.byId(projectId)?.secret
  const runs = createScenarioRuns(options.kept, {
    ...context,
    bench,
    ownBenches,
    keepTraces: traces.keep,
    send: httpOver(context.ports.send),
    foreign,
    secretOf,
    onChange,
  })
  const recordings = createLiveRecordings(context, () =>
    context.changes.other(() => ({ type: 'recording.changed', recording: recordings.state })),
  )
  const detailOf = (found: ScenarioFile) => scenarioDetail(found, runs.runOf(found))
  const consider = async (file: string): Promise<Considered> => {
    const { reading, version } = await library.find(file)
    if (reading.ok)
      return { file, version, scenario: reading.scenario, refusedHosts: runs.refusedHosts(file) }
    const [first] = reading.problems
    throw new BenchError(
      'wrong_state',
      `${file} has errors, so it is not run. Line ${first?.line ?? 1}: ${first?.message ?? ''}`,
    )
  }
  /** @throws BenchError `invalid_params` for hosts to which the tester has not allowed the scenarios to send */
  const mustBeAllowed = async (
    scenarios: readonly Considered[],
    allowed: readonly string[],
  ): Promise<void> => {
    const { hosts } = await effectsOf(scenarios, { bench, secretOf })
    refuseParams(hosts.filter(({ host }) => !allowed.includes(host)).map(hostIssue))
  }
  const withFileName = ({ text, paymentId, omitted }: RecordedText) => ({
    text,
    file: freeName(paymentId, library.names()),
    omitted: [...omitted],
  })
  const scenarioHandlers: Pick<Handlers, Extract<keyof Handlers, `scenarios.${string}`>> = {
    'scenarios.list': async () => ({
      items: (await library.list()).map((found) => scenarioSummary(found, runs.runOf(found))),
      directory: library.directory,
      recording: recordings.state,
    }),
    'scenarios.get': async ({ file }) => detailOf(await library.find(file)),
    'scenarios.check': async ({ text }) => {
      const reading = await readForeignScenario(foreign, text)
      return { problems: reading.ok ? [] : [...reading.problems] }
    },
    'scenarios.schema': () => ({ schema: scenarioSchema() }),
    'scenarios.record': ({ keys, format = 'scenario', expects = 'everything' }) => {
      const { keys: chosen, omitted } = keys === undefined ? recordings.found() : { keys, omitted: [] }
      const recorded = withFileName(recordPayments(context, chosen, { format, expects, omitted }))
      return format === 'scenario'
        ? recorded
        : { ...recorded, file: recorded.file.replace(/\.yaml$/, '.spec.mjs') }
    },
    'scenarios.startRecording': ({ projectId }) =>
      recordings.start(context.projects.find(projectId).projectId),
    'scenarios.stopRecording': ({ save, expects = 'everything' }) => {
      if (!save) {
        recordings.end()
        return { recorded: null }
      }
      const { keys, omitted } = recordings.found()
      // If this throws, the recording continues and loses nothing.
      const recorded = withFileName(recordPayments(context, keys, { expects, omitted }))
      recordings.end()
      return { recorded }
    },
    'scenarios.save': async ({ file, text, version }) => {
      const saved = await library.save(file, text, version)
      onChange(file)
      return detailOf(saved)
    },
    'scenarios.remove': ({ file, version }) => {
      library.remove(file, version)
      onChange(file)
      return {}
    },
    'scenarios.run': async ({ files, here = false, hosts = [] }) => {
      const scenarios = await Promise.all([...new Set(files)].map(consider))
      await mustBeAllowed(scenarios, hosts)
      runs.add(scenarios.map((each): Planned => ({ ...each, here, hosts })))
      return {}
    },
    'scenarios.step': async ({ file, hosts = [] }) => {
      const found = await consider(file)
      // The hosts of a paused run were allowed when it started.
      if (runs.runOf(found)?.state !== 'paused') await mustBeAllowed([found], hosts)
      runs.step({ ...found, here: true, hosts })
      return {}
    },
    'scenarios.effects': async ({ files }) =>
      effectsOf(await Promise.all(files.map(consider)), { bench, secretOf }),
    'scenarios.resume': async ({ file }) => {
      runs.resume((await library.find(file)).file)
      return {}
    },
    'scenarios.report': async ({ files }) => {
      const found = await Promise.all(files.map((file) => library.find(file)))
      const results = found.flatMap((each) => runs.resultOf(each) ?? [])
      if (results.length > 0) return { text: await writeForeign(foreign, REPORT_RUNS, { results, version }) }
      throw new BenchError('wrong_state', 'None of these scenarios has run yet. Run them first.')
    },
    'scenarios.stop': async () => {
      await runs.stop()
      return {}
    },
  }
  return {
    handlers: scenarioHandlers,
    recover() {
      const failed = 'What an interrupted scenario had changed could not be undone'
      traces.recover(bench).catch((error: unknown) => context.onFailure(failed, error))
    },
    forget: () => {
      recordings.end()
      return runs.forget()
    },
    /** Lets a run undo its changes, for a limited time: a slow merchant must not keep the bench from closing. */
    close: () => {
      recordings.end()
      return isDoneWithin(ENDING_GRACE_MS, runs.close())
    },
  }
}

const hostIssue = ({ file, host, line }: ScenarioEffects['hosts'][number]): ErrorIssue => ({
  field: 'hosts',
  message: `${line === null ? file : `${file}, line ${line},`} sends to ${host}, which is not this computer and which no project of yours names. Name it in hosts if you may send to it.`,
})

/**
 * A bench as its own scenarios see it: calls go to its handlers with the same checks as over a connection, and
 * events come from its log. No event is missed, so `onRestart` never calls its listener.
 */
function benchInProcess(
  { events, ending, internalErrors }: BenchContext,
  handlers: () => Partial<Handlers>,
): ScenarioBench {
  const onBug = (error: unknown): void =>
    internalErrors.add('A step of a scenario failed unexpectedly', error)
  return {
    async call<Name extends MethodName>(name: Name, params: Params<Name>): Promise<Result<Name>> {
      if (ending.aborted) throw new BenchError('unavailable', 'Paybench is closing.')
      const outcome = await dispatch(handlers(), name, params, onBug)
      if ('error' in outcome) throw BenchError.from(outcome.error)
      // dispatch has checked the shape.
      return outcome.result as Result<Name>
    },
    onEvent: (listener) => events.subscribe(({ event }) => listener(event)),
    onRestart: () => () => undefined,
  }
}

/** Records which payments of a project begin: one recording at a time, until the bench closes or is reset. */
function createLiveRecordings({ events, wallNow }: BenchContext, onChange: () => void) {
  let active: {
    readonly startedAt: string
    readonly projectId: ProjectId
    readonly keys: Set<PaymentKey>
    /** Whether a payment that began before the recording has changed during it. */
    isOlderTouched: boolean
    more: number
    readonly stop: () => void
  } | null = null

  return {
    get state(): LiveRecording | null {
      if (active === null) return null
      const { startedAt, projectId, keys, more } = active
      return { startedAt, projectId, payments: keys.size + more }
    },
    /** @throws BenchError `conflict` while another recording is running */
    start(projectId: ProjectId): LiveRecording {
      if (active !== null)
        throw new BenchError('conflict', 'A recording is already running. Save or discard it first.')
      const keys = new Set<PaymentKey>()
      const stop = events.subscribe(({ event }) => {
        if (active === null || event.type !== 'payment.changed') return
        const { payment, isNew } = event
        if (payment.projectId !== projectId || keys.has(payment.key)) return
        if (!isNew) active.isOlderTouched = true
        else if (keys.size < LIMITS.scenarioPayments) keys.add(payment.key)
        else active.more += 1
        if (isNew) onChange()
      })
      const startedAt = new Date(wallNow()).toISOString()
      active = { startedAt, projectId, keys, isOlderTouched: false, more: 0, stop }
      onChange()
      return { startedAt, projectId, payments: 0 }
    },
    /**
     * The payments made so far, and sentences about what is left out. The recording continues.
     * @throws BenchError `wrong_state` if there is no recording, or no payment began
     */
    found(): { readonly keys: readonly PaymentKey[]; readonly omitted: readonly string[] } {
      if (active === null) throw new BenchError('wrong_state', 'No recording is running. Begin one first.')
      const { keys, isOlderTouched, more } = active
      if (keys.size === 0)
        throw new BenchError('wrong_state', 'No payment has begun since the recording was started.')
      const older = isOlderTouched ? ['What happened to payments that had begun before the recording.'] : []
      const beyond = more === 0 ? [] : [`Payments beyond the first ${LIMITS.scenarioPayments}: ${more}.`]
      return { keys: [...keys], omitted: [...older, ...beyond] }
    },
    end(): void {
      if (active === null) return
      active.stop()
      active = null
      onChange()
    },
  }
}
