import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LastingConnection } from '../../src-main/client/connection/lasting-connection'
import { openFlowBench, type FlowBench } from './testing/flow-bench'
import { connectionOf, runText } from './testing/scenario-runs'

const folder = join(import.meta.dirname, '../../resources/scenarios')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .sort()

let bench: FlowBench
let connection: LastingConnection
beforeAll(async () => {
  bench = await openFlowBench()
  connection = await connectionOf(bench)
})
afterAll(async () => {
  await connection.close()
  await bench.close()
})

describe('the shipped scenarios', () => {
  it.each(files)('%s passes', async (file) => {
    const result = await runText(connection, readFileSync(join(folder, file), 'utf8'), { file })
    const failed = result.steps.find(({ state }) => state === 'failed')
    expect(failed?.failure ?? result.failure, failed?.source).toBeNull()
    expect(result.state).toBe('passed')
  })
})
