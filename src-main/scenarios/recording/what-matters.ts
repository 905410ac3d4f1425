import { isRecord } from '../../lib/json/record'

/**
 * What decides for a merchant in responses and callbacks (contract 3.2 to 3.9): statuses, result codes, requested fields, and
 * errors without their texts. A dot means nesting; a list holds its members one by one.
 */
const WHAT_MATTERS = [
  'status',
  'code',
  'payment.status',
  'payment.result_code',
  'operation.type',
  'operation.status',
  'operation.code',
  'clarification_fields',
  'errors.code',
  'errors.field',
  'errors.constraint',
  'request.action',
  'request.status',
  'token_status',
  'recurring.status',
]

/** Reduces a recorded body to {@link WHAT_MATTERS}. */
export const whatMatters = (body: unknown): unknown => partBelow('', body)

/** `path`: of the value, with a dot after it; empty for the body itself. */
function partBelow(path: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => partBelow(path, item))
  if (!isRecord(value)) return {}
  const parts = Object.entries(value).map(([name, inner]) => [name, partAt(`${path}${name}`, inner)] as const)
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
}

function partAt(path: string, value: unknown): unknown {
  if (WHAT_MATTERS.includes(path)) return value
  const below = `${path}.`
  return WHAT_MATTERS.some((each) => each.startsWith(below)) ? partBelow(below, value) : undefined
}
