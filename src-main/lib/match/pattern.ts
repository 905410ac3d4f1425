import { boundedPath } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'

/** Also recognises matchers of another copy of this module, which a test may load. */
const MATCHER = Symbol.for('paybench.matcher')

export type Relation = '>' | '>=' | '<' | '<='

export type Rule =
  | { readonly kind: 'any' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'one of'; readonly patterns: readonly Pattern[] }
  | { readonly kind: 'not'; readonly pattern: Pattern }
  | { readonly kind: 'unordered'; readonly items: readonly Pattern[] }
  | { readonly kind: 'matching'; readonly expression: RegExp }
  | { readonly kind: 'compared'; readonly relation: Relation; readonly bound: number }

/** Used in a pattern in place of a single value. */
export interface Matcher {
  readonly [MATCHER]: Rule
}

/** Objects match partially, lists item by item; a regular expression means `matching(expression)`. */
export type Pattern =
  | Matcher
  | RegExp
  | string
  | number
  | boolean
  | null
  | readonly Pattern[]
  | { readonly [member: string]: Pattern | undefined }

/** A pattern for values of one type: some or all of its members, and matchers anywhere. */
export type PatternOf<Value> = unknown extends Value
  ? Pattern
  : | Matcher
    | (Value extends string ? Value | RegExp : never)
    | (Value extends number | boolean | null ? Value : never)
    | (Value extends readonly (infer Item)[] ? readonly PatternOf<Item>[] : never)
    | (Value extends readonly unknown[]
        ? never
        : Value extends object
          ? { readonly [Member in keyof Value]?: PatternOf<Value[Member]> | undefined }
          : never)

const matcher = (rule: Rule): Matcher => Object.freeze({ [MATCHER]: rule })

/** Matches every present value, null included. */
export const any: Matcher = matcher({ kind: 'any' })

/** Matches if there is no such member. */
export const absent: Matcher = matcher({ kind: 'absent' })

/** Matches if at least one of the patterns does. */
export const oneOf = (...patterns: readonly Pattern[]): Matcher => matcher({ kind: 'one of', patterns })

/** Matches if the pattern does not, or if there is no such member. */
export const not = (pattern: Pattern): Matcher => matcher({ kind: 'not', pattern })

/** Matches a list with exactly these items, in any order. */
export const unordered = (...items: readonly Pattern[]): Matcher => matcher({ kind: 'unordered', items })

/** Matches text, or a number as text, that has a match for the expression; ignores the flags `g` and `y`. */
export const matching = (expression: RegExp): Matcher => matcher({ kind: 'matching', expression })

const compareTo = (relation: Relation, bound: number): Matcher =>
  matcher({ kind: 'compared', relation, bound })

export const moreThan = (bound: number): Matcher => compareTo('>', bound)

export const atLeast = (bound: number): Matcher => compareTo('>=', bound)

export const lessThan = (bound: number): Matcher => compareTo('<', bound)

export const atMost = (bound: number): Matcher => compareTo('<=', bound)

/** The rule of a matcher or a regular expression; null for an ordinary value. */
export function ruleOf(pattern: unknown): Rule | null {
  if (pattern instanceof RegExp) return { kind: 'matching', expression: pattern }
  if (typeof pattern !== 'object' || pattern === null || !Object.hasOwn(pattern, MATCHER)) return null
  return (pattern as Matcher)[MATCHER]
}

/** An invalid pattern. The message names the path and what to write instead. */
export class PatternError extends Error {
  readonly path: readonly (string | number)[]

  constructor(path: readonly (string | number)[], problem: string) {
    super(path.length === 0 ? `The pattern ${problem}` : `The pattern at ${boundedPath(path)} ${problem}`)
    this.name = 'PatternError'
    this.path = path
  }
}

/**
 * Checks a pattern before it is used, so that a mistake is reported whatever values arrive.
 * @throws PatternError for values without a JSON form, misused matchers, and more than {@link LIMITS.jsonDepth} levels
 */
export function checkPattern(pattern: unknown, path: readonly (string | number)[] = []): void {
  if (path.length > LIMITS.jsonDepth) {
    throw new PatternError(
      path,
      `has more than ${LIMITS.jsonDepth} levels. Write a flatter one, and check that it does not contain itself.`,
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
    const remedy = 'Write the value as it appears in the JSON, or use matching(/…/).'
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

/** Whether it is an object literal, even one from another realm, which has its own `Object.prototype`. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
