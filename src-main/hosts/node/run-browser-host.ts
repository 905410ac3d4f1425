import { constants, homedir } from 'node:os'
import { readCustomerFiles } from '../../platform/form/server/customer-files'
import { helpText } from '../option-table'
import { parseLaunchOptions, problemLine, type LaunchOptions } from '../options'
import { readyLine, workbenchUrl, type ReadyInfo } from '../ready-info'
import type { RunningBench } from '../running-bench'
import { createExamHost } from '../exam/exam-host'
import { startBench } from '../start-bench'
import { VERSION } from '../version'
import { collectEarly } from '../collect-early'
import { containErrors } from '../contain-errors'
import { openInBrowser } from './open-in-browser'
import { createErrorLog, guardStreams, writeLine, reportFatalError } from './terminal'

/** Exit codes: 1 something failed, 2 the options cannot be followed. */
const FAILED = 1
const MISUNDERSTOOD = 2

/** Folders of what was built: the workbench's page, what the customer's browser loads, and the scenarios. */
export interface BuiltFolders {
  readonly rendererDirectory: string
  readonly customerDirectory: string
  readonly scenariosDirectory: string
  /** The thread that owns the index of lists and search. */
  readonly indexProgram: URL
}

/**
 * The browser host: a plain Node process that serves the workbench over HTTP. Runs until a signal comes, or until the program ends
 * that started it with a channel.
 * @param argv the options
 * @param help the text of `--help`
 */
export function runBrowserHost(
  build: BuiltFolders,
  argv: readonly string[] = process.argv.slice(2),
  help: string = helpText(),
): void {
  guardStreams()
  let bench: RunningBench | null = null
  collectEarly()
  containErrors({
    contain(what, error) {
      bench?.onError(what, error)
      return bench !== null
    },
    end(error) {
      reportFatalError(error)
      process.exit(FAILED)
    },
  })

  const parsed = parseLaunchOptions({
    argv,
    host: 'browser',
    cwd: process.cwd(),
    platform: process.platform,
    homeDir: homedir(),
    env: process.env,
  })
  switch (parsed.kind) {
    case 'help':
      process.stdout.write(help)
      return
    case 'version':
      process.stdout.write(`${VERSION}\n`)
      return
    case 'refused':
      for (const problem of parsed.problems) writeLine(problemLine(problem))
      process.exitCode = MISUNDERSTOOD
      return
    case 'run':
      void run(parsed.options, build, (started) => {
        bench = started
      })
  }
}

async function run(
  options: LaunchOptions,
  { rendererDirectory, customerDirectory, scenariosDirectory, indexProgram }: BuiltFolders,
  onStarted: (bench: RunningBench) => void,
): Promise<void> {
  let bench: RunningBench | null = null
  const leave = async (): Promise<never> => {
    await bench?.close()
    process.exit(0)
  }
  // Before the bench is up there is nothing to park: the store keeps what it has through any end.
  endOnSignals(leave)
  const parts = {
    rendererDirectory,
    scenariosDirectory,
    indexProgram,
    readCustomerFiles: () => readCustomerFiles(customerDirectory),
  }
  const log = createErrorLog()
  const outcome = await startBench(options, {
    ...parts,
    kind: 'browser',
    version: VERSION,
    workbenchOrigin: null,
    log,
    examHost: createExamHost(parts, log),
  })
  if (outcome.kind === 'failed') {
    writeLine(`Paybench could not start. ${outcome.failure.message} ${outcome.failure.remedy}`)
    process.exit(FAILED)
  }
  bench = outcome.bench
  onStarted(bench)
  const { ready, notices } = bench
  for (const { message, remedy } of notices)
    writeLine(remedy === undefined ? message : `${message} ${remedy}`)
  process.stdout.write(options.readyJson ? readyLine(ready) : readyText(ready))
  const url = workbenchUrl(ready)
  if (options.open && url !== null) openInBrowser(url, writeLine)
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** One Ctrl+C can arrive more than once: from the terminal, and handed on by npm and by the start script. */
const SAME_REQUEST_MS = 1_000

/** Runs `leave` at the first signal, or when the program that started this one is gone; a further signal, after a moment, ends the process at once. */
function endOnSignals(leave: () => Promise<never>): void {
  let askedAt: number | null = null
  // Only a program that started this one with a channel can be gone by it.
  process.once('disconnect', () => void leave())
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const now = performance.now()
      if (askedAt === null) {
        askedAt = now
        void leave()
      } else if (now - askedAt > SAME_REQUEST_MS) {
        process.exit(128 + constants.signals[signal])
      }
    })
  }
}

/** The text for a person at a terminal. The project's secret is shown only in the workbench. */
function readyText(ready: ReadyInfo): string {
  const { version, platform, platformTls, merchant, merchantTls, dataDir, project } = ready
  const rows: readonly (readonly [string, string])[] = [
    ['Workbench', workbenchUrl(ready) ?? 'not served'],
    ['Platform API', `${platform}  ${platformTls}`],
    ['Merchant', `${merchant}  ${merchantTls}`],
    ['Project', `${project.id} (its secret is shown in Settings)`],
    ['Callbacks to', project.callbackUrl ?? 'nowhere; the project has no callback URL'],
    ['Data', dataDir ?? 'in memory only, lost when Paybench stops'],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    `Paybench ${version} is ready. Press Ctrl+C to stop it.`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    '',
    '',
  ].join('\n')
}
