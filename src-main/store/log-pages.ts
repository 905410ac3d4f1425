import { integer } from './columns'
import type { Connection } from './connection'

/**
 * From this many pages in the log on, they are moved to the database. SQLite's own 1000 moves the same busy pages of
 * every index again and again; many more would hold up the one request that comes then for too long.
 */
export const CHECKPOINT_PAGES = 4000

/** Where a thread moves them, the connection that writes does so itself only from this many on. */
const LEFT_TO_THREAD = 4 * CHECKPOINT_PAGES

/** Leaves the pages of the log to a thread that calls {@link moveLogPages} with a connection of its own. */
export function leaveLogToThread(connection: Connection): void {
  connection.exec(`PRAGMA wal_autocheckpoint = ${LEFT_TO_THREAD}`)
}

/**
 * Moves the pages of the log to the database where there are many. Those that are written meanwhile stay: the connection
 * that writes moves them with {@link moveLastLogPages}, and begins the log anew.
 * @returns whether pages were moved
 */
export function moveLogPages(connection: Connection): boolean {
  const state = connection.get('PRAGMA wal_checkpoint(NOOP)') ?? {}
  if (integer(state, 'log') - integer(state, 'checkpointed') < CHECKPOINT_PAGES) return false
  moveLastLogPages(connection)
  return true
}

/** Moves what is in the log, as far as no reader needs it there. */
export function moveLastLogPages(connection: Connection): void {
  connection.get('PRAGMA wal_checkpoint(PASSIVE)')
}
