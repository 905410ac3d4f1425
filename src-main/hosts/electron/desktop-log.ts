import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { Log } from '#core/ports'
import { writeLine } from '#hosts/node/terminal'

/** Size at which a log file is put aside, bytes. */
const MAX_FILE_BYTES = 2_000_000

/** Files that are kept: the current one and two older ones. */
const KEPT_FILES = 3

const MAX_RECENT = 20

const FILE_NAME = 'paybench.log'

/** What the desktop program reports: on standard error, and in a file that a tester without a terminal can open. */
export interface DesktopLog {
  /** Writes an error, a warning or a message of the program. */
  readonly log: Log
  /** Writes a line for a person. */
  readonly writeLine: (line: string) => void
  /** Writes everything from now on to a file of this folder as well. */
  readonly openIn: (folder: string) => void
  /** Path of the file; null: there is none, or it could not be written. */
  readonly file: () => string | null
  /** The last warnings and errors, oldest first. */
  readonly recent: () => readonly string[]
}

export function createDesktopLog(): DesktopLog {
  let file: string | null = null
  let bytes = 0
  let recent: readonly string[] = []

  const append = (line: string): void => {
    if (file === null) return
    const text = `${new Date().toISOString()} ${line}\n`
    try {
      if (bytes > MAX_FILE_BYTES) {
        rotate(file)
        bytes = 0
      }
      appendFileSync(file, text, { mode: 0o600 })
      bytes += Buffer.byteLength(text)
    } catch (error) {
      // A full disk must not end the program: it continues without a log file.
      const lost = file
      file = null
      write(
        `The log file ${lost} can no longer be written (${String(error)}). Paybench continues without it.`,
      )
    }
  }
  const write = (line: string): void => {
    writeLine(line)
    append(line)
  }
  return {
    log(level, message, error) {
      const line = `${level}: ${message}`
      write(line)
      const details = error === undefined ? '' : textOf(error)
      if (details !== '') write(details)
      if (level === 'info') return
      const [cause = ''] = details.split('\n')
      recent = [...recent, `${new Date().toISOString()} ${line} ${cause}`.trim()].slice(-MAX_RECENT)
    },
    writeLine: write,
    openIn(folder) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        file = join(folder, FILE_NAME)
        bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      } catch (error) {
        file = null
        writeLine(`No log file can be written in ${folder}: ${String(error)}`)
      }
    },
    file: () => file,
    recent: () => recent,
  }
}

/** Renames `x.log.1` to `x.log.2`, and `x.log` to `x.log.1`. */
function rotate(file: string): void {
  for (let n = KEPT_FILES - 1; n > 0; n -= 1) {
    const from = n === 1 ? file : `${file}.${String(n - 1)}`
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, `${file}.${String(n)}`)
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : inspect(error)
