import { appendFileSync, existsSync, watch } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Tells the script that started the program how far it came, so that the script can open the browser instead of a window
 * that will not appear: `loaded` (the main script runs), `shown` (a window is visible), `ended` (the program ends by its
 * own decision). The script names a file for this in `PAYBENCH_START_REPORT`.
 */
export type StartWord = 'loaded' | 'shown' | 'ended'

export interface StartReport {
  readonly write: (word: StartWord) => void
  /** Calls `leave` when the script removes the file: Windows has no signal that asks a program to end. */
  readonly onWithdrawn: (leave: () => void) => void
}

/**
 * @param file the file of the script; undefined or missing: nobody waits for a report
 * @param writeLine reports a file that cannot be used
 */
export function createStartReport(file: string | undefined, writeLine: (line: string) => void): StartReport {
  if (file === undefined || !existsSync(file)) {
    return { write: () => undefined, onWithdrawn: () => undefined }
  }
  const attempt = (what: string, work: () => void): void => {
    try {
      work()
    } catch (error) {
      writeLine(`The start report could not be ${what}: ${String(error)}`)
    }
  }
  const written = new Set<StartWord>()
  return {
    write(word) {
      if (written.has(word)) return
      written.add(word)
      attempt('written', () => {
        // Removed: the script does not wait any longer.
        if (existsSync(file)) appendFileSync(file, `${word}\n`)
      })
    },
    onWithdrawn(leave) {
      attempt('watched', () => {
        watch(dirname(file), { persistent: false }, () => {
          if (!existsSync(file)) leave()
        }).on('error', leave)
      })
    },
  }
}
