import { type ClarificationFields, filterFields, mergeFields } from '#domain/clarification/fields'

/** A value that can be asked for: `{key: 'customer', name: 'billing.city'}`. */
export interface FieldName {
  readonly key: string
  readonly name: string
}

const MAX_KEY = 100
const MAX_NAME = 200

export function isChosen(choice: ClarificationFields, field: FieldName): boolean {
  return (choice[field.key] ?? []).includes(field.name)
}

/** Adds or removes fields; what stays keeps the order in which it was chosen. */
export function choose(
  choice: ClarificationFields,
  fields: readonly FieldName[],
  on: boolean,
): ClarificationFields {
  if (!on) {
    return filterFields(
      choice,
      ({ key, name }) => !fields.some((field) => field.key === key && field.name === name),
    )
  }
  return fields.reduce<ClarificationFields>(
    (chosen, { key, name }) => mergeFields(chosen, Object.fromEntries([[key, [name]]])),
    choice,
  )
}

/** Whether all, some or none of a group are chosen. */
export function groupState(
  choice: ClarificationFields,
  fields: readonly FieldName[],
): 'all' | 'some' | 'none' {
  const count = fields.filter((field) => isChosen(choice, field)).length
  return count === 0 ? 'none' : count === fields.length ? 'all' : 'some'
}

export type TypedName = { readonly field: FieldName } | { readonly error: string }

/**
 * Reads a typed name as `key.name`; a bare name means the one catalogue field that is called so.
 * Anything the wire can carry is allowed: testers ask for unusual names on purpose.
 */
export function readTypedName(text: string, catalogue: readonly FieldName[]): TypedName {
  const typed = text.trim()
  const known = catalogue.filter((field) => field.name === typed || `${field.key}.${field.name}` === typed)
  const [only] = known
  if (known.length === 1 && only !== undefined) return { field: only }
  const dot = typed.indexOf('.')
  const key = typed.slice(0, Math.max(0, dot))
  const name = typed.slice(dot + 1)
  if (dot < 0 || key === '' || name === '') {
    return { error: 'Enter a custom name as key.name, for example customer.nickname, and press Enter.' }
  }
  if (key.length > MAX_KEY || name.length > MAX_NAME) {
    return {
      error: `The name is too long. Use at most ${MAX_KEY.toString()} characters for the key and ${MAX_NAME.toString()} for the name.`,
    }
  }
  return { field: { key, name } }
}

/** The chosen fields that are not in the catalogue. */
export function freeNames(
  choice: ClarificationFields,
  catalogue: readonly FieldName[],
): readonly FieldName[] {
  return Object.entries(choice).flatMap(([key, names]) =>
    names
      .filter((name) => !catalogue.some((field) => field.key === key && field.name === name))
      .map((name) => ({ key, name })),
  )
}

/** Whether every word of a search occurs in one of the texts, whatever the case. */
export function matchesSearch(search: string, texts: readonly string[]): boolean {
  const haystack = texts.join('\n').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}
