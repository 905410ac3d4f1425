import { isUnwritable } from '../store/unwritable'

/** What the program does with errors that nobody caught. */
export interface Containment {
  /** True where the bench is up and takes the error: it is logged, counted and shown in the window. */
  readonly contain: (what: string, error: unknown) => boolean
  /** The program cannot go on; says why and ends it. */
  readonly end: (error: unknown) => void
}

/**
 * An error in a request, a page, a listener or a timer ends that piece of work and nothing else. What was acknowledged is in the
 * store by then, and what was not is undone with its write, so going on risks less than ending does. Two errors do end the
 * program: one before the bench is up, and a store that cannot be written (decision 015).
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
