import { LIMITS } from '#lib/limits/limit-table'
import type { ScenarioRun, ScenarioStep } from '#protocol/scenarios'
import type { Scenario } from '#scenarios/reading/scenario'
import { differencesOf, type Failure, type ScenarioResult, type StepResult } from '#scenarios/running/result'
import { z } from 'zod'
import { readStoredJson } from '#core/stored-json'
import { readShape } from '#domain/read-shape'
import type { ScenarioBench } from '#scenarios/running/http'
import { takeBack, undoCalls, type UndoCalls } from '#scenarios/running/traces'
import type { SettingsRepository } from '#store/settings'

export type KeptRun = ReturnType<typeof createKeptRun>

/**
 * @param now wall time, epoch milliseconds
 * @param options `version`: of the text that runs; `here`: whether it runs in the tester's bench, where its messages
 * can be opened; `refusedHosts`: those of the last run of the file
 */
export function createKeptRun(
  { steps }: Scenario,
  now: () => number,
  options: { readonly version: string; readonly here: boolean; readonly refusedHosts: Iterable<string> },
) {
  const { version, here, refusedHosts } = options
  /** Running time before the last pause, in milliseconds; `runningSince` is null while the run is not running. */
  let spentMs = 0
  let runningSince: number | null = null
  const runningTimeMs = (): number => spentMs + (runningSince === null ? 0 : performance.now() - runningSince)
  const startedAt = (): string => new Date(now()).toISOString()
  let size = 0
  let view: ScenarioRun = {
    ...{ state: 'waiting', done: 0, steps: steps.length, here, failedAt: null },
    ...{ startedAt: startedAt(), durationMs: 0, results: [], failure: null, payments: [] },
  }
  let result: ScenarioResult | null = null

  const boundEvidence = (evidence: StepResult['evidence']): ScenarioStep['evidence'] =>
    evidence.map(({ remarks = [], reference, ...each }) => {
      // Messages of another bench cannot be opened in this one.
      const rest = { remarks: [...remarks], reference: here ? reference : null }
      const more = (each.request?.length ?? 0) + (each.response?.length ?? 0)
      if (size + more > LIMITS.scenarioResultChars) return { ...each, ...rest, request: null, response: null }
      size += more
      return { ...each, ...rest }
    })
  const paymentsOf = (payments: ScenarioResult['payments']): ScenarioRun['payments'] =>
    payments.map(({ id, key }) => ({ id, key: here ? key : null }))
  const change = (part: Partial<ScenarioRun>): void => {
    view = { ...view, ...part, durationMs: runningTimeMs() }
  }

  return {
    version,
    get view(): ScenarioRun {
      return view
    },
    /** The result for reports; null until the run ends. */
    get result(): ScenarioResult | null {
      return result
    },
    /** Hosts to which runs of the file tried to send without permission. */
    refusedHosts: new Set(refusedHosts),
    add(step: StepResult): void {
      const done = { ...step, failure: failureView(step.failure), evidence: boundEvidence(step.evidence) }
      const results = [...view.results, done]
      const failedAt = step.state === 'failed' ? step.index + 1 : view.failedAt
      change({ results, done: results.length, failedAt })
    },
    run(): void {
      // The time that the run waited for other runs does not count.
      if (view.state === 'waiting') change({ startedAt: startedAt() })
      runningSince ??= performance.now()
      change({ state: 'running' })
    },
    /** Waiting for the next step does not count towards the duration of the run. */
    pause(payments: ScenarioResult['payments']): void {
      spentMs = runningTimeMs()
      runningSince = null
      change({ state: 'paused', payments: paymentsOf(payments) })
    },
    end(ended: ScenarioResult): void {
      const { state, failure, payments } = ended
      const kept = ended.steps.map((step, at) => {
        const evidence = view.results[at]?.evidence ?? []
        return { ...step, evidence: evidence.map(({ remarks = [], ...each }) => ({ ...each, remarks })) }
      })
      result = { ...ended, steps: kept, durationMs: runningTimeMs() }
      change({ state, failure: failureView(failure), payments: paymentsOf(payments) })
    },
    fail(message: string): void {
      change({ state: 'broken', failure: failureView({ message, expected: null, lines: [] }) })
    },
  }
}

const failureView = (failure: Failure | null): ScenarioRun['failure'] =>
  failure && {
    differences: [...differencesOf(failure)],
    message: failure.message,
    expected: failure.expected,
    lines: [...failure.lines],
  }

/** The value may hold the secret of a project, so a session file without secrets does not include it. */
export const RUN_TRACES_KEY = 'scenario.traces'

const keptTraces = z.object({ origins: z.record(z.string(), z.string().nullable()), undo: undoCalls })

type Origins = Readonly<Record<string, string | null>>

/** Stores how to undo a run's changes until they are undone, in case the program dies during the run. */
export function createKeptTraces(settings: SettingsRepository, origins: () => Origins) {
  const forget = (): void => settings.remove(RUN_TRACES_KEY)
  return {
    keep(undo: UndoCalls): void {
      if (undo.length === 0) forget()
      else settings.set(RUN_TRACES_KEY, JSON.stringify({ origins: origins(), undo }))
    },
    async recover(bench: ScenarioBench): Promise<void> {
      const text = settings.get(RUN_TRACES_KEY)
      if (text === null) return
      const kept = readShape(keptTraces, readStoredJson(text))
      if (kept.success) await takeBack(bench, moveAddresses(kept.data.undo, kept.data.origins, origins()))
      forget()
    },
  }
}

/** Replaces the addresses of our listeners with the current ones: the ports may have changed. */
function moveAddresses(undo: UndoCalls, before: Origins, now: Origins): UndoCalls {
  const text = Object.entries(before).reduce((moving, [name, origin]) => {
    const present = now[name]
    return typeof origin === 'string' && typeof present === 'string'
      ? moving.replaceAll(`"${origin}`, `"${present}`)
      : moving
  }, JSON.stringify(undo))
  return undoCalls.parse(readStoredJson(text))
}
