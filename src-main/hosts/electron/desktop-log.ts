import { appendFileSync, existsSync, mkdirSync, renameSync, statSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import type { Log } from '#core/sending'
import { writeLine } from '#hosts/node/terminal'

/** Bytes at which a log file is rotated. */
const MAX_FILE_BYTES = 2_000_000

/** The current file and two older ones. */
const KEPT_FILES = 3

const MAX_RECENT = 20

const FILE_NAME = 'paybench.log'

/** Logs to standard error and to a file, for testers without a terminal. */
export type DesktopLog = ReturnType<typeof createDesktopLog>

export function createDesktopLog() {
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
  const log: Log = (level, message, error) => {
    const line = `${level}: ${message}`
    write(line)
    const details =
      error === undefined ? '' : error instanceof Error ? (error.stack ?? error.message) : inspect(error)
    if (details !== '') write(details)
    if (level === 'info') return
    const [cause = ''] = details.split('\n')
    recent = [...recent, `${new Date().toISOString()} ${line} ${cause}`.trim()].slice(-MAX_RECENT)
  }
  return {
    log,
    writeLine: write,
    /** Also writes everything from now on to a file in this folder. */
    openIn(folder: string): void {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        file = join(folder, FILE_NAME)
        bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      } catch (error) {
        file = null
        writeLine(`No log file can be written in ${folder}: ${String(error)}`)
      }
    },
    /** The log file; null if none was opened, or it could not be written. */
    file: (): string | null => file,
    /** The last warnings and errors, oldest first. */
    recent: (): readonly string[] => recent,
  }
}

/** Renames `x.log.1` to `x.log.2`, and `x.log` to `x.log.1`. */
function rotate(file: string): void {
  for (let n = KEPT_FILES - 1; n > 0; n -= 1) {
    const from = n === 1 ? file : `${file}.${String(n - 1)}`
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, `${file}.${String(n)}`)
  }
}

/** `shown`: a window is visible. `ended`: the program exits on purpose. */
type StartWord = 'loaded' | 'shown' | 'ended'

export type StartReport = ReturnType<typeof createStartReport>

/**
 * Reports progress to the script that started the program. The script names a file in `PAYBENCH_START_REPORT`, and
 * opens the browser if no window appears.
 * @param file undefined, or the name of a missing file, if nobody waits for a report
 * @param writeLine reports a file that cannot be used
 */
export function createStartReport(file: string | undefined, writeLine: (line: string) => void) {
  const isAwaited = file !== undefined && existsSync(file)
  const attempt = (what: string, work: () => void): void => {
    try {
      work()
    } catch (error) {
      writeLine(`The start report could not be ${what}: ${String(error)}`)
    }
  }
  const written = new Set<StartWord>()
  return {
    write(word: StartWord): void {
      if (!isAwaited || written.has(word)) return
      written.add(word)
      attempt('written', () => {
        // If the file was removed, the script no longer waits.
        if (existsSync(file)) appendFileSync(file, `${word}\n`)
      })
    },
    /** Calls `leave` if watching fails or the script removes the file, which is how it stops the program on Windows. */
    onWithdrawn(leave: () => void): void {
      if (!isAwaited) return
      attempt('watched', () => {
        watch(dirname(file), { persistent: false }, () => {
          if (!existsSync(file)) leave()
        }).on('error', leave)
      })
    },
  }
}
