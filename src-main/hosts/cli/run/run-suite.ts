import { randomBytes } from 'node:crypto'
import { sendMessage } from '#net/sender/send-message'
import type { ScenarioResult } from '#scenarios/running/result'
import type { Reach } from '#scenarios/running/reach'
import { runScenario, type RunOptions } from '#scenarios/running/run'
import { httpOver } from '#workbench/scenarios/runs/run-bench'
import type { FoundScenario } from './run-options'
import type { OwnBench } from '#hosts/own-bench/own-bench'

/** How scenarios run on the benches of the command line. */
export interface SuiteOptions extends Pick<RunOptions, 'given' | 'foreign'> {
  /** To which hosts the scenarios may send. */
  readonly reach: Reach
  /** Stops the running scenarios; the remaining ones count as stopped. */
  readonly signal: AbortSignal
  readonly onResult: (result: ScenarioResult) => void
}

/**
 * Runs scenarios on all benches in parallel. Each bench runs one scenario at a time, because they would share its clock.
 * Results are in the order of the list.
 */
export async function runSuite(
  list: readonly FoundScenario[],
  benches: readonly OwnBench[],
  { onResult, ...options }: SuiteOptions,
): Promise<readonly ScenarioResult[]> {
  const results: ScenarioResult[] = []
  const waiting = [...list.entries()]
  const work = async ({ connection }: OwnBench): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, { file, scenario }] = next
      const result = await runScenario(scenario, {
        bench: connection,
        send: httpOver(sendMessage),
        ...options,
        file,
        runId: randomBytes(5).toString('hex'),
        startedAt: new Date().toISOString(),
      })
      results[index] = result
      onResult(result)
    }
  }
  await Promise.all(benches.map(work))
  return results
}
