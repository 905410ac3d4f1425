import { connect, type LastingConnection } from '../../../src-main/client/connection/lasting-connection'
import { problemLines, readScenario } from '../../../src-main/scenarios/reading/read-scenario'
import { sendHttp } from '../../../src-main/scenarios/running/http'
import type { ScenarioResult } from '../../../src-main/scenarios/running/result'
import { runScenario } from '../../../src-main/scenarios/running/run'
import type { FlowBench } from './flow-bench'

let runs = 0

export function connectionOf({ ready: { workbench, token } }: FlowBench): Promise<LastingConnection> {
  return connect({ url: workbench ?? '', token: token ?? '' })
}

/** Reads a scenario and runs it; throws where the file has mistakes. */
export async function runText(
  bench: LastingConnection,
  text: string,
  options: {
    readonly file?: string
    readonly variables?: Readonly<Record<string, string>>
    readonly environment?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal
    readonly onStep?: () => void
  } = {},
): Promise<ScenarioResult> {
  const { file = 'scenario.yaml', variables = {}, environment = {}, signal, onStep } = options
  const reading = readScenario(text)
  if (!reading.ok) throw new Error(problemLines(file, reading.problems))
  runs += 1
  return runScenario(reading.scenario, {
    bench,
    send: sendHttp,
    file,
    given: { variables, environment },
    runId: `run${runs}`,
    startedAt: new Date().toISOString(),
    ...(signal === undefined ? {} : { signal }),
    ...(onStep === undefined ? {} : { onStep }),
  })
}
