import { inspect } from 'node:util'
import type { Log } from '../../bench/ports'

/** Tells one line. Standard error only: standard output belongs to the ready line. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** The log of the desktop. */
export const log: Log = (level, message, error) => {
  tell(`${level}: ${message}`)
  if (error !== undefined) tell(error instanceof Error ? (error.stack ?? error.message) : inspect(error))
}
