import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BuiltFolders } from '#hosts/own-bench/own-bench'
import { suggestion } from '#scenarios/reading/scenario'
import { isHost } from '#hosts/options'
import { errorText } from '#lib/error-text'

/** What a command can use. */
export interface CommandContext {
  /** The arguments after the name of the command. */
  readonly argv: readonly string[]
  readonly build: BuiltFolders
  /** Writes requested output on standard output. */
  readonly print: (text: string) => void
  /** Writes a line for a person on standard error. */
  readonly say: (line: string) => void
  /** Calls `stop` at a signal to stop, instead of ending the process. Returns the function that undoes this. */
  readonly onStopAsked: (stop: () => void) => () => void
}

/** A command of `paybench`. The help and the dispatch use the table of commands. */
export interface Command {
  readonly name: string
  /** Its line in the help. */
  readonly summary: string
  /** Runs the command. Resolves to the exit code, or to null where the command ends the process itself. */
  readonly run: (context: CommandContext) => Promise<number | null>
}

/** Names of options before 0.1.0 was complete; scripts that use them still work. */
const FORMER_NAMES: Readonly<Partial<Record<string, string>>> = { '--workspace': '--session' }

/** An argument of a command: a value of an option, or a text that belongs to none. */
interface Argument<Name extends string> {
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

/** What the codes of the operating system say about a file or folder. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a file is in the place of a folder',
  ENOENT: 'it is not there',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EBUSY: 'another program uses it',
  EIO: 'the disk failed',
}

/** Whether the operating system refused to read or write. */
export const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error

/** Says in words why a file or folder could not be read or written. */
export const fileReason = (error: unknown): string =>
  (isFileError(error) ? REASONS[error.code ?? ''] : undefined) ?? errorText(error)

/**
 * Writes the file or folder that an option names.
 * @throws Error with option, path, reason and remedy where the operating system refuses; any other error unchanged
 */
export async function writeFor(option: string, path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new Error(
      `${option}: ${path} cannot be written: ${fileReason(error)}. Make it writable, or give ${option} another path.`,
      { cause: error },
    )
  }
}

const REPORT_KINDS = ['junit', 'json', 'html'] as const
type ReportKind = (typeof REPORT_KINDS)[number]

/** A report to write. */
export interface ReportFile {
  readonly kind: ReportKind
  readonly file: string
}

/** Reads a report such as `html=out/report.html`; null where the text has another form. */
function readReport(text: string): ReportFile | null {
  const at = text.indexOf('=')
  const kind = REPORT_KINDS.find((each) => each === text.slice(0, Math.max(0, at)))
  const file = text.slice(at + 1)
  return kind === undefined || file === '' ? null : { kind, file }
}

/** Whether an argument has the form of a report: several may follow one `--report`. */
export const isReport = (text: string): boolean => /^(junit|json|html)=/.test(text)

/**
 * Writes the reports and creates their folders.
 * @throws Error with sentences for people where a report cannot be written
 */
export async function writeReports(
  reports: readonly ReportFile[],
  texts: Readonly<Record<ReportKind, () => string>>,
): Promise<void> {
  for (const { kind, file } of reports) {
    const text = texts[kind]()
    await writeFor('--report', file, async () => {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    })
  }
}
