import { quotedText } from '#lib/limits/bounded-text'
import type { Notices } from './notices'
import type { Log } from './ports'
import { MINUTE_MS } from '#lib/time/time'
import { errorText } from '#lib/error-text'

/** Errors of the bench itself. Each is logged and counted; the window shows the count. */
export interface InternalErrors {
  /** @param what what failed, as a sentence without a full stop */
  add(what: string, error: unknown): void
  /** Stops the timer. */
  close(): void
}

/** Further errors within a minute are only counted, so that the log cannot grow without bound. */
const LOGGED_PER_MINUTE = 60
/** Least time between two updates of the window, real milliseconds. */
const SHOWN_EVERY_MS = 250

export function createInternalErrors(options: {
  readonly log: Log
  readonly notices: Notices
  /** Real time, milliseconds. */
  readonly wallNow: () => number
}): InternalErrors {
  const { log, notices, wallNow } = options
  let count = 0
  let last = ''
  let minute = { began: Number.NEGATIVE_INFINITY, logged: 0 }
  let timer: NodeJS.Timeout | null = null

  const show = (): void => {
    timer = null
    notices.add({
      id: 'errors',
      level: 'error',
      message: `${String(count)} internal ${count === 1 ? 'error' : 'errors'} so far. The latest: ${last}`,
      remedy:
        'Acknowledged data is safe and Paybench keeps running. Look at the log, and please report the error with its log lines.',
    })
  }
  const logBounded = (what: string, error: unknown): void => {
    const now = wallNow()
    if (now - minute.began >= MINUTE_MS) minute = { began: now, logged: 0 }
    minute.logged += 1
    if (minute.logged <= LOGGED_PER_MINUTE) log('error', what, error)
    else if (minute.logged === LOGGED_PER_MINUTE + 1) {
      log('error', 'More errors occurred within this minute. They are counted in the window but not logged.')
    }
  }
  return {
    add(what, error) {
      count += 1
      last = `${what}: ${quotedText(errorText(error))}`
      logBounded(what, error)
      if (timer !== null) return
      timer = setTimeout(show, SHOWN_EVERY_MS)
      timer.unref()
    },
    close() {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
