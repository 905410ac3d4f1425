import { errorText } from '../../../lib/error-text'
import { LIMITS } from '../../../lib/limits/limit-table'
import type { Foreign } from '../../../scenarios/foreign/foreign'
import type { SendHttp } from '../../../scenarios/running/http'
import { createRun } from '../../../scenarios/running/run'
import type { Scenario } from '../../../scenarios/reading/scenario'
import type { UndoCalls } from '../../../scenarios/running/traces'
import type { ScenarioBench } from '../../../scenarios/running/scenario-bench'
import type { KeptRun } from './kept-run'
import type { ProjectId } from '../../../domain/ids'
import { valuesOfWindow } from './values-of-window'

/** A scenario that is to run. */
export interface Planned {
  readonly file: string
  readonly scenario: Scenario
}

export interface RunPorts {
  readonly bench: ScenarioBench
  readonly send: SendHttp
  readonly foreign: Foreign
  /** The secret of a project; undefined: there is none. */
  readonly secretOf: (projectId: ProjectId) => string | undefined
  readonly randomHex: (digits: number) => string
  readonly wallNow: () => number
  /** Keeps how to take back what a run changes, for the case that the program dies before it is taken back. */
  readonly keepTraces: (undo: UndoCalls) => void
  /** The run of a file has changed. */
  readonly onChange: (file: string) => void
  readonly onFailure: (message: string, error: unknown) => void
}

/** The one scenario that runs, or waits for its next step. */
export interface ActiveRun extends Planned {
  readonly kept: KeptRun
  /** What is being done now; null while it waits for its next step. */
  work: Promise<void> | null
  /** Does one step; false where none is left. */
  step(): Promise<boolean>
  /** Waits for its next step, and its payments can be looked at meanwhile; false where it was stopped. */
  pause(): Promise<boolean>
  /** Ends what waits; the step in progress fails. */
  stop(): void
  /** Takes back what the run has set, and keeps how it ended. */
  finish(): Promise<void>
}

/** @param onLimit called once the run has taken as long as a run may, in real time */
export function createActiveRun(
  { file, scenario }: Planned,
  kept: KeptRun,
  { bench, send, foreign, secretOf, randomHex, wallNow, keepTraces, onChange, onFailure }: RunPorts,
  onLimit: () => void,
): ActiveRun {
  const run = createRun(scenario, {
    bench,
    send,
    foreign,
    file,
    given: valuesOfWindow(process.env, secretOf),
    runId: randomHex(10),
    startedAt: new Date(wallNow()).toISOString(),
    onTraces: keepTraces,
  })
  const limit = setTimeout(onLimit, LIMITS.scenarioRunMs)
  limit.unref()
  let stopped = false
  return {
    file,
    scenario,
    kept,
    work: null,
    async step() {
      kept.enter('running')
      onChange(file)
      const step = await run.next()
      if (step === null) return false
      kept.add(step)
      return step.state === 'passed' && step.index + 1 < scenario.steps.length
    },
    async pause() {
      const payments = await run.payments()
      if (stopped) return false
      kept.pause(payments)
      return true
    },
    stop() {
      stopped = true
      run.stop()
    },
    async finish() {
      clearTimeout(limit)
      try {
        kept.end(await run.finish())
        keepTraces([])
      } catch (error) {
        onFailure('A scenario could not be ended', error)
        kept.fail(errorText(error))
      }
    },
  }
}
