import { setFlagsFromString } from 'node:v8'
import { isUnwritable } from '#store/connection'
import packageFile from '../../package.json' with { type: 'json' }

/** What the program does with uncaught errors. */
interface Containment {
  /** Logs and counts the error and shows it in the window. False: the bench is not running yet. */
  readonly contain: (what: string, error: unknown) => boolean
  /** Reports the error and ends the program. */
  readonly end: (error: unknown) => void
}

/**
 * Handles uncaught errors and rejections of the process. An error in a request, a page, a listener or a timer ends that
 * piece of work and nothing else: what was acknowledged is in the store by then, and the rest was rolled back, so
 * continuing risks less than ending. Two errors end the program: one before the bench is running, and a store that
 * cannot be written to (decision 015).
 */
export function containErrors({ contain, end }: Containment): void {
  const handle =
    (what: string) =>
    (error: unknown): void => {
      if (isUnwritable(error) || !contain(what, error)) end(error)
    }
  process.on('uncaughtException', handle('An error that nobody caught'))
  process.on('unhandledRejection', handle('A failure that nobody waited for'))
}

/** How far the heap may grow beyond what was alive after the last collection, in percent. */
const GROWTH_PERCENT = 50

/**
 * Makes V8 collect garbage sooner than by default. On a computer with much memory V8 lets a small heap grow to several
 * times what is alive, and a thousand large messages leave the bench with twice the memory it needs. Call it once, at
 * the start.
 */
export function collectEarly(): void {
  setFlagsFromString(`--heap-growing-percent=${String(GROWTH_PERCENT)}`)
}

/** Exit codes of the browser host and the command line: scripts and CI rely on them. */
export const EXIT = {
  ok: 0,
  /** Something failed: a scenario, a rule of the exam, or the bench itself. */
  failed: 1,
  /** The command could not be completed, for example because its options cannot be used. */
  misunderstood: 2,
} as const

/** The version of this Paybench. */
export const VERSION: string = packageFile.version
