import { randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import { commandOf, type CommandContext, stoppable, writeFileFor, writeReports } from '#hosts/cli/command'
import { BENCH_OPTIONS, readBenchOptions } from '#hosts/cli/options'
import type { Values } from '#hosts/option-table'
import { builtParts, type OwnBench, platformAt, startOwnBench } from '#hosts/own-bench/own-bench'
import { EXIT, VERSION } from '#hosts/process'
import { hostsForOthers } from '#hosts/wiring/listener-address'
import { terminalLine } from '#lib/terminal-line'
import { sendMessage } from '#net/sender/send-message'
import { createForeign } from '#scenarios/foreign/create-foreign'
import type { Foreign } from '#scenarios/foreign/foreign'
import { htmlReport } from '#scenarios/reports/html'
import { consoleLines, consoleSummary, jsonReport, junitReport } from '#scenarios/reports/report-runs'
import { giveOnCommandLine } from '#scenarios/running/names'
import { allowedHosts, hostsIn, hostsToAllow, knownTexts } from '#scenarios/running/reach'
import type { ScenarioResult } from '#scenarios/running/result'
import { runScenario, type RunOptions as RunningOptions } from '#scenarios/running/run'
import { httpOver } from '#workbench/scenarios/runs/run-bench'
import { type FileProblem, findScenarios, type FoundScenario } from './find-scenarios'

const TABLE = {
  '--only': { value: 'TAG[,TAG…]', help: 'only scenarios with one of these tags' },
  '--jobs': { value: 'N', help: 'run on N benches at once (1 unless given)' },
  '--var': { value: 'NAME=VALUE', help: 'the value of a variable' },
  ...BENCH_OPTIONS,
} as const

type RunOptions = ReturnType<typeof read>

const MAX_JOBS = 16

function read(values: Values<keyof typeof TABLE>, problems: string[]) {
  const { all, one } = values
  const jobs = Number(one('--jobs') ?? 1)
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > MAX_JOBS)
    problems.push(`--jobs: ${String(one('--jobs'))} is not a whole number from 1 to ${MAX_JOBS}.`)
  const variables = all('--var').map((text) => /^([^=]+)=(.*)$/s.exec(text)?.slice(1) ?? [text])
  for (const [text = '', value] of variables)
    if (value === undefined) problems.push(`--var: ${text} has no value. Write --var NAME=VALUE.`)
  const options = {
    ...readBenchOptions(values, problems),
    paths: all(null),
    only: all('--only').flatMap((tags) => tags.split(',').filter((tag) => tag !== '')),
    jobs,
    variables: Object.fromEntries(variables) as Readonly<Record<string, string>>,
  }
  if (options.paths.length === 0 && problems.length === 0)
    problems.push('Name a scenario file or a folder of them, such as scenarios/.')
  return options
}

export const runCommand = commandOf(
  {
    name: 'run',
    summary: 'run scenario files and report what failed',
    help: [
      'Runs scenarios on a separate bench, in memory.\n\n  paybench run FILE|FOLDER… [OPTIONS]\n',
      `
Ctrl+C stops the run, and the reports say how far it got.

Exit codes: 0 all passed, 1 something failed or was stopped, 2 something could not be run.
`,
    ],
    table: TABLE,
    read,
  },
  async (options, context) => {
    const foreign = createForeign(context.build.foreignProgram)
    try {
      return await runFound(options, foreign, context)
    } finally {
      await foreign.close()
    }
  },
)

async function runFound(options: RunOptions, foreign: Foreign, context: CommandContext): Promise<number> {
  const { only, variables } = options
  const { found, problems } = await findScenarios(options.paths, foreign)
  if (problems.length > 0) return runNothing(problems, options, context)
  const chosen = found.filter(
    ({ scenario: { tags = [] } }) => only.length === 0 || only.some((tag) => tags.includes(tag)),
  )
  if (chosen.length === 0) {
    context.say(
      only.length === 0
        ? 'There is no scenario: no file ends in .yaml or .yml. Name another file or folder.'
        : `--only: No scenario has the tag ${only.join(' or ')}. Check the tags of the scenarios.`,
    )
    return EXIT.incomplete
  }
  const given = { variables, environment: process.env, remedyFor: giveOnCommandLine }
  const reach = {
    allows: allowedHosts(namedHosts(options)),
    remedy: (host: string) => `Add --i-may-test ${host} if you may test it.`,
  }
  const refused = chosen.flatMap(({ file, scenario }) =>
    hostsToAllow(scenario, knownTexts(scenario, given), reach).map(({ host, line, address }) => ({
      file,
      text: `${file}:${line}: It sends to ${host} (${address}), which is not this computer, and nobody has allowed it. ${reach.remedy(host)}`,
    })),
  )
  if (refused.length > 0) return runNothing(refused, options, context)
  return runChosen(chosen, options, { given, reach, foreign }, context)
}

/** Prints the problems, and still writes the reports, because a CI server may show nothing else. */
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
  return EXIT.incomplete
}

const reportOn = (results: readonly ScenarioResult[], { reports }: RunOptions): Promise<void> =>
  writeReports(reports, {
    junit: () => junitReport(results),
    json: () => jsonReport(results, VERSION),
    html: () => htmlReport(results, VERSION),
  })

/** Hosts to which scenarios may send: from options, from this computer's names, or from variables. */
const namedHosts = ({ hosts, network, variables }: RunOptions): readonly string[] => [
  ...hosts,
  ...network.allowHosts,
  ...hostsForOthers(network.bind, network.allowHosts),
  ...hostsIn(Object.values(variables)),
]

type Running = Required<Pick<RunningOptions, 'given' | 'reach' | 'foreign'>>

async function runChosen(
  chosen: readonly FoundScenario[],
  options: RunOptions,
  running: Running,
  context: CommandContext,
): Promise<number> {
  const { print, say, build } = context
  const { session, platformPort, network } = options
  const benches: OwnBench[] = []
  const sentence = 'The remaining scenarios do not run; the reports are still written.'
  try {
    const results = await stoppable(context, sentence, async (signal) => {
      for (let job = 0; job < Math.min(options.jobs, chosen.length); job += 1)
        benches.push(
          await startOwnBench(builtParts(build), say, {
            platform: platformAt(platformPort, '--platform-port'),
            network,
            name: 'paybench run',
            maySendTo: running.reach.allows,
          }),
        )
      return runOn(benches, chosen, { ...running, signal }, (result) => {
        print(`${consoleLines(result).map(terminalLine).join('\n')}\n`)
      })
    })
    print(`${consoleSummary(results)}\n`)
    await reportOn(results, options)
    if (session !== null)
      for (const [job, bench] of benches.entries())
        await writeFileFor('--session', numberedFile(session, job), bench.save)
    if (results.some(({ state }) => state === 'broken')) return EXIT.incomplete
    return results.every(({ state }) => state === 'passed') ? EXIT.ok : EXIT.failed
  } finally {
    for (const bench of benches) await bench.close()
  }
}

/** Runs one scenario at a time on each bench, because two would share its clock. Results are in the order of `list`. */
async function runOn(
  benches: readonly OwnBench[],
  list: readonly FoundScenario[],
  options: Running & { readonly signal: AbortSignal },
  onResult: (result: ScenarioResult) => void,
): Promise<readonly ScenarioResult[]> {
  const results: ScenarioResult[] = []
  const waiting = list.entries()
  const work = async ({ connection }: OwnBench): Promise<void> => {
    for (const [index, { file, scenario }] of waiting) {
      const result = await runScenario(scenario, {
        bench: connection,
        send: httpOver(sendMessage),
        ...options,
        file,
        runId: randomBytes(5).toString('hex'),
        startedAt: new Date().toISOString(),
      })
      results[index] = result
      onResult(result)
    }
  }
  await Promise.all(benches.map(work))
  return results
}

/** The first session file has the given name; the next ones end in -2, -3 and so on. */
function numberedFile(file: string, job: number): string {
  if (job === 0) return file
  const extension = extname(file)
  return `${file.slice(0, file.length - extension.length)}-${job + 1}${extension}`
}
