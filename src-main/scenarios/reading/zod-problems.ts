import { z } from 'zod'
import { suggestion } from './suggestion'
import { MAX_PROBLEMS } from './limits'
import type { Path, Problem } from './problem'
import type { YamlFile } from './read-yaml'

type Issue = z.core.$ZodIssue

/** Turns the issues of a shape about the value at a path into problems at their places in the file. */
export function problemsOf(
  file: YamlFile,
  at: Path,
  shape: z.ZodType,
  issues: readonly Issue[],
): readonly Problem[] {
  return issues.slice(0, MAX_PROBLEMS).flatMap((issue) => {
    const inner = issue.path.map((key) => (typeof key === 'number' ? key : String(key)))
    const path = [...at, ...inner]
    if (issue.code === 'unrecognized_keys') {
      return issue.keys
        .slice(0, MAX_PROBLEMS)
        .map((key) =>
          file.problemAt(
            [...path, key],
            `is not known here. ${suggestion(key, namesOf(shape, inner))}`,
            'key',
          ),
        )
    }
    const missing = issue.code === 'invalid_type' && issue.input === undefined && !isThere(file.value, path)
    return [
      file.problemAt(
        path,
        missing ? `is missing. It ${requirement(issue.message)}.` : sentence(issue.message),
      ),
    ]
  })
}

const requirement = (message: string): string =>
  /^must |^needs /.test(message) ? message : `must be given (${message.toLowerCase()})`

const sentence = (message: string): string => {
  const text = message.replace(/^Invalid input: expected (.*), received (.*)$/, 'must be $1, not $2')
  return /[.]$/.test(text) ? text : `${text}.`
}

function isThere(value: unknown, path: Path): boolean {
  let current: unknown = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return false
    current = (current as Readonly<Record<string | number, unknown>>)[key]
  }
  return true
}

/** The names that a map at a path inside a shape may have; none where any may stand. */
function namesOf(shape: z.ZodType, path: Path): readonly string[] {
  let current: unknown = shape
  for (const key of path) {
    const inside = bare(current)
    if (inside instanceof z.ZodObject) current = inside.shape[String(key)]
    else if (inside instanceof z.ZodArray) current = inside.element
    else return []
  }
  const found = bare(current)
  return found instanceof z.ZodObject ? Object.keys(found.shape) : []
}

/** The shape inside of `optional`; of a union its member that is a map. */
function bare(shape: unknown): unknown {
  if (shape instanceof z.ZodOptional) return bare(shape.unwrap())
  if (shape instanceof z.ZodUnion) return shape.options.find((option) => option instanceof z.ZodObject)
  return shape
}
