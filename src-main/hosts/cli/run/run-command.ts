import { errorText } from '#lib/error-text'
import { terminalLine } from '#lib/terminal-line'
import { mkdir } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { consoleLines, consoleSummary, jsonReport, junitReport } from '#scenarios/reports/report-runs'
import { htmlReport } from '#scenarios/reports/html'
import { allowedHosts, hostsIn, hostsToAllow, knownTexts } from '#scenarios/running/reach'
import type { ScenarioResult } from '#scenarios/running/result'
import { giveOnCommandLine } from '#scenarios/running/names'
import type { Foreign } from '#scenarios/foreign/foreign'
import { createForeign } from '#scenarios/foreign/create-foreign'
import { EXIT, VERSION } from '#hosts/process'
import { type Command, type CommandContext, writeFor, writeReports } from '#hosts/cli/command'
import type { PortChoice } from '#net/listener'
import { hostsForOthers } from '#hosts/wiring/listener-address'
import { builtParts, type OwnBench, startOwnBench } from '#hosts/own-bench/own-bench'
import {
  type FileProblem,
  findScenarios,
  type FoundScenario,
  readRunOptions,
  type RunOptions,
} from './run-options'
import { runSuite, type SuiteOptions } from './run-suite'

const HELP = `Runs scenarios on a separate bench, in memory.

  paybench run FILE|FOLDER… [OPTIONS]

  --only TAG[,TAG…]    only scenarios with one of these tags
  --jobs N             run on N benches at once (1 unless given)
  --var NAME=VALUE     the value of a variable
  --report KIND=FILE   write a report: junit, json or html; can be given more than once
  --platform-port N    port of the platform, for a merchant whose settings name it (any free one unless given)
  --bind ADDR          address to listen on (127.0.0.1 unless given), for a merchant in another container
  --allow-host NAME    the name by which that merchant knows this computer; can be given more than once
  --i-may-test HOST    another computer to which the scenarios may send; can be given more than once
  --session FILE     save everything that ran as a session file, to open it in Paybench

Ctrl+C stops the run, and the reports say how far it got.

Exit codes: 0 all passed, 1 something failed or was stopped, 2 it could not be run.
`

/** `paybench run`: runs scenario files. */
export const runCommand: Command = {
  name: 'run',
  summary: 'run scenario files and report what failed',
  async run(context) {
    const { argv, print, say } = context
    if (argv.includes('--help') || argv.includes('-h')) {
      print(HELP)
      return EXIT.ok
    }
    const reading = readRunOptions(argv)
    if (!reading.ok) {
      for (const problem of reading.problems) say(problem)
      return EXIT.misunderstood
    }
    const { options } = reading
    const foreign = createForeign(context.build.foreignProgram)
    try {
      return await runFound(options, foreign, context)
    } catch (error) {
      say(errorText(error))
      return EXIT.misunderstood
    } finally {
      await foreign.close()
    }
  },
}

async function runFound(options: RunOptions, foreign: Foreign, context: CommandContext): Promise<number> {
  const { say } = context
  const { found, problems } = await findScenarios(options.paths, foreign)
  if (problems.length > 0) return runNothing(problems, options, context)
  const chosen = found.filter(({ scenario }) => isChosen(scenario.tags ?? [], options.only))
  if (chosen.length === 0) {
    say(
      options.only.length === 0
        ? 'There is no scenario: no file ends in .yaml or .yml. Name another file or folder.'
        : `--only: No scenario has the tag ${options.only.join(' or ')}. Check the tags of the scenarios.`,
    )
    return EXIT.misunderstood
  }
  const given = { variables: options.variables, environment: process.env, remedyFor: giveOnCommandLine }
  const reach = {
    allows: allowedHosts(namedHosts(options)),
    remedy: (host: string) => `Add --i-may-test ${host} if you may test it.`,
  }
  const refused = chosen.flatMap(({ file, scenario }) =>
    hostsToAllow(scenario, knownTexts(scenario, given), reach).map(({ host, line, address }) => ({
      file,
      text: `${file}:${line}: It sends to ${host} (${address}), which is not this computer and which nobody has named. ${reach.remedy(host)}`,
    })),
  )
  if (refused.length > 0) return runNothing(refused, options, context)
  return runChosen(chosen, { ...options, given, reach }, foreign, context)
}

/** Says why nothing is run, and reports it: a CI server may show nothing but the report. */
async function runNothing(
  problems: readonly FileProblem[],
  options: RunOptions,
  { say }: CommandContext,
): Promise<number> {
  for (const { text } of problems) say(text)
  say('Nothing was run.')
  const startedAt = new Date().toISOString()
  const results = problems.map(({ file, text }) => ({
    ...{ name: file, file, about: null, tags: [], steps: [], payments: [], durationMs: 0, startedAt },
    ...{ state: 'broken' as const, failure: { message: text, expected: null, lines: [] } },
  }))
  await reportOn(results, options)
  return EXIT.misunderstood
}

const reportOn = (results: readonly ScenarioResult[], { reports }: RunOptions): Promise<void> =>
  writeReports(reports, {
    junit: () => junitReport(results),
    json: () => jsonReport(results, VERSION),
    html: () => htmlReport(results, VERSION),
  })

/** The hosts that the command line names: by an option, as names of this computer, or in the value of a variable. */
const namedHosts = ({ hosts, network, variables }: RunOptions): readonly string[] => [
  ...hosts,
  ...network.allowHosts,
  ...hostsForOthers(network.bind, network.allowHosts),
  ...hostsIn(Object.values(variables)),
]

const portOf = (port: number | null): PortChoice | undefined =>
  port === null ? undefined : { kind: 'explicit', port, option: '--platform-port' }

const isChosen = (tags: readonly string[], only: readonly string[]): boolean =>
  only.length === 0 || only.some((tag) => tags.includes(tag))

async function runChosen(
  chosen: readonly FoundScenario[],
  options: RunOptions & Pick<SuiteOptions, 'given' | 'reach'>,
  foreign: Foreign,
  { build, print, say, onStopAsked }: CommandContext,
): Promise<number> {
  const benches: OwnBench[] = []
  const stopping = new AbortController()
  const ignore = onStopAsked(() => {
    say('Stopping. The remaining scenarios do not run; the reports are still written.')
    stopping.abort()
  })
  try {
    for (let job = 0; job < Math.min(options.jobs, chosen.length); job += 1)
      benches.push(
        await startOwnBench(builtParts(build), say, {
          platform: portOf(options.platformPort),
          network: options.network,
          name: 'paybench run',
          maySendTo: options.reach.allows,
        }),
      )
    const results = await runSuite(chosen, benches, {
      given: options.given,
      reach: options.reach,
      signal: stopping.signal,
      foreign,
      onResult: (result) => {
        print(`${consoleLines(result).map(terminalLine).join('\n')}\n`)
      },
    })
    print(`${consoleSummary(results)}\n`)
    await reportOn(results, options)
    const { session } = options
    if (session !== null) {
      for (const [job, bench] of benches.entries()) {
        const file = numbered(session, job)
        await writeFor('--session', file, async () => {
          await mkdir(dirname(file), { recursive: true })
          await bench.save(file)
        })
      }
    }
    if (results.some(({ state }) => state === 'broken')) return EXIT.misunderstood
    return results.every(({ state }) => state === 'passed') ? EXIT.ok : EXIT.failed
  } finally {
    ignore()
    for (const bench of benches) await bench.close()
  }
}

/** Names the session file of each bench: the first has the given name, the next ones end in -2, -3. */
function numbered(file: string, job: number): string {
  if (job === 0) return file
  const extension = extname(file)
  return `${file.slice(0, file.length - extension.length)}-${job + 1}${extension}`
}
