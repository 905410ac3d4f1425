import type { FieldError } from '#domain/api/errors'
import { BenchError } from '#protocol/connection'
import type { ErrorIssue } from '#protocol/shapes'
import { boundedNote, quotedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { parseQuery } from '#domain/query/parse'
import type { QueryField, QueryTerm } from '#domain/query/terms'
import { MINUTE_MS } from '#lib/time/time'
import { errorText } from '#lib/error-text'
import { counted } from '#lib/words'
import type { Notice } from '#protocol/bench'
import { UnreadableValue } from '#store/columns'
import type { Log } from './sending'

export function errorOf(refusal: FieldError): BenchError {
  if (refusal.code === '3061') return new BenchError('not_found', refusal.message)
  if (refusal.constraint === 'state') return new BenchError('wrong_state', refusal.message)
  if (refusal.constraint === 'unique') return new BenchError('conflict', refusal.message)
  return invalidParam(refusal.field, refusal.message)
}

/**
 * An invalid_params error about one field.
 * @param message reason and remedy, worded to follow `FIELD: `
 */
export function invalidParam(field: string, message: string): BenchError {
  return new BenchError('invalid_params', `${field}: ${message}`, [{ field, message }])
}

/**
 * Messages are worded as in {@link invalidParam}.
 * @throws BenchError invalid_params if there are issues, with all of them and the message of the first
 */
export function refuseParams(issues: readonly ErrorIssue[]): void {
  const [first] = issues
  if (first !== undefined) throw new BenchError('invalid_params', `${first.field}: ${first.message}`, issues)
}

/**
 * Parses the query of a list; an absent query has no terms.
 * @throws BenchError invalid_params if the query has an error
 */
export function termsOf(query: string | undefined, fields: readonly QueryField[]): readonly QueryTerm[] {
  const { terms, errors } = parseQuery(query ?? '', fields)
  if (errors.length === 0) return terms
  throw invalidQuery(errors.map(({ message }) => message))
}

/**
 * An invalid_params error about a query.
 * @param reasons full sentences
 * @param introduction a sentence to put before them
 */
export function invalidQuery(reasons: readonly string[], introduction?: string): BenchError {
  const sentences = introduction === undefined ? reasons : [introduction, ...reasons]
  return new BenchError(
    'invalid_params',
    `query: ${boundedNote(sentences.join(' '))}`,
    reasons.slice(0, LIMITS.warnings).map((message) => ({ field: 'query', message })),
  )
}

/** @param what the kind of item, such as `payment` */
export function notFound(what: string, id: string): BenchError {
  return new BenchError(
    'not_found',
    `There is no ${what} "${quotedText(id)}". It may have been removed; reload the list.`,
  )
}

/** Maximum number of errors logged per minute; others are only counted, so that the log stays bounded. */
const LOGGED_PER_MINUTE = 60
/** Minimum wall-clock milliseconds between two updates of the window. */
const SHOWN_EVERY_MS = 250

/** Logs and counts the internal errors; the window shows the count. */
export function createInternalErrors(options: {
  readonly log: Log
  readonly notices: Notices
  /** Wall time, milliseconds. */
  readonly wallNow: () => number
}) {
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
      message: `${counted(count, 'internal error')} so far. The latest: ${last}`,
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
    /** @param what the failure, as a sentence without a full stop */
    add(what: string, error: unknown): void {
      count += 1
      last = `${what}: ${quotedText(errorText(error))}`
      logBounded(what, error)
      if (timer !== null) return
      timer = setTimeout(show, SHOWN_EVERY_MS)
      timer.unref()
    },
    close(): void {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** Notices for the tester, shown until the program ends. */
export type Notices = ReturnType<typeof createNotices>

export function createNotices(onChange: (notices: readonly Notice[]) => void) {
  const byId = new Map<string, Notice>()
  return {
    get all(): readonly Notice[] {
      return [...byId.values()]
    },
    add(notice: Notice): void {
      byId.set(notice.id, notice)
      onChange([...byId.values()])
    },
  }
}

/** Turns the error of a damaged row into one for clients; returns other errors unchanged. */
export const withReason = (error: unknown): unknown =>
  error instanceof UnreadableValue
    ? new BenchError(
        'unavailable',
        `${error.message}. The data folder is damaged; other rows are not affected.`,
      )
    : error
