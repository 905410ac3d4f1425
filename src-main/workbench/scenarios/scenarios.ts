import { BenchError } from '#protocol/connection'
import type { BenchBase } from '#workbench/bench-base'
import type { OpenHandlers } from '#workbench/bench'
import type { BenchContext } from '#workbench/context'
import type { ProjectId } from '#domain/ids'
import type { OwnBenches } from '#workbench/own-benches'
import { withinGrace } from '#workbench/within-grace'
import type { Foreign } from '#scenarios/foreign/foreign'
import { effectsOf, scenarioHandlers, scenarioSummary } from './handlers'
import type { ScenarioLibrary } from './files/library'
import { httpOver } from './runs/run-bench'
import { createLiveRecordings } from './recording/live-recording'
import { recordPayments } from './recording/record-payment'
import { createKeptTraces, type KeptRun } from './runs/kept-run'
import { createScenarioRuns } from './runs/runs'
import { dispatch } from '#protocol/dispatch'
import type { EventLog } from '#protocol/event-log'
import type { Handlers, MethodName, Params, Result } from '#protocol/methods'
import type { ScenarioBench } from '#scenarios/running/http'

/**
 * Scenarios over one session.
 * @param options `kept`: the last run of each file; `ownBenches`: opens a bench for each run that is not to run here; `handlers`: of the bench that they run against, known once it is put
 *   together
 */
export function createScenarios(
  base: BenchBase,
  library: ScenarioLibrary,
  context: BenchContext,
  {
    version,
    foreign,
    kept,
    ownBenches,
    handlers,
  }: {
    readonly foreign: Foreign
    readonly version: string
    readonly kept: Map<string, KeptRun>
    readonly ownBenches: OwnBenches
    readonly handlers: () => Partial<OpenHandlers>
  },
) {
  const bench = benchInProcess({ handlers, events: base.events, ending: base.ending }, (error) => {
    base.internalErrors.add('A step of a scenario failed unexpectedly', error)
  })
  const onChange = (file: string): void => {
    summaryOf(file).then(
      (scenario) => {
        base.changes.other(() => ({ type: 'scenario.changed', file, scenario }))
      },
      (error: unknown) => {
        // A bench that is closing has nobody left to tell.
        if (!base.ending.aborted) base.onFailure('A change of a scenario could not be shown', error)
      },
    )
  }
  const summaryOf = async (file: string) => {
    try {
      const found = await library.find(file)
      return scenarioSummary(found, runs.runOf(file))
    } catch (error) {
      if (error instanceof BenchError) return null
      throw error
    }
  }
  const traces = createKeptTraces(context.store.settings, () => ({ ...base.addresses() }))
  const secretOf = (projectId: ProjectId): string | undefined => base.projects.byId(projectId)?.secret
  const runs = createScenarioRuns(kept, {
    bench,
    ownBenches,
    keepTraces: traces.keep,
    send: httpOver(context.ports.send),
    foreign,
    secretOf,
    randomHex: base.randomHex,
    wallNow: base.wallNow,
    onChange,
    onFailure: base.onFailure,
  })
  const recordings = createLiveRecordings({
    events: base.events,
    wallNow: base.wallNow,
    onChange: () => {
      base.changes.other(() => ({ type: 'recording.changed', recording: recordings.state }))
    },
  })
  return {
    handlers: scenarioHandlers(library, runs, {
      onChange,
      recordings,
      version,
      foreign,
      effects: (scenarios) => effectsOf(scenarios, { bench, secretOf }),
      defaultProject: (projectId) => context.projects.find(projectId).projectId,
      record: (keys, how) => recordPayments(context, keys, how),
    }),
    /** Takes back what a run of a program that died has changed. */
    recover() {
      traces.recover(bench).catch((error: unknown) => {
        base.onFailure('What an interrupted scenario had changed could not be taken back', error)
      })
    },
    /** What they did is gone with a reset. */
    forget: () => {
      recordings.end()
      return runs.forget()
    },
    /** Lets a run take back what it has set; one that hangs on a slow merchant does not hold up the end of the bench. */
    close: () => {
      recordings.end()
      return withinGrace(runs.close())
    },
  }
}

/**
 * A bench as its own scenarios see it: calls go to its handlers with the same checks as over a connection, and events
 * come from its log. Nothing is missed, so it never restarts.
 */
function benchInProcess(
  {
    handlers,
    events,
    ending,
  }: {
    readonly handlers: () => Partial<Handlers>
    readonly events: EventLog
    /** Aborted once nothing may be called. */
    readonly ending: AbortSignal
  },
  onBug: (error: unknown) => void,
): ScenarioBench {
  return {
    async call<Name extends MethodName>(name: Name, params: Params<Name>): Promise<Result<Name>> {
      if (ending.aborted) throw new BenchError('unavailable', 'The bench is closing.')
      const outcome = await dispatch(handlers(), name, params, onBug)
      if ('error' in outcome) throw BenchError.from(outcome.error)
      // dispatch has checked the shape.
      return outcome.result as Result<Name>
    },
    onEvent: (listener) =>
      events.subscribe(({ event }) => {
        listener(event)
      }),
    onRestart: () => () => undefined,
  }
}
