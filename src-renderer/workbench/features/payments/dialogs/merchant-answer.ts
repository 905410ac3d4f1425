import { fieldPath } from '#domain/clarification/fields'
import type { FieldName } from './field-choice'

/** How a value is written in JSON. */
export type JsonType = 'string' | 'number' | 'boolean'

/** A value that the tester gives for a requested field; an empty text leaves the field out. */
export interface GivenValue extends FieldName {
  readonly value: string
  /** The JSON type that the catalogue wants; text that does not fit the type is sent as a string. */
  readonly type: JsonType
}

type Leaf = string | number | boolean
type Branch = Map<string, Branch | Leaf>

const isBranch = (value: Branch | Leaf | undefined): value is Branch => value instanceof Map

function leafOf(value: string, type: JsonType): Leaf {
  if (type === 'number' && /^(?:0|[1-9]\d{0,14})$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

const toObject = (branch: Branch): Record<string, unknown> =>
  Object.fromEntries([...branch].map(([key, value]) => [key, isBranch(value) ? toObject(value) : value]))

/**
 * The `additional_data` of a clarification request (contract 5.8): dots in a name mean nesting, so
 * `customer` / `billing.city` becomes `{customer: {billing: {city}}}`. Fields left empty are not sent.
 */
export function additionalDataOf(values: readonly GivenValue[]): Record<string, unknown> {
  const root: Branch = new Map()
  for (const { key, name, value, type } of values) {
    if (value === '') continue
    const steps = fieldPath(key, name).split('.')
    const last = steps.pop()
    if (last === undefined) continue
    let branch = root
    for (const step of steps) {
      const next = branch.get(step)
      const child = isBranch(next) ? next : new Map<string, Branch | Leaf>()
      branch.set(step, child)
      branch = child
    }
    branch.set(last, leafOf(value, type))
  }
  return toObject(root)
}
