import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = join(import.meta.dirname, '../../.ci/run')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ci-run-'))
  mkdirSync(join(folder, 'project/.ci'), { recursive: true })
  cpSync(script, join(folder, 'project/.ci/run'))
  program(
    'bin/npm',
    'echo "npm $*, on this machine" && echo "5 passed, 0 failed, 1 skipped" && exit "${NPM_EXIT:-0}"',
  )
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function program(path: string, body: string): void {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, 0o755)
}

const bareMachine = (body: string): void => program('shared/tools/bare-machine', body)

/** Starts it as CI does: by bash, with nothing on standard input. */
const run = (env: NodeJS.ProcessEnv = {}): { status: number | null; lines: readonly string[] } => {
  const done = spawnSync('bash', [join(folder, 'project/.ci/run')], {
    env: {
      ...process.env,
      CI: 'true',
      PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  return { status: done.status, lines: done.stdout.trim().split('\n') }
}

describe('what CI runs', () => {
  it.each([0, 1, 7])('ends with the status of the tests on a bare system: %i', (status) => {
    bareMachine(`echo "bare: $*" && echo "9 passed, 0 failed, 0 skipped" && exit ${String(status)}`)
    expect(run()).toEqual({
      status,
      lines: [
        'CI: running npm test on a bare system, by ../shared/tools/bare-machine',
        'bare: npm test',
        '9 passed, 0 failed, 0 skipped',
      ],
    })
  })

  it.each([0, 1])('runs here where no bare system can be made, and ends as the tests do: %i', (status) => {
    bareMachine('exit 125')
    expect(run({ NPM_EXIT: String(status) })).toEqual({
      status,
      lines: [
        'CI: running npm test on a bare system, by ../shared/tools/bare-machine',
        'CI: running npm test on this machine, because no bare system can be made here',
        'npm test, on this machine',
        '5 passed, 0 failed, 1 skipped',
      ],
    })
  })

  it.each([0, 1])('runs here where the tool is missing, and ends as the tests do: %i', (status) => {
    expect(run({ NPM_EXIT: String(status) })).toEqual({
      status,
      lines: [
        'CI: running npm test on this machine, because ../shared/tools/bare-machine is missing',
        'npm test, on this machine',
        '5 passed, 0 failed, 1 skipped',
      ],
    })
  })

  it('ends tests that hang, with what they have started, and does not run them again', () => {
    const ended = join(folder, 'ended')
    bareMachine(`trap 'touch ${ended}; exit 1' TERM; sleep 600 & wait`)
    const { status, lines } = run({ PAYBENCH_CI_LIMIT: '1s' })
    expect({ status, last: lines.at(-1) }).toEqual({
      status: 124,
      last: 'CI: the tests did not end within 1s',
    })
    expect(existsSync(ended)).toBe(true)
  })

  it('is the command of the README', () => {
    expect(readFileSync(script, 'utf8')).toContain('\nexec npm test </dev/null\n')
  })
})
