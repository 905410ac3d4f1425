/**
 * What the platform asks for (contract 3.5): key of `additional_data` -> requested names.
 * Dots in a name mean nesting: `customer: ['billing.city']` asks for `additional_data.customer.billing.city`.
 * Keys and names keep the order in which they were asked.
 */
export type ClarificationFields = Readonly<Record<string, readonly string[]>>

/** One requested value, taken apart: `{key: 'customer', name: 'billing.city', path: 'customer.billing.city'}`. */
export interface RequestedField {
  readonly key: string
  readonly name: string
  readonly path: string
}

/** Asks for nothing. */
export const NO_FIELDS: ClarificationFields = {}

/** The place of a value below `additional_data`, written with dots. */
export function fieldPath(key: string, name: string): string {
  return `${key}.${name}`
}

/** Every requested value in the order asked. */
export function flattenFields(fields: ClarificationFields): readonly RequestedField[] {
  return Object.entries(fields).flatMap(([key, names]) =>
    names.map((name) => ({ key, name, path: fieldPath(key, name) })),
  )
}

/** How many values are asked for. */
export function countFields(fields: ClarificationFields): number {
  return Object.values(fields).reduce((count, names) => count + names.length, 0)
}

/** True when no value is asked for; a key with an empty list asks for nothing. */
export function isEmptyFields(fields: ClarificationFields): boolean {
  return countFields(fields) === 0
}

/**
 * The fields whose path passes the test, in the order asked; a key with nothing left vanishes (contract 5.2).
 * Built from entries, so that a key such as `__proto__` stays an ordinary key.
 */
export function filterFields(
  fields: ClarificationFields,
  keep: (field: RequestedField) => boolean,
): ClarificationFields {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([key, names]): [string, readonly string[]] => [
        key,
        names.filter((name) => keep({ key, name, path: fieldPath(key, name) })),
      ])
      .filter(([, names]) => names.length > 0),
  )
}

/** Everything asked in either list, each value once: first all of `first`, then what `second` adds. */
export function mergeFields(first: ClarificationFields, second: ClarificationFields): ClarificationFields {
  const merged = new Map<string, Set<string>>()
  for (const { key, name } of [...flattenFields(first), ...flattenFields(second)]) {
    const names = merged.get(key) ?? new Set<string>()
    merged.set(key, names.add(name))
  }
  return Object.fromEntries([...merged].map(([key, names]) => [key, [...names]]))
}

type Value = string | number | boolean
type Branch = Map<string, Branch | Value>

/**
 * The `additional_data` that holds these values, each at its path: dots mean nesting (contract 5.8). Of a value and
 * values below it, the latter count. Keys such as `__proto__` stay ordinary keys.
 */
export function additionalDataOf(
  values: readonly (readonly [path: string, value: Value])[],
): Record<string, unknown> {
  const root: Branch = new Map()
  for (const [path, value] of values) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let branch = root
    for (const name of names) {
      const next = branch.get(name)
      const child: Branch = next instanceof Map ? next : new Map()
      branch.set(name, child)
      branch = child
    }
    if (!(branch.get(last) instanceof Map)) branch.set(last, value)
  }
  return objectOf(root)
}

const objectOf = (branch: Branch): Record<string, unknown> =>
  Object.fromEntries(
    [...branch].map(([name, value]) => [name, value instanceof Map ? objectOf(value) : value]),
  )
