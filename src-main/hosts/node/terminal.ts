import type { Log } from '../../bench/ports'
import { isUnwritable } from '../../store/unwritable'

/** Writes a line for the tester or the log. Standard output belongs to the ready line and to what was asked for. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** The log of the bench, on standard error. */
export function createErrorLog(): Log {
  return (level, message, error) => {
    tell(`${level}: ${message}${error === undefined ? '' : `: ${wordsOf(error)}`}`)
  }
}

/** What cannot go on: says so, and what to do. */
export function tellBug(error: unknown): void {
  const why = isUnwritable(error)
    ? 'its data folder can no longer be written; look at its space and its rights'
    : 'of an error of its own'
  tell(`error: Paybench has to end because ${why}: ${wordsOf(error)}`)
  tell(
    'Everything that it acknowledged is saved. Start it again to go on, and please report the lines above.',
  )
}

/** The reader of our output may leave before us; that is no reason to die. */
export function guardStreams(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
    })
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
