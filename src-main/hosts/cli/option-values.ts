import { suggestion } from '#scenarios/reading/scenario'
import { isHost } from '#hosts/options'
import { readReport, type ReportFile } from './report-files'

/** Names of options before 0.1.0 was complete; scripts that use them still work. */
const FORMER_NAMES: Readonly<Partial<Record<string, string>>> = { '--workspace': '--session' }

/** An argument of a command: a value of an option, or a text that belongs to none. */
export interface Argument<Name extends string> {
  readonly name: Name | null
  /** Empty for an option without a value. */
  readonly value: string
}

/**
 * Reads `--name value`, `--name=value` and texts in the order in which they were given. Adds a sentence to `problems` for
 * each unknown option and each missing value.
 * @param options.flags options without a value
 * @param options.isFurtherValue whether a text after a value of this option is another value of it
 */
export function* readArguments<Name extends string>(
  argv: readonly string[],
  options: {
    readonly command: 'run' | 'exam'
    readonly names: readonly Name[]
    readonly flags?: readonly Name[]
    readonly isFurtherValue: (name: Name, text: string) => boolean
  },
  problems: string[],
): Generator<Argument<Name>, void, void> {
  const { command, names, flags = [], isFurtherValue } = options
  let last: Name | null = null
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? ''
    if (!argument.startsWith('-')) {
      yield { name: last !== null && isFurtherValue(last, argument) ? last : null, value: argument }
      continue
    }
    const [given = '', ...parts] = argument.split('=')
    const name = names.find((known) => known === (FORMER_NAMES[given] ?? given))
    if (name === undefined) {
      problems.push(`${given}: There is no such option. ${suggestion(given, names)}`)
      continue
    }
    last = name
    if (flags.includes(name)) {
      yield { name, value: '' }
      continue
    }
    const value = parts.length > 0 ? parts.join('=') : (argv[(index += 1)] ?? '')
    if (value === '') problems.push(`${name}: The value is missing. See paybench ${command} --help.`)
    else yield { name, value }
  }
}

/** Reads a port. Adds a problem and returns null where it is invalid. */
export function readPort(name: string, value: string, problems: string[]): number | null {
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port
  problems.push(`${name}: ${value} is not a port. Give a number from 0 (any free port) to 65535.`)
  return null
}

/** Reads an address or a host name. Adds a problem and returns null where it is invalid. */
export function readHost(name: string, value: string, problems: string[]): string | null {
  if (isHost(value)) return value.toLowerCase()
  problems.push(
    `${name}: ${value.slice(0, 100)} is not an address or a host name. Give it without scheme and port.`,
  )
  return null
}

/** Adds the report to `reports`, or a problem to `problems` where it is invalid. */
export function readReportInto(reports: ReportFile[], value: string, problems: string[]): void {
  const report = readReport(value)
  if (report === null)
    problems.push(`--report: ${value} is not a report. Write junit=FILE, json=FILE or html=FILE.`)
  else reports.push(report)
}
