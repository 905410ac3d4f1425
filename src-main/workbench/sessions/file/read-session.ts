import { LIMITS } from '#lib/limits/limit-table'
import type { Task } from '#scenarios/foreign/foreign'
import type { ReadingProgress, SessionReading } from './read-session-file'

/** Reads the session file received in a folder into a separate database there, and checks every row. */
export const READ_SESSION: Task<{ readonly directory: string }, Promise<SessionReading>, ReadingProgress> = {
  name: 'readSession',
  what: 'Reading the session file',
  remedy: 'Export the session again with fewer payments.',
  ms: LIMITS.importMs,
  // Loaded on demand: no other task needs the store.
  work: async ({ directory }, report) =>
    (await import('./read-session-file')).readSessionFile(directory, report),
}
