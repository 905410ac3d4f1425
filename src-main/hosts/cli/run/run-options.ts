import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnBenchNetwork } from '#hosts/own-bench/own-bench'
import {
  fileReason,
  isFileError,
  isReport,
  readHosts,
  readNetwork,
  readPort,
  readReports,
  readValues,
  type ReportFile,
} from '#hosts/cli/command'
import { type Foreign, readForeignScenario } from '#scenarios/foreign/foreign'
import { problemLines } from '#scenarios/reading/read-scenario'
import { MAX_SCENARIO_BYTES, type Scenario } from '#scenarios/reading/scenario'
import { tooLongProblem } from '#scenarios/reading/read-yaml'

/** The options of `paybench run`, checked. */
export interface RunOptions {
  /** Files and folders. */
  readonly paths: readonly string[]
  /** Run only scenarios with one of these tags; empty: run all. */
  readonly only: readonly string[]
  readonly jobs: number
  readonly variables: Readonly<Record<string, string>>
  readonly reports: readonly ReportFile[]
  /** File to save the session to; null: it is not saved. */
  readonly session: string | null
  /** Port of the platform, for a merchant whose settings name it; null: any free one. */
  readonly platformPort: number | null
  readonly network: OwnBenchNetwork
  /** Hosts other than this computer to which scenarios may send. */
  readonly hosts: readonly string[]
}

const NAMES = [
  '--only',
  '--jobs',
  '--var',
  '--report',
  '--session',
  '--platform-port',
  '--bind',
  '--allow-host',
  '--i-may-test',
] as const
const MAX_JOBS = 16

type RunOptionsReading =
  | { readonly ok: true; readonly options: RunOptions }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Reads the arguments after `paybench run`; every problem is a sentence with its remedy. */
export function readRunOptions(argv: readonly string[]): RunOptionsReading {
  const problems: string[] = []
  const { all, one } = readValues(
    argv,
    {
      command: 'run',
      names: NAMES,
      isFurtherValue: (name, text) => name === '--report' && isReport(text),
    },
    problems,
  )
  const jobs = Number(one('--jobs') ?? 1)
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > MAX_JOBS)
    problems.push(`--jobs: ${String(one('--jobs'))} is not a whole number from 1 to ${MAX_JOBS}.`)
  const variables: Record<string, string> = {}
  for (const text of all('--var')) {
    const at = text.indexOf('=')
    if (at > 0) variables[text.slice(0, at)] = text.slice(at + 1)
    else problems.push(`--var: ${text} has no value. Write --var NAME=VALUE.`)
  }
  const options = {
    paths: all(null),
    only: all('--only').flatMap((tags) => tags.split(',').filter((tag) => tag !== '')),
    jobs,
    variables,
    reports: readReports(all('--report'), problems),
    session: one('--session'),
    platformPort: readPort('--platform-port', one('--platform-port'), problems),
    network: readNetwork(one('--bind'), all('--allow-host'), problems),
    hosts: readHosts('--i-may-test', all('--i-may-test'), problems),
  }
  if (options.paths.length === 0 && problems.length === 0)
    problems.push('Name a scenario file or a folder of them, such as scenarios/.')
  return problems.length > 0 ? { ok: false, problems } : { ok: true, options }
}

/** A scenario that was read from a file. */
export interface FoundScenario {
  readonly file: string
  readonly scenario: Scenario
}

/** A file or folder that holds no scenario that can run. */
export interface FileProblem {
  readonly file: string
  /** Lines for a terminal, which begin with the file. */
  readonly text: string
}

/** Reads the scenarios of files and folders, in the order of their names. */
export async function findScenarios(
  paths: readonly string[],
  foreign: Foreign,
): Promise<{ readonly found: readonly FoundScenario[]; readonly problems: readonly FileProblem[] }> {
  const problems: FileProblem[] = []
  const files: string[] = []
  for (const path of paths) {
    try {
      if ((await stat(path)).isDirectory()) files.push(...(await filesIn(path)))
      else files.push(path)
    } catch (error) {
      problems.push({ file: path, text: unreadable(path, error) })
    }
  }
  const found: FoundScenario[] = []
  for (const file of new Set(files)) {
    try {
      const { size } = await stat(file)
      if (size > MAX_SCENARIO_BYTES) {
        problems.push({ file, text: problemLines(file, [tooLongProblem(`${size} bytes`)]) })
        continue
      }
      const reading = await readForeignScenario(foreign, await readFile(file, 'utf8'))
      if (reading.ok) found.push({ file, scenario: reading.scenario })
      else problems.push({ file, text: problemLines(file, reading.problems) })
    } catch (error) {
      problems.push({ file, text: unreadable(file, error) })
    }
  }
  return { found, problems }
}

/** Says why a file or folder could not be read; throws on whatever is not an error of the operating system. */
function unreadable(path: string, error: unknown): string {
  if (!isFileError(error)) throw error
  return error.code === 'ENOENT'
    ? `${path}: There is no such file or folder. Check the name.`
    : `${path}: It cannot be read: ${fileReason(error)}. Make it readable, or leave it out.`
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && /\.ya?ml$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}
