import type { BuiltFolders } from '#hosts/node/built-parts'

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
