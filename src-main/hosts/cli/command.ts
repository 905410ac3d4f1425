import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type BuiltFolders, LOOPBACK_ONLY, type OwnBenchNetwork } from '#hosts/own-bench/own-bench'
import { suggestion } from '#scenarios/vocabulary/words'
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

/**
 * Reads `--name value`, `--name=value` and texts, and returns the values of each option in the order in which they were
 * given; those of `null` belong to no option. Adds a sentence to `problems` for each unknown option and each missing value.
 * @param options.flags options without a value
 * @param options.isFurtherValue whether a text after a value of this option is another value of it
 */
export function readValues<Name extends string>(
  argv: readonly string[],
  options: {
    readonly command: 'run' | 'exam'
    readonly names: readonly Name[]
    readonly flags?: readonly Name[]
    readonly isFurtherValue: (name: Name, text: string) => boolean
  },
  problems: string[],
) {
  const { command, names, flags = [], isFurtherValue } = options
  const values = new Map<Name | null, string[]>()
  const add = (name: Name | null, value: string): void => {
    values.set(name, [...(values.get(name) ?? []), value])
  }
  let last: Name | null = null
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? ''
    if (!argument.startsWith('-')) {
      add(last !== null && isFurtherValue(last, argument) ? last : null, argument)
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
      add(name, '')
      continue
    }
    const value = parts.length > 0 ? parts.join('=') : (argv[(index += 1)] ?? '')
    if (value === '') problems.push(`${name}: The value is missing. See paybench ${command} --help.`)
    else add(name, value)
  }
  const all = (name: Name | null): readonly string[] => values.get(name) ?? []
  return {
    all,
    /** The last value of an option; null where it was not given. */
    one: (name: Name): string | null => all(name).at(-1) ?? null,
  }
}

/** Reads a port; null: none was given. Adds a problem and returns null where it is invalid. */
export function readPort(name: string, value: string | null, problems: string[]): number | null {
  if (value === null) return null
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port
  problems.push(`${name}: ${value} is not a port. Give a number from 0 (any free port) to 65535.`)
  return null
}

/** Reads addresses or host names. Adds a problem for each that is invalid. */
export function readHosts(name: string, values: readonly string[], problems: string[]): readonly string[] {
  for (const value of values) {
    if (!isHost(value))
      problems.push(
        `${name}: ${value.slice(0, 100)} is not an address or a host name. Give it without scheme and port.`,
      )
  }
  return values.map((value) => value.toLowerCase())
}

/** Reads how others reach the bench. */
export function readNetwork(
  bind: string | null,
  allowHosts: readonly string[],
  problems: string[],
): OwnBenchNetwork {
  const [address = LOOPBACK_ONLY.bind] = readHosts('--bind', bind === null ? [] : [bind], problems)
  return { bind: address, allowHosts: readHosts('--allow-host', allowHosts, problems) }
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

/** Reads reports such as `html=out/report.html`. Adds a problem for each that has another form. */
export function readReports(values: readonly string[], problems: string[]): readonly ReportFile[] {
  return values.flatMap((text) => {
    const at = text.indexOf('=')
    const kind = REPORT_KINDS.find((each) => each === text.slice(0, Math.max(0, at)))
    const file = text.slice(at + 1)
    if (kind !== undefined && file !== '') return [{ kind, file }]
    problems.push(`--report: ${text} is not a report. Write junit=FILE, json=FILE or html=FILE.`)
    return []
  })
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
