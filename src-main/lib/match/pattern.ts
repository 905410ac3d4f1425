/** Marks a matcher, also for another copy of this module: a test may load one beside the bench. */
const MATCHER = Symbol.for('paybench.matcher')

/** How a number may relate to a bound. */
export type Relation = '>' | '>=' | '<' | '<='

/** What a matcher asks of the value that stands in its place. */
export type Rule =
  | { readonly kind: 'any' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'one of'; readonly patterns: readonly Pattern[] }
  | { readonly kind: 'not'; readonly pattern: Pattern }
  | { readonly kind: 'unordered'; readonly items: readonly Pattern[] }
  | { readonly kind: 'matching'; readonly expression: RegExp }
  | { readonly kind: 'compared'; readonly relation: Relation; readonly bound: number }

/** Stands in a pattern where no single value can. */
export interface Matcher {
  readonly [MATCHER]: Rule
}

/**
 * What a JSON value has to be like. An object matches in part: members that it does not name are free, and members that
 * are undefined are not looked at. A list matches item by item. A regular expression is `matching(expression)`.
 */
export type Pattern =
  | Matcher
  | RegExp
  | string
  | number
  | boolean
  | null
  | readonly Pattern[]
  | { readonly [member: string]: Pattern | undefined }

/** A pattern for values of one type: its members, in part, and matchers anywhere. */
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

/** Matches every value that is there, null included. */
export const any: Matcher = matcher({ kind: 'any' })

/** Matches where there is no such member. */
export const absent: Matcher = matcher({ kind: 'absent' })

/** Matches what at least one of the patterns matches. */
export const oneOf = (...patterns: readonly Pattern[]): Matcher => matcher({ kind: 'one of', patterns })

/** Matches what the pattern does not match, also where there is no such member. */
export const not = (pattern: Pattern): Matcher => matcher({ kind: 'not', pattern })

/** Matches a list with exactly these items, in any order. */
export const unordered = (...items: readonly Pattern[]): Matcher => matcher({ kind: 'unordered', items })

/** Matches a text, or a number as it is written, in which the expression finds something; the flags `g` and `y` mean nothing here. */
export const matching = (expression: RegExp): Matcher => matcher({ kind: 'matching', expression })

const compared = (relation: Relation, bound: number): Matcher =>
  matcher({ kind: 'compared', relation, bound })

/** Matches a number above `bound`. */
export const moreThan = (bound: number): Matcher => compared('>', bound)

/** Matches `bound` and every number above it. */
export const atLeast = (bound: number): Matcher => compared('>=', bound)

/** Matches a number below `bound`. */
export const lessThan = (bound: number): Matcher => compared('<', bound)

/** Matches `bound` and every number below it. */
export const atMost = (bound: number): Matcher => compared('<=', bound)

/** What a matcher or a regular expression asks for; null for a pattern that is an ordinary value. */
export function ruleOf(pattern: unknown): Rule | null {
  if (pattern instanceof RegExp) return { kind: 'matching', expression: pattern }
  if (typeof pattern !== 'object' || pattern === null || !Object.hasOwn(pattern, MATCHER)) return null
  return (pattern as Matcher)[MATCHER]
}
