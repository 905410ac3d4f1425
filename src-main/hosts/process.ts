import { setFlagsFromString } from 'node:v8'
import { isUnwritable } from '#store/connection'
import packageFile from '../../package.json' with { type: 'json' }

/**
 * Handles uncaught errors and rejections. An error ends only its own piece of work (a request, page, listener or
 * timer): acknowledged data is in the store and the rest was rolled back, so continuing risks less than ending.
 * The program ends on any error before the bench runs, and if the store cannot be written to (decision 015).
 * @param contain logs, counts and shows the error; returns false if the bench is not running yet
 */
export function containErrors(
  contain: (what: string, error: unknown) => boolean,
  end: (error: unknown) => void,
): void {
  const handle =
    (what: string) =>
    (error: unknown): void => {
      if (isUnwritable(error) || !contain(what, error)) end(error)
    }
  process.on('uncaughtException', handle('An uncaught error'))
  process.on('unhandledRejection', handle('An unhandled rejection'))
}

/** Growth of the heap beyond the live data of the last collection, in percent. */
const GROWTH_PERCENT = 50

/**
 * Makes V8 collect garbage sooner. With plenty of memory, V8 lets a small heap grow to several times its live data: a
 * thousand large messages would double the memory of Paybench. Call it once, at the start.
 */
export function collectGarbageEarly(): void {
  setFlagsFromString(`--heap-growing-percent=${String(GROWTH_PERCENT)}`)
}

/** Exit codes that scripts and CI rely on. */
export const EXIT = {
  ok: 0,
  /** A scenario, a rule of the exam, or Paybench itself failed. */
  failed: 1,
  /** The command could not be completed, for example because of its options. */
  incomplete: 2,
} as const

export const VERSION: string = packageFile.version
