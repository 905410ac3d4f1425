import { isUnwritable } from '#store/unwritable'

/** What the program does with uncaught errors. */
export interface Containment {
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
