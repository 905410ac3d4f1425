import { constants } from 'node:os'
import { collectGarbageEarly, containErrors, EXIT, VERSION } from '#hosts/process'
import { helpText } from '#hosts/option-table'
import { commandLine, parseLaunchOptions, type LaunchOptions } from '#hosts/options'
import { type ReadyInfo, readyLine, type RunningBench, workbenchUrl } from '#hosts/running-bench'
import { type BuiltFolders, builtParts, createOwnBenches } from '#hosts/own-bench/own-bench'
import { startBench } from '#hosts/start-bench'
import { openInBrowser } from './open-in-browser'
import { createErrorLog, guardStreams, writeLine, reportFatalError } from './terminal'

/**
 * Serves the workbench over HTTP until it receives a signal to stop, or until the program that started it with an
 * IPC channel ends.
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
  collectGarbageEarly()
  containErrors(
    (what, error) => {
      bench?.onError(what, error)
      return bench !== null
    },
    (error) => {
      reportFatalError(error)
      process.exit(EXIT.failed)
    },
  )

  const parsed = parseLaunchOptions(commandLine('browser', argv))
  switch (parsed.kind) {
    case 'help':
      process.stdout.write(help)
      return
    case 'version':
      process.stdout.write(`${VERSION}\n`)
      return
    case 'refused':
      for (const problem of parsed.problems) writeLine(problem)
      process.exitCode = EXIT.incomplete
      return
    case 'run':
      void run(parsed.options, build, (started) => {
        bench = started
      })
  }
}

async function run(
  options: LaunchOptions,
  build: BuiltFolders,
  onStarted: (bench: RunningBench) => void,
): Promise<void> {
  let bench: RunningBench | null = null
  const leave = async (): Promise<never> => {
    await bench?.close()
    process.exit(0)
  }
  // Before the bench runs there is no work to finish: the store survives any end of the process.
  endOnSignals(leave)
  const parts = builtParts(build)
  const log = createErrorLog()
  const outcome = await startBench(options, {
    ...parts,
    kind: 'browser',
    version: VERSION,
    workbenchOrigin: null,
    log,
    ownBenches: createOwnBenches(parts, log),
  })
  if (outcome.kind === 'failed') {
    writeLine(`Paybench could not start. ${outcome.failure.message} ${outcome.failure.remedy}`)
    process.exit(EXIT.failed)
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

/** Within this period, one Ctrl+C can arrive as several signals: from the terminal, npm and the start script. */
const SAME_REQUEST_MS = 1_000

/** Runs `leave` at the first signal or the parent's end; a signal over a second later ends the process at once. */
function endOnSignals(leave: () => Promise<never>): void {
  let askedAt: number | null = null
  // This event exists only with an IPC channel.
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

/** Omits the project's secret, which only the workbench shows. */
function readyText(ready: ReadyInfo): string {
  const { version, dataDir, project } = ready
  const rows: readonly Row[] = [
    ...addressRows(ready),
    ['Project', `${project.id} (its secret is shown in Settings)`],
    ['Callbacks to', project.callbackUrl ?? 'nowhere; the project has no callback URL'],
    ['Data', dataDir ?? 'in memory only, lost when Paybench stops'],
    ...othersRows(ready),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    `Paybench ${version} is ready. Press Ctrl+C to stop it.`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`.trimEnd()),
    '',
    '',
  ].join('\n')
}

type Row = readonly [string, string]

function addressRows(ready: ReadyInfo): readonly Row[] {
  const { platform, platformTls, merchant, merchantTls } = ready
  return [
    ['Workbench', workbenchUrl(ready) ?? 'not served'],
    ['Platform API', `${platform}  ${platformTls}`],
    ['Merchant', `${merchant}  ${merchantTls}`],
  ]
}

/** Addresses for other computers, and further names of this one. */
function othersRows(ready: ReadyInfo): readonly Row[] {
  const { reachableAt } = ready
  if (reachableAt === null) return []
  const first = (name: 'platform' | 'platformTls' | 'merchant' | 'merchantTls'): string =>
    reachableAt[name]?.[0] ?? ready[name]
  const workbench = reachableAt.workbench?.[0] ?? null
  const further = (reachableAt.platform ?? []).slice(1).map((url) => new URL(url).hostname)
  return [
    ['', ''],
    ['From other computers', ''],
    ...addressRows({
      ...ready,
      workbench,
      platform: first('platform'),
      platformTls: first('platformTls'),
      merchant: first('merchant'),
      merchantTls: first('merchantTls'),
    }),
    ...(further.length === 0 ? [] : [['Also at', further.join(', ')] as const]),
  ]
}
