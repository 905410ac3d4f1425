import type { z } from 'zod'
import { likeliest } from './likeliest'
import type { Path, Problem } from './problem'
import type { YamlFile } from './read-yaml'

type Issue = z.core.$ZodIssue

/** The mistakes that a shape found, at their places in the file. `known`: the names that a map may have. */
export function problemsOf(
  file: YamlFile,
  at: Path,
  issues: readonly Issue[],
  namesAt: (path: Path) => readonly string[],
): readonly Problem[] {
  return issues.flatMap((issue) => {
    const inner = issue.path.map((key) => (typeof key === 'number' ? key : String(key)))
    const path = [...at, ...inner]
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) =>
        file.problemAt([...path, key], `is not known here. ${likeliest(key, namesAt(inner))}`, 'key'),
      )
    }
    const missing = issue.code === 'invalid_type' && issue.input === undefined && !isThere(file.value, path)
    return [
      file.problemAt(path, missing ? `is missing. It ${plain(issue.message)}.` : sentence(issue.message)),
    ]
  })
}

const plain = (message: string): string =>
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
