import { inspect } from 'node:util'
import type { Log } from '../../bench/ports'

/** Writes one line to standard error: standard output is reserved for the ready line. */
export function writeLine(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** The log of the desktop. */
export const log: Log = (level, message, error) => {
  writeLine(`${level}: ${message}`)
  if (error !== undefined) writeLine(error instanceof Error ? (error.stack ?? error.message) : inspect(error))
}
