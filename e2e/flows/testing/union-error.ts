import { isRecord, type JsonRecord } from './signer'
import type { WireResponse } from './wire-client'

/** One entry of `errors` in short: `2004 general.payment_id required`. */
export type ErrorLine = string

const CONSTRAINTS = new Set([
  ...['required', 'type', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'enum'],
  ...['unique', 'state'],
])

/**
 * Reads a response in the union error shape (contract 3.7) and throws if its shape differs: exactly `status`, `code` as
 * digits, `message` and, for a refusal that names causes, `errors` of code, message, field and constraint; also
 * `request_id` if the status of the request can be queried (12 row 20).
 */
export function readUnionError(response: WireResponse): {
  readonly httpStatus: number
  readonly code: string
  readonly message: string
  readonly errors: readonly ErrorLine[]
  /** Null if the status of the request cannot be queried. */
  readonly requestId: string | null
} {
  const { json } = response
  const wrong = (what: string): never => {
    throw new Error(`${what} in ${response.text.slice(0, 500)}`)
  }
  const {
    status,
    code,
    message,
    errors = [],
    request_id: requestId = null,
    ...others
  } = json as JsonRecord & {
    readonly errors?: unknown
  }
  if (Object.keys(others).length > 0) wrong(`Unexpected members ${Object.keys(others).join(', ')}`)
  if (
    requestId !== null &&
    (typeof requestId !== 'string' || !/^[0-9a-f]{40}-[0-9a-f]{40}-\d{8}$/.test(requestId))
  ) {
    wrong('An odd request id')
  }
  if (status !== 'error') wrong('No status "error"')
  if (typeof code !== 'string' || !/^\d+$/.test(code)) return wrong('The code does not consist of digits')
  if (typeof message !== 'string' || message === '') return wrong('No message')
  if (!Array.isArray(errors)) return wrong('No list of errors')
  const lines = errors.map((entry: unknown): ErrorLine => {
    if (!isRecord(entry) || Object.keys(entry).sort().join() !== 'code,constraint,field,message') {
      return wrong('An entry of another shape')
    }
    const { code: number, constraint, field, message: sentence } = entry
    if (!Number.isSafeInteger(number)) return wrong('A code that is not an integer')
    if (typeof constraint !== 'string' || !CONSTRAINTS.has(constraint)) return wrong('An unknown constraint')
    if (typeof sentence !== 'string' || sentence === '') return wrong('An entry without a message')
    if (typeof field !== 'string') return wrong('A field that is not text')
    return `${String(number)} ${field} ${constraint}`
  })
  const type = response.headers['content-type']
  if (type !== 'application/json; charset=utf-8') wrong(`Content type ${String(type)}`)
  return {
    httpStatus: response.status,
    code,
    message,
    errors: lines,
    requestId: typeof requestId === 'string' ? requestId : null,
  }
}
