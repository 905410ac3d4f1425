import { isRecord } from '#lib/json/record'
import { namedProjectId, projectNamedIn, valueAt } from '#domain/api/rules'
import type { ProjectId } from '#domain/ids'
import { decodePairs } from '#lib/http-message/url-encoded'
import type { JsonReading } from '#lib/json/parse'

/** The parts of a request that can name its project. `target` has one character per byte. */
export interface NamingRequest {
  readonly target: string
  readonly body: Uint8Array
}

/**
 * The project that a request names: in `general`, in `customer` or at the top of its body, or among its parameters. `json` is its body,
 * null where that is too long to be read.
 */
export function projectIdIn({ target, body }: NamingRequest, json: JsonReading | null): ProjectId | null {
  if (json?.ok === true && isRecord(json.plain)) return projectNamedIn(json.plain)
  const question = target.indexOf('?')
  const query = question < 0 ? new Uint8Array(0) : Buffer.from(target.slice(question + 1), 'latin1')
  for (const pairs of [query, body.length > 65_536 ? new Uint8Array(0) : body]) {
    const id = namedProjectId(decodePairs(pairs).findLast(({ name }) => name === 'project_id')?.value)
    if (id !== null) return id
  }
  return null
}

/** The payment that the body of a request names. */
export function paymentIdIn(json: JsonReading | null): string | null {
  if (json?.ok !== true || !isRecord(json.plain)) return null
  for (const path of [['general', 'payment_id'], ['payment_id'], ['payment', 'id']]) {
    const value = valueAt(json.plain, path)
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}
