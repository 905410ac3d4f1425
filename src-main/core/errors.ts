import { BenchError } from '#protocol/connection'
import type { ErrorIssue } from '#protocol/shapes'
import type { Refusal } from '#domain/payment/commands'
import { boundedNote, quotedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { parseQuery } from '#domain/query/parse'
import type { QueryField, QueryTerm } from '#domain/query/terms'

/** Translates a refusal of the platform into an error of the bench. */
export function errorOf(refusal: Refusal): BenchError {
  if (refusal.code === '3061') return new BenchError('not_found', refusal.message)
  if (refusal.constraint === 'state') return new BenchError('wrong_state', refusal.message)
  if (refusal.constraint === 'unique') return new BenchError('conflict', refusal.message)
  return invalidParam(refusal.field, refusal.message)
}

/**
 * Creates an invalid_params error about one field.
 * @param message the reason and the remedy, worded to follow `FIELD: `
 */
export function invalidParam(field: string, message: string): BenchError {
  return new BenchError('invalid_params', `${field}: ${message}`, [{ field, message }])
}

/**
 * Throws if there is any issue. The messages are worded as in {@link invalidParam}.
 * @throws BenchError invalid_params with all issues and the message of the first one
 */
export function refuseParams(issues: readonly ErrorIssue[]): void {
  const [first] = issues
  if (first !== undefined) throw new BenchError('invalid_params', `${first.field}: ${first.message}`, issues)
}

/**
 * Parses the query of a list into its terms; an absent query has none.
 * @throws BenchError invalid_params where the query has an error
 */
export function termsOf(query: string | undefined, fields: readonly QueryField[]): readonly QueryTerm[] {
  const { terms, errors } = parseQuery(query ?? '', fields)
  if (errors.length === 0) return terms
  throw invalidQuery(errors.map(({ message }) => message))
}

/**
 * Creates an invalid_params error about a query.
 * @param reasons whole sentences
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

/**
 * Creates a not_found error.
 * @param what the kind of thing, such as `payment`
 */
export function notFound(what: string, id: string): BenchError {
  return new BenchError(
    'not_found',
    `There is no ${what} "${quotedText(id)}". It may have been removed; reload the list.`,
  )
}
