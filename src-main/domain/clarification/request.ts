import { type ClarificationFields, countFields, fieldPath, flattenFields } from './fields'

const REQUEST_LIMITS = { keys: 20, names: 200, nameLength: 100, depth: 6 } as const

/** `path` is `fields`, `fields.customer` or `fields.customer.0`. */
interface RequestProblem {
  readonly path: string
  readonly message: string
}

/** Why fields cannot be requested, such as a blank name, or two names that are equal or nested. Null if they can. */
export function requestProblem(fields: ClarificationFields): RequestProblem | null {
  const { keys, names: most } = REQUEST_LIMITS
  if (Object.keys(fields).length > keys || countFields(fields) > most) {
    return { path: 'fields', message: `Request at most ${most} names under at most ${keys} keys` }
  }
  for (const [key, names] of Object.entries(fields)) {
    const wrong = names.length === 0 ? `"${key}" must have at least one name` : null
    const message = keyProblem(key) ?? wrong
    if (message !== null) return { path: `fields.${key}`, message }
    for (const [index, name] of names.entries()) {
      const problem = names.indexOf(name) < index ? `"${name}" is requested twice` : nameProblem(name)
      if (problem !== null) return { path: `fields.${key}.${index}`, message: problem }
    }
  }
  const asked = flattenFields(fields)
  return asked.length === 0
    ? { path: 'fields', message: 'Choose at least one field to request' }
    : nestingProblem(fields, new Set(asked.map(({ path }) => path)))
}

/** Refuses a dot, which would mean nesting, and an integer, because an object would move such a key to its front. */
function keyProblem(key: string): string | null {
  return /^[0-9]+$/.test(key) || key.includes('.')
    ? `The key "${key}" must not contain a dot or be a number`
    : wordProblem(key, 'A key is blank')
}

function nameProblem(name: string): string | null {
  const parts = name.split('.')
  if (parts.length > REQUEST_LIMITS.depth) {
    return `"${name}" nests deeper than ${REQUEST_LIMITS.depth} levels`
  }
  const ofParts = parts.map((part) => wordProblem(part, 'A name must not have an empty part between dots'))
  return wordProblem(name, 'A name is blank') ?? ofParts.find((problem) => problem !== null) ?? null
}

function wordProblem(word: string, whenBlank: string): string | null {
  if (word.trim() === '') return whenBlank
  if (word.length > REQUEST_LIMITS.nameLength) {
    return `A key or name must have at most ${REQUEST_LIMITS.nameLength} characters`
  }
  return word !== word.trim() || /\p{Cc}/u.test(word) || word === '__proto__'
    ? `"${word}" must not begin or end with a space, contain control characters or be __proto__`
    : null
}

/** A value cannot be both text and object, so `billing` and `billing.city` exclude each other. */
function nestingProblem(fields: ClarificationFields, paths: ReadonlySet<string>): RequestProblem | null {
  for (const [key, names] of Object.entries(fields)) {
    for (const [index, name] of names.entries()) {
      for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
        const outer = name.slice(0, dot)
        if (!paths.has(fieldPath(key, outer))) continue
        const message = `"${name}" lies inside "${outer}", which is requested as a single value`
        return { path: `fields.${key}.${index}`, message }
      }
    }
  }
  return null
}
