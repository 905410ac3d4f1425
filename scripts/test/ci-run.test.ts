import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'

const script = join(import.meta.dirname, '../../.ci/run')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ci-run-'))
  for (const name of ['bin', 'project/.ci']) mkdirSync(join(folder, name), { recursive: true })
  cpSync(script, join(folder, 'project/.ci/run'))
})

const npm = (body: string): void => {
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
}

const environment = (further: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...process.env,
  CI: 'true',
  PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
  ...further,
})

/** Starts the script as CI does: with bash, and nothing on standard input. */
const run = (further: NodeJS.ProcessEnv = {}): { status: number | null; lines: readonly string[] } => {
  const done = spawnSync('bash', [join(folder, 'project/.ci/run')], {
    env: environment(further),
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  return { status: done.status, lines: done.stdout.trim().split('\n') }
}

describe('the CI script', () => {
  it.each([0, 1, 7])('runs the README command, and ends with its last line and its status, %i', (status) => {
    npm(`pwd && echo "npm $*" && echo "9 passed, 0 failed, 0 skipped" && exit ${String(status)}`)
    expect(run()).toEqual({
      status,
      lines: [join(folder, 'project'), 'npm test', '9 passed, 0 failed, 0 skipped'],
    })
  })

  it('ends tests that hang, and the processes that they started', () => {
    const ended = join(folder, 'ended')
    npm(`trap 'touch ${ended}; exit 1' TERM; sleep 600 & wait`)
    const { status, lines } = run({ PAYBENCH_CI_LIMIT: '1s' })
    expect({ status, last: lines.at(-1) }).toEqual({
      status: 124,
      last: 'CI: the tests did not end within 1s',
    })
    expect(existsSync(ended)).toBe(true)
  })

  it('passes SIGTERM on to the tests, and waits for them', async () => {
    const ended = join(folder, 'ended')
    // Waits without starting a process: one that starts just as the signal arrives could miss it.
    npm(`trap 'touch ${ended}; exit 3' TERM; mkfifo pipe; exec 3<>pipe; echo started; read _ <&3`)
    const child = spawn('bash', [join(folder, 'project/.ci/run')], {
      env: environment({}),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGTERM')
    await closed
    expect(existsSync(ended)).toBe(true)
  })
})
