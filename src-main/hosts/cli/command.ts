import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import type { BuiltFolders } from '#hosts/own-bench/own-bench'
import { EXIT } from '#hosts/process'
import { errorText } from '#lib/error-text'
import { helpOf, type OptionTable, readValues, type Values } from '#hosts/option-table'
import type { ReportFile } from './options'

export interface CommandContext {
  readonly argv: readonly string[]
  readonly build: BuiltFolders
  /** Writes requested output to standard output. */
  readonly print: (text: string) => void
  /** Writes a line for a person to standard error. */
  readonly say: (line: string) => void
  /** Calls `stop` on a signal instead of ending the process. Returns the function that undoes this. */
  readonly onStopAsked: (stop: () => void) => () => void
}

/** A row of the table of commands, which is used for the help and to find a command. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** Resolves to the exit code, or to null if the command ends the process itself. */
  readonly run: (context: CommandContext) => Promise<number | null>
}

/** Makes a command that exits with 2 if its options are invalid or its work cannot be done. */
export function commandOf<Name extends string, Options>(
  about: Pick<Command, 'name' | 'summary'> & {
    readonly help: readonly [string, string]
    readonly table: OptionTable<Name>
    readonly read: (values: Values<Name>, problems: string[]) => Options
  },
  work: (options: Options, context: CommandContext) => Promise<number>,
): Command {
  const { name, summary, help, table, read } = about
  return {
    name,
    summary,
    async run(context) {
      const { argv, print, say } = context
      if (argv.includes('--help') || argv.includes('-h')) {
        print([help[0], ...helpOf(table), help[1]].join('\n'))
        return EXIT.ok
      }
      const problems: string[] = []
      const options = read(readValues(argv, table, problems), problems)
      try {
        if (problems.length === 0) return await work(options, context)
        for (const problem of problems) say(problem)
      } catch (error) {
        say(errorText(error))
      }
      return EXIT.incomplete
    },
  }
}

/** Passes `work` a signal that aborts when somebody asks to stop; `sentence` then says what happens next. */
export async function stoppable<Result>(
  { say, onStopAsked }: CommandContext,
  sentence: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController()
  const ignore = onStopAsked(() => {
    say(`Stopping. ${sentence}`)
    stopping.abort()
  })
  try {
    return await work(stopping.signal)
  } finally {
    ignore()
  }
}

/** Whether the operating system refused to read or write. */
export const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error

export const fileReason = (error: NodeJS.ErrnoException): string =>
  getSystemErrorMap().get(error.errno ?? 0)?.[1] ?? error.message

/**
 * Runs `write` for the file or folder of an option.
 * @throws Error with option, path, reason and remedy if the operating system refuses; any other error unchanged
 */
export async function writeFor(option: string, path: string, write: () => Promise<unknown>): Promise<void> {
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

export const writeFileFor = (
  option: string,
  file: string,
  write: (file: string) => Promise<unknown>,
): Promise<void> =>
  writeFor(option, file, async () => {
    await mkdir(dirname(file), { recursive: true })
    await write(file)
  })

/** Writes the reports, and creates their folders. @throws Error with a message for people if one cannot be written */
export async function writeReports(
  reports: readonly ReportFile[],
  texts: Readonly<Record<ReportFile['kind'], () => string>>,
): Promise<void> {
  for (const { kind, file } of reports)
    await writeFileFor('--report', file, () => writeFile(file, texts[kind]()))
}
