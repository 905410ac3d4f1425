import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, type TestContext } from 'vitest'
import { need } from '#scripts/external-programs/need'
import { curlProgram, pythonProgram } from '../../scripts/external-programs/table.mjs'
import { useFlowBench } from './testing/merchant-bench'

const examples = join(import.meta.dirname, '../../docs/examples')

const { bench } = useFlowBench({ per: 'test', clock: 'live' })

/** What an example prints; rejects with its output where it ends with another code than 0. */
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

it('the example in Python passes', async (context: TestContext) => {
  expect(await outputOf(need(context, pythonProgram), 'clarification.py')).toBe('passed\n')
})

it.skipIf(process.platform === 'win32')('the example of the shell passes', async (context: TestContext) => {
  expect(await outputOf('/bin/sh', 'clarification.sh', { CURL_PATH: need(context, curlProgram) })).toBe(
    'passed\n',
  )
})
