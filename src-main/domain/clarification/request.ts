import { type ClarificationFields, flattenFields, isEmptyFields } from './fields'

/** Limits of one request for data: twice the catalogue fits. */
const REQUEST_LIMITS = { keys: 20, names: 200, nameLength: 100, depth: 6 } as const

/** `path` is `fields`, `fields.customer` or `fields.customer.0`. */
export interface RequestProblem {
  readonly path: string
  readonly constraint: 'required' | 'type' | 'pattern' | 'maxLength' | 'maximum' | 'unique'
  readonly message: string
}

/**
 * Problems of the requested fields. Names outside the catalogue are allowed if the merchant can supply them: not
 * blank, no empty part between dots, none twice, none inside another (`billing` and `billing.city`).
 */
export function validateRequest(fields: Readonly<Record<string, unknown>>): readonly RequestProblem[] {
  const problems = Object.entries(fields).flatMap(([key, names]) => [
    ...keyProblems(key),
    ...listProblems(key, names),
  ])
  if (problems.length > 0) return problems
  const asked = asFields(fields)
  if (isEmptyFields(asked)) {
    return [{ path: 'fields', constraint: 'required', message: 'Choose at least one field to ask for' }]
  }
  return [...sizeProblems(asked), ...nestingProblems(asked)]
}

/** Keys of one object: a dot would mean nesting, and a number would lose its position. */
function keyProblems(key: string): readonly RequestProblem[] {
  const path = `fields.${key}`
  if (/^[0-9]+$/.test(key) || key.includes('.')) {
    const message = `The key "${key}" must be a name without dots and not a number`
    return [{ path, constraint: 'pattern', message }]
  }
  return wordProblems(path, key, 'key')
}

function listProblems(key: string, names: unknown): readonly RequestProblem[] {
  const path = `fields.${key}`
  if (!Array.isArray(names)) {
    return [{ path, constraint: 'type', message: `"${key}" must hold a list of names` }]
  }
  if (names.length === 0) {
    return [{ path, constraint: 'required', message: `"${key}" must hold at least one name` }]
  }
  const list: readonly unknown[] = names
  return list.flatMap((name, index) => nameProblems(`${path}.${index}`, name, list.indexOf(name) < index))
}

function nameProblems(path: string, name: unknown, repeated: boolean): readonly RequestProblem[] {
  if (typeof name !== 'string') return [{ path, constraint: 'type', message: 'A name must be a string' }]
  if (repeated) return [{ path, constraint: 'unique', message: `"${name}" is asked for twice` }]
  const parts = name.split('.')
  if (parts.length > REQUEST_LIMITS.depth) {
    const message = `"${name}" nests deeper than ${REQUEST_LIMITS.depth} levels`
    return [{ path, constraint: 'maximum', message }]
  }
  const problem =
    wordProblems(path, name, 'name')[0] ?? parts.flatMap((part) => wordProblems(path, part, 'part'))[0]
  return problem === undefined ? [] : [problem]
}

function wordProblems(path: string, word: string, what: 'key' | 'name' | 'part'): readonly RequestProblem[] {
  if (word.trim() === '') {
    const message = what === 'part' ? 'A name must not have an empty part between dots' : `A ${what} is blank`
    return [{ path, constraint: 'required', message }]
  }
  if (word.length > REQUEST_LIMITS.nameLength) {
    const message = `A ${what} must have at most ${REQUEST_LIMITS.nameLength} characters`
    return [{ path, constraint: 'maxLength', message }]
  }
  if (word !== word.trim() || /\p{Cc}/u.test(word) || word === '__proto__') {
    const message = `"${word}" must not begin or end with a space, hold control characters or be __proto__`
    return [{ path, constraint: 'pattern', message }]
  }
  return []
}

/** Call only after all lists were found to hold strings. */
function asFields(fields: Readonly<Record<string, unknown>>): ClarificationFields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, names]) => [
      key,
      Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
    ]),
  )
}

function sizeProblems(fields: ClarificationFields): readonly RequestProblem[] {
  const { keys, names } = REQUEST_LIMITS
  const within = Object.keys(fields).length <= keys && flattenFields(fields).length <= names
  if (within) return []
  const message = `Ask for at most ${names} names under at most ${keys} keys`
  return [{ path: 'fields', constraint: 'maximum', message }]
}

/** A value cannot be both text and object, so `billing` and `billing.city` exclude each other. */
function nestingProblems(fields: ClarificationFields): readonly RequestProblem[] {
  const paths = new Set(flattenFields(fields).map(({ path }) => path))
  return Object.entries(fields).flatMap(([key, names]) =>
    names.flatMap((name, index): readonly RequestProblem[] => {
      const parts = name.split('.')
      const outer = parts.slice(1).map((_, depth) => parts.slice(0, depth + 1).join('.'))
      const clash = outer.find((prefix) => paths.has(`${key}.${prefix}`))
      if (clash === undefined) return []
      const message = `"${name}" lies inside "${clash}", which is asked for as a single value`
      return [{ path: `fields.${key}.${index}`, constraint: 'unique', message }]
    }),
  )
}
