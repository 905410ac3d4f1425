import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LOOPBACK_ONLY, type OwnBenchNetwork } from '#hosts/own-bench/own-bench'
import {
  fileReason,
  isFileError,
  isReport,
  readArguments,
  readHost,
  readPort,
  readReportInto,
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
  const paths: string[] = []
  const only: string[] = []
  const variables: Record<string, string> = {}
  const reports: ReportFile[] = []
  const problems: string[] = []
  let jobs = 1
  let session: string | null = null
  let platformPort: number | null = null
  let { bind } = LOOPBACK_ONLY
  const allowHosts: string[] = []
  const hosts: string[] = []

  const take = (name: (typeof NAMES)[number], value: string): void => {
    const at = value.indexOf('=')
    const [key, rest] = at > 0 ? [value.slice(0, at), value.slice(at + 1)] : ['', '']
    switch (name) {
      case '--only':
        only.push(...value.split(',').filter((tag) => tag !== ''))
        return
      case '--jobs':
        jobs = Number(value)
        if (!Number.isInteger(jobs) || jobs < 1 || jobs > MAX_JOBS)
          problems.push(`--jobs: ${value} is not a whole number from 1 to ${MAX_JOBS}.`)
        return
      case '--var':
        if (key === '') problems.push(`--var: ${value} has no value. Write --var NAME=VALUE.`)
        else variables[key] = rest
        return
      case '--report':
        readReportInto(reports, value, problems)
        return
      case '--platform-port':
        platformPort = readPort(name, value, problems)
        return
      case '--bind':
        bind = readHost(name, value, problems) ?? bind
        return
      case '--allow-host':
        allowHosts.push(readHost(name, value, problems) ?? '')
        return
      case '--i-may-test':
        hosts.push(readHost(name, value, problems) ?? '')
        return
      default:
        session = value
    }
  }

  const all = readArguments(
    argv,
    {
      command: 'run',
      names: NAMES,
      isFurtherValue: (name, text) => name === '--report' && isReport(text),
    },
    problems,
  )
  for (const { name, value } of all) {
    if (name === null) paths.push(value)
    else take(name, value)
  }
  if (paths.length === 0 && problems.length === 0)
    problems.push('Name a scenario file or a folder of them, such as scenarios/.')
  return problems.length > 0
    ? { ok: false, problems }
    : {
        ok: true,
        options: {
          paths,
          only,
          jobs,
          variables,
          reports,
          session,
          platformPort,
          network: { bind, allowHosts },
          hosts,
        },
      }
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
