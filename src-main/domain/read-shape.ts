import type { z } from 'zod'

export type ReadShape<Value> =
  | { readonly success: true; readonly data: Value; readonly error?: undefined }
  | { readonly success: false; readonly data?: undefined; readonly error: ShapeError }

/** At least one issue, with the path of the error. */
export type ShapeError = Pick<z.ZodError, 'issues'>

/** `safeParse` without the TypeError that zod throws when it compares a `length` that is an object. */
export function readShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): ReadShape<z.output<Schema>> {
  try {
    return schema.safeParse(value)
  } catch (error) {
    const path = oddLength(value, [])
    if (!(error instanceof TypeError) || path === null) throw error
    const message = 'must not be an object with a member "length" that is an object'
    return {
      success: false,
      error: { issues: [{ code: 'custom', path, message, input: value }] },
    }
  }
}

/** Zod's own message about a wrong type or option in the wording of ours; any other message as it is. */
export const worded = (message: string): string =>
  message
    .replace(/^Invalid (?:input|option): expected (.*)$/, 'must be $1')
    .replace(/^(must be .*), received (.*)$/, '$1, not $2')

/** The issues with the dotted paths of their fields. */
export const shapeIssues = ({ issues }: ShapeError) =>
  issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message: worded(message) }))

/** The first issue in a sentence: `match.kinds.0: must be one of "charge"|"capture"`. */
export function shapeErrorText(error: ShapeError): string {
  const [issue] = shapeIssues(error)
  return issue === undefined ? 'not readable' : `${issue.field || 'value'}: ${issue.message}`
}

/** The path of an object whose `length` cannot be compared; null if there is none. */
function oddLength(value: unknown, path: readonly string[]): string[] | null {
  if (typeof value !== 'object' || value === null) return null
  const members = Object.entries(value)
  if (members.some(([name, member]) => name === 'length' && typeof member === 'object' && member !== null))
    return [...path]
  for (const [name, member] of members) {
    const found = oddLength(member, [...path, name])
    if (found !== null) return found
  }
  return null
}
