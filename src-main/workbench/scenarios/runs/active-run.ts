import { errorText } from '#lib/error-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { Foreign } from '#scenarios/foreign/foreign'
import type { ScenarioBench, SendHttp } from '#scenarios/running/http'
import { allowedHosts } from '#scenarios/running/reach'
import { createRun, type ScenarioRun } from '#scenarios/running/run'
import type { Scenario } from '#scenarios/reading/scenario'
import type { UndoCalls } from '#scenarios/running/traces'
import type { KeptRun } from './kept-run'
import type { ProjectId } from '#domain/ids'
import type { OwnBenches } from '#workbench/own-benches'
import type { BenchContext } from '#workbench/payment-engine'
import { namedHosts, openRunBench, testersProjects, valuesOfWindow } from './run-bench'

export interface Planned {
  readonly file: string
  /** The version of the text that runs. */
  readonly version: string
  readonly scenario: Scenario
  /** True if it runs in the tester's bench and project, false if in a bench in memory, which ends with the run. */
  readonly here: boolean
  /** Hosts that the tester allows besides this computer and the hosts that their projects name. */
  readonly hosts: readonly string[]
}

export interface RunPorts extends Pick<BenchContext, 'randomHex' | 'wallNow' | 'onFailure'> {
  readonly bench: ScenarioBench
  readonly ownBenches: OwnBenches
  readonly send: SendHttp
  readonly foreign: Foreign
  /** Undefined if the project does not exist. */
  readonly secretOf: (projectId: ProjectId) => string | undefined
  readonly keepTraces: (undo: UndoCalls) => void
  readonly onChange: (file: string) => void
}

export type ActiveRun = ReturnType<typeof createActiveRun>

/** The remedy for a host that only became known during the run. */
const REMEDY = 'Run the scenario again: the window then asks for permission. Scripts name the host in hosts.'

/** @param onLimit called when the run reaches the maximum wall time */
export function createActiveRun(planned: Planned, kept: KeptRun, ports: RunPorts, onLimit: () => void) {
  const { file, scenario, here } = planned
  const { keepTraces, onChange, onFailure } = ports
  const beginning = begin(planned, kept, ports)
  const limit = setTimeout(onLimit, LIMITS.scenarioRunMs)
  limit.unref()
  let stopped = false
  return {
    ...planned,
    kept,
    /** Null while the run waits for its next step. */
    work: null as Promise<void> | null,
    /** Runs the next step. False if no further step is to run. */
    async step(): Promise<boolean> {
      kept.run()
      onChange(file)
      try {
        const step = await (await beginning).run.next()
        if (step === null) return false
        kept.add(step)
        return step.state === 'passed' && step.index + 1 < scenario.steps.length
      } catch (error) {
        // The run could not begin: a step never rejects.
        kept.fail(errorText(error))
        return false
      }
    },
    /** Pauses until the next step; the run's payments can be inspected meanwhile. False if it was stopped. */
    async pause(): Promise<boolean> {
      const payments = await (await beginning).run.payments()
      if (stopped) return false
      kept.pause(payments)
      return true
    },
    stop(): void {
      stopped = true
      beginning.then(
        ({ run }) => run.stop(),
        () => undefined,
      )
    },
    /** Undoes what the run has set, and keeps its result. */
    async finish(): Promise<void> {
      clearTimeout(limit)
      const started = await beginning.catch(() => null)
      if (started === null) return
      try {
        kept.end(await started.run.finish())
        if (here) keepTraces([])
      } catch (error) {
        onFailure('A scenario could not be ended', error)
        kept.fail(errorText(error))
      } finally {
        const onError = (error: unknown): void =>
          onFailure('The bench of a scenario could not be closed', error)
        await started.close().catch(onError)
      }
    },
  }
}

async function begin(
  { file, scenario, here, hosts }: Planned,
  kept: KeptRun,
  { bench, ownBenches, send, foreign, secretOf, randomHex, wallNow, keepTraces }: RunPorts,
): Promise<{ readonly run: ScenarioRun; readonly close: () => Promise<void> }> {
  const projects = await testersProjects(bench)
  const named = [...hosts, ...namedHosts(projects)]
  const { close, ...used } = here
    ? { bench, send, foreign, close: () => Promise.resolve() }
    : await openRunBench(ownBenches, { bench, projects, hosts: named })
  const run = createRun(scenario, {
    ...used,
    reach: {
      allows: allowedHosts(named),
      remedy(host) {
        kept.refusedHosts.add(host)
        return REMEDY
      },
    },
    file,
    given: valuesOfWindow(process.env, secretOf),
    runId: randomHex(10),
    startedAt: new Date(wallNow()).toISOString(),
    ...(here ? { onTraces: keepTraces } : {}),
  })
  return { run, close }
}
