import type { Log } from '#core/sending'
import { terminalLine } from '#lib/terminal-line'
import { isUnwritable } from '#store/connection'

/** Writes to standard error: standard output is reserved for the ready line and for requested output. */
export function writeLine(lines: string): void {
  process.stderr.write(`${lines.split('\n').map(terminalLine).join('\n')}\n`)
}

export function createErrorLog(): Log {
  return (level, message, error) => {
    writeLine(`${level}: ${terminalLine(message)}${error === undefined ? '' : `: ${textOf(error)}`}`)
  }
}

/** Reports an error that ends the program, and what to do about it. */
export function reportFatalError(error: unknown): void {
  const why = isUnwritable(error)
    ? 'its data folder can no longer be written to. Check the free disk space and the permissions of the folder'
    : 'an unexpected error occurred'
  writeLine(`error: Paybench has to stop because ${why}: ${textOf(error)}`)
  writeLine(
    'Everything that it acknowledged is saved. Start it again to continue, and please report the lines above.',
  )
}

/** Keeps the program running if its output cannot be written, because of a closed pipe or a full disk. */
export function guardStreams(): void {
  // There is nowhere left to report the error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
