import { inspect } from 'node:util'
import type { Log } from '../../bench/ports'
import { writeLine } from '../node/terminal'

/** The log of the desktop, on standard error. */
export const log: Log = (level, message, error) => {
  writeLine(`${level}: ${message}`)
  if (error !== undefined) writeLine(error instanceof Error ? (error.stack ?? error.message) : inspect(error))
}
