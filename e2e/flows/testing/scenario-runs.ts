import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { inThisThread } from '#scenarios/foreign/foreign'
import { connect, type LastingConnection } from '#client/connection/lasting-connection'
import { problemLines, readScenario } from '#scenarios/reading/read-scenario'
import { sendMessage } from '#net/sender/send-message'
import { httpOver } from '#workbench/scenarios/runs/run-bench'
import type { ScenarioResult } from '#scenarios/running/result'
import { runScenario } from '#scenarios/running/run'
import { giveOnCommandLine } from '#scenarios/running/names'
import { openFlowBench, type FlowBench } from './flow-bench'
import { standIn } from './merchant-bench'

let runs = 0

/** A bench, and a client connection to it like that of `paybench run`. */
export interface ScenarioBench {
  readonly bench: FlowBench
  readonly connection: LastingConnection
  close(): Promise<void>
}

export async function openScenarioBench(): Promise<ScenarioBench> {
  const bench = await openFlowBench()
  const { workbench, token } = bench.ready
  const connection = await connect({ url: workbench ?? '', token: token ?? '' })
  return {
    bench,
    connection,
    async close() {
      await connection.close()
      await bench.close()
    },
  }
}

/** Opens a scenario bench for the tests of a file, or for each, and closes it; `run` is {@link runText} on it. */
export function useScenarioBench(per: 'file' | 'test' = 'file') {
  let opened: ScenarioBench
  const [before, after] = per === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach]
  before(async () => {
    opened = await openScenarioBench()
  })
  after(() => opened.close())
  return {
    bench: standIn(() => opened.bench),
    connection: standIn(() => opened.connection),
    run: (text: string, options?: RunOptions) => runText(opened.connection, text, options),
  }
}

interface RunOptions {
  readonly file?: string
  readonly variables?: Readonly<Record<string, string>>
  readonly environment?: Readonly<Record<string, string>>
}

/** Reads a scenario and runs it; throws if the file has mistakes. */
export async function runText(
  bench: LastingConnection,
  text: string,
  options: RunOptions = {},
): Promise<ScenarioResult> {
  const { file = 'scenario.yaml', variables = {}, environment = {} } = options
  const reading = readScenario(text)
  if (!reading.ok) throw new Error(problemLines(file, reading.problems))
  runs += 1
  return runScenario(reading.scenario, {
    bench,
    send: httpOver(sendMessage),
    foreign: inThisThread,
    file,
    given: { variables, environment, remedyFor: giveOnCommandLine },
    runId: `run${runs}`,
    startedAt: new Date().toISOString(),
  })
}
