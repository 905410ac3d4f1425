import { randomBytes } from 'node:crypto'
import { sendMessage } from '../../../net/sender/send-message'
import type { ScenarioResult } from '../../../scenarios/running/result'
import type { Foreign } from '../../../scenarios/foreign/foreign'
import { runScenario } from '../../../scenarios/running/run'
import { giveOnCommandLine } from '../../../scenarios/running/variables'
import { httpOver } from '../../../workbench/scenarios/http-over'
import type { FoundScenario } from './find-scenarios'
import type { OwnBench } from '../../own-bench/own-bench'

/**
 * Runs scenarios on all benches in parallel. Each bench runs one scenario at a time, because they would share its clock.
 * Results are in the order of the list.
 */
export async function runSuite(
  list: readonly FoundScenario[],
  benches: readonly OwnBench[],
  options: {
    readonly variables: Readonly<Record<string, string>>
    readonly environment: Readonly<Record<string, string | undefined>>
    /** Stops the running scenarios; the remaining ones count as stopped. */
    readonly signal: AbortSignal
    readonly foreign: Foreign
    readonly onResult: (result: ScenarioResult) => void
  },
): Promise<readonly ScenarioResult[]> {
  const { variables, environment, signal, foreign, onResult } = options
  const results: ScenarioResult[] = []
  const waiting = [...list.entries()]
  const work = async ({ connection }: OwnBench): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, { file, scenario }] = next
      const result = await runScenario(scenario, {
        bench: connection,
        send: httpOver(sendMessage),
        foreign,
        file,
        given: { variables, environment, remedyFor: giveOnCommandLine },
        runId: randomBytes(5).toString('hex'),
        startedAt: new Date().toISOString(),
        signal,
      })
      results[index] = result
      onResult(result)
    }
  }
  await Promise.all(benches.map(work))
  return results
}
