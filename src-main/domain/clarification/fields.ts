/** Requested names by key of `additional_data` (contract 3.5). Dots mean nesting: `customer: ['billing.city']`. */
export type ClarificationFields = Readonly<Record<string, readonly string[]>>

/** `{key: 'customer', name: 'billing.city', path: 'customer.billing.city'}`. */
export interface RequestedField {
  /** Key of `clarification_fields` and of `additional_data`. */
  readonly key: string
  /** Name in the key's list; dots mean nesting. */
  readonly name: string
  /** `key.name`. */
  readonly path: string
}

export const NO_FIELDS: ClarificationFields = {}

/** Dotted path below `additional_data`. */
export function fieldPath(key: string, name: string): string {
  return `${key}.${name}`
}

export function flattenFields(fields: ClarificationFields): readonly RequestedField[] {
  return Object.entries(fields).flatMap(([key, names]) =>
    names.map((name) => ({ key, name, path: fieldPath(key, name) })),
  )
}

export function countFields(fields: ClarificationFields): number {
  return Object.values(fields).reduce((count, names) => count + names.length, 0)
}

/** A key with an empty list requests nothing. */
export function isEmptyFields(fields: ClarificationFields): boolean {
  return countFields(fields) === 0
}

/** The fields that `keep` accepts; a key left empty is dropped (contract 5.2). Allows keys such as `__proto__`. */
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

/** Each field once: all of `first`, then what `second` adds. */
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

/** Puts values at their paths in `additional_data` (contract 5.8); a nested value wins over one of its parent. */
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
