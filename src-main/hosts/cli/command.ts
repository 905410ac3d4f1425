import type { BuiltFolders } from '../node/run-browser-host'

/** What a command is started with. */
export interface CommandContext {
  /** What follows the name of the command. */
  readonly argv: readonly string[]
  readonly build: BuiltFolders
  /** Writes requested output on standard output. */
  readonly print: (text: string) => void
  /** Writes a line for a person on standard error. */
  readonly say: (line: string) => void
  /** Calls back when a person or a program asks this one to end, instead of ending it. Returns how to take that back. */
  readonly onStopAsked: (stop: () => void) => () => void
}

/** A command of `paybench`. The help and the dispatch are made from the table of these. */
export interface Command {
  readonly name: string
  /** Its line in the help. */
  readonly summary: string
  /** Runs it; the exit code, or null where the command ends the process itself. */
  readonly run: (context: CommandContext) => Promise<number | null>
}
