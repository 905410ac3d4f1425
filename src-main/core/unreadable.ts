import { BenchError } from '#protocol/connection'
import { UnreadableValue } from '#store/unreadable-value'
import type { Notices } from './notices'
import type { Log } from './ports'

/** Says why a row may be unreadable and what to do. */
export const UNREADABLE_CAUSE =
  'It was written by a newer version of Paybench, or it is damaged. Open the data folder with the newer version, or ignore this row: other rows are not affected.'

/** Turns an error about an unreadable row into one for clients. Returns any other error unchanged. */
export const withReason = (error: unknown): unknown =>
  error instanceof UnreadableValue
    ? new BenchError('unavailable', `${error.message}. ${UNREADABLE_CAUSE}`)
    : error

/** Reports stored rows that were needed but could not be read. */
export interface UnreadableRows {
  /** Logs the row once and shows it in a notice. @param what the row as the subject of a sentence */
  report(what: string, error: UnreadableValue): void
}

/** Creates the reporter. All unreadable rows share one notice. */
export function createUnreadableRows({
  log,
  notices,
}: {
  readonly log: Log
  readonly notices: Notices
}): UnreadableRows {
  const reported = new Set<string>()
  return {
    report(what, { message: reason }) {
      const message = `${what} cannot be read. ${reason}.`
      if (reported.has(message)) return
      reported.add(message)
      log('warning', `${message} ${UNREADABLE_CAUSE}`)
      const others = reported.size - 1
      notices.add({
        id: 'unreadable',
        level: 'warning',
        message: others === 0 ? message : `${message} The same is true of ${String(others)} more.`,
        remedy: UNREADABLE_CAUSE,
      })
    },
  }
}
