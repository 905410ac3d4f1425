import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, type TestContext } from 'vitest'
import { need } from '#scripts/external-programs/need'
import { curlProgram, pythonProgram } from '../../scripts/external-programs/table.mjs'
import { useFlowBench } from './testing/merchant-bench'

const examples = join(import.meta.dirname, '../../docs/examples')

const { bench } = useFlowBench({ per: 'test', clock: 'live' })

/** Runs an example and returns what it prints; rejects with its output if its exit code is not 0. */
async function outputOf(
  program: string,
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [join(examples, script)], {
    env: {
      ...env,
      PATH: process.env['PATH'],
      WORKBENCH: bench.ready.workbench ?? '',
      TOKEN: bench.ready.token ?? '',
    },
  })
  return stdout
}

it('the Python example passes', async (context: TestContext) => {
  expect(await outputOf(need(context, pythonProgram), 'clarification.py')).toBe('passed\n')
})

it.skipIf(process.platform === 'win32')('the shell example passes', async (context: TestContext) => {
  expect(await outputOf('/bin/sh', 'clarification.sh', { CURL_PATH: need(context, curlProgram) })).toBe(
    'passed\n',
  )
})
