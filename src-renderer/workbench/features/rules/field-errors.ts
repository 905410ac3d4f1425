/** What is wrong with a field of a rule; `field` as in the contract, without `rule.`: `steps.1.url`, `error.ms`. */
export interface FieldError {
  readonly field: string
  readonly message: string
  /** The field is still empty: shown once the tester tries to save. */
  readonly isEmpty: boolean
}

/** Why the bench refused a rule: by its fields, and what concerns none of them. */
export interface RuleRefusal {
  readonly errors: readonly FieldError[]
  readonly rest: string | null
}

/** Whether `part` is the field or a part of it. */
export function covers(field: string, part: string): boolean {
  return part === field || part.startsWith(`${field}.`)
}

/** What is wrong with a field or a part of it, as one text; null where nothing is. */
export function errorAt(errors: readonly FieldError[], field: string): string | null {
  const found = errors.filter((error) => covers(field, error.field)).map(({ message }) => message)
  return found.length === 0 ? null : [...new Set(found)].join(' ')
}
