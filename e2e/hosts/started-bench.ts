import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseLaunchOptions, type LaunchOptions } from '../../src-main/hosts/options'
import type { BenchHost, StartOutcome } from '../../src-main/hosts/running-bench'
import { startBench } from '../../src-main/hosts/start-bench'
import { NO_CUSTOMER_FILES } from './no-customer-files'

/** Every port any free one; what is given comes after and may say otherwise. */
const FREE_PORTS = [
  '--workbench-port=0',
  '--platform-port=0',
  '--platform-tls-port=0',
  '--merchant-port=0',
  '--merchant-tls-port=0',
]

/** Launch options of the browser host as the command line gives them; without a port option all ports are free ones. */
export function launchOptions(argv: readonly string[], host: BenchHost['kind'] = 'browser'): LaunchOptions {
  const given = (option: string): boolean =>
    argv.some((argument) => argument.startsWith(`${option.split('=')[0] ?? ''}=`))
  const free = FREE_PORTS.filter((option) => !given(option))
  const parsed = parseLaunchOptions({
    argv: [...free.filter((option) => host === 'browser' || !option.startsWith('--workbench')), ...argv],
    host,
    cwd: '/',
    platform: process.platform,
    homeDir: '/nowhere',
    env: {},
  })
  if (parsed.kind !== 'run') throw new Error(`These options do not run: ${JSON.stringify(parsed)}`)
  return parsed.options
}

export interface StartedForTest {
  readonly outcome: StartOutcome
  readonly logged: readonly string[]
}

export async function startForTest(
  options: LaunchOptions,
  kind: BenchHost['kind'] = 'browser',
): Promise<StartedForTest> {
  const logged: string[] = []
  const outcome = await startBench(options, {
    kind,
    version: '9.8.7',
    rendererDirectory: '/nowhere',
    workbenchOrigin: null,
    readCustomerFiles: () => NO_CUSTOMER_FILES,
    log: (level, message, error) => {
      logged.push(`${level}: ${message}${error instanceof Error ? `: ${error.message}` : ''}`)
    },
  })
  return { outcome, logged }
}

/** A data folder of one test. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'paybench-data-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
