import { boundedPath } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { ruleOf, type Rule } from './pattern'

/** A pattern that no JSON value can be compared with. The message names its path and what to write instead. */
export class PatternError extends Error {
  readonly path: readonly (string | number)[]

  constructor(path: readonly (string | number)[], problem: string) {
    super(path.length === 0 ? `The pattern ${problem}` : `The pattern at ${boundedPath(path)} ${problem}`)
    this.name = 'PatternError'
    this.path = path
  }
}

/**
 * Checks a pattern before it is used, so that a mistake shows whatever values come.
 * @throws PatternError for what has no JSON form and for more than {@link LIMITS.jsonDepth} levels.
 */
export function checkPattern(pattern: unknown, path: readonly (string | number)[] = []): void {
  if (path.length > LIMITS.jsonDepth) {
    throw new PatternError(
      path,
      `has more than ${LIMITS.jsonDepth} levels. Write a flatter one; it may contain itself.`,
    )
  }
  const rule = ruleOf(pattern)
  if (rule !== null) {
    checkRule(rule, path)
    return
  }
  switch (typeof pattern) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return
    case 'number':
      if (!Number.isFinite(pattern))
        throw new PatternError(path, `is ${pattern}, which JSON does not have. Give a finite number.`)
      return
    case 'object':
      if (pattern !== null) checkMembers(pattern, path)
      return
    default:
      throw new PatternError(
        path,
        `is a ${typeof pattern}, which JSON does not have. Give a value or a matcher.`,
      )
  }
}

function checkMembers(pattern: object, path: readonly (string | number)[]): void {
  if (!Array.isArray(pattern) && !isPlain(pattern)) {
    const remedy = 'Write the value as it stands in the JSON, or use matching(/…/).'
    throw new PatternError(path, `is an object of a class, which JSON does not have. ${remedy}`)
  }
  for (const [key, member] of Object.entries(pattern)) checkPattern(member, [...path, key])
}

function checkRule(rule: Rule, path: readonly (string | number)[]): void {
  switch (rule.kind) {
    case 'any':
    case 'absent':
      return
    case 'one of':
      if (rule.patterns.length === 0)
        throw new PatternError(path, 'is oneOf() without alternatives. Give at least one.')
      checkAlternatives(rule.patterns, path)
      return
    case 'not':
      checkAlternatives([rule.pattern], path)
      return
    case 'unordered':
      checkAlternatives(rule.items, path)
      return
    case 'matching':
      if (!(rule.expression instanceof RegExp)) {
        throw new PatternError(path, 'needs a regular expression, such as matching(/^order-/).')
      }
      return
    case 'compared':
      if (!Number.isFinite(rule.bound))
        throw new PatternError(
          path,
          'compares with something that is not a finite number. Give one, such as moreThan(10).',
        )
      return
  }
}

function checkAlternatives(patterns: readonly unknown[], path: readonly (string | number)[]): void {
  patterns.forEach((pattern, at) => {
    if (pattern === undefined)
      throw new PatternError(
        [...path, at],
        'is undefined, which JSON does not have. Give a value or a matcher.',
      )
    checkPattern(pattern, [...path, at])
  })
}

/** An object literal, also one of another realm: its prototype is the last of the chain. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
