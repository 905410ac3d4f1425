import { isRecord } from '#lib/json/node'
import { checkPattern, type Relation, type Rule, ruleOf } from './pattern'
import { describeValue } from './describe'

/** `expected` and `actual` are cut to a readable length. */
export interface Difference {
  readonly path: readonly (string | number)[]
  readonly expected: string
  /** `nothing` if there is no such member. */
  readonly actual: string
}

/** `agreed` of the pattern's `total` values match. */
export interface Comparison {
  readonly matches: boolean
  readonly agreed: number
  readonly total: number
  /** In the order of the pattern; empty if and only if the value matches. */
  readonly differences: readonly Difference[]
}

/** Largest product of the lengths of two paired lists; pairing longer ones would take too long. */
const MAX_PAIRED_CELLS = 250_000

type Path = readonly (string | number)[]

/** Compares a JSON value (undefined if there is none) with a pattern. @throws PatternError if the pattern is wrong */
export function compareWith(pattern: unknown, actual: unknown): Comparison {
  checkPattern(pattern)
  return compareAt(pattern, actual, [])
}

const agreement: Comparison = { matches: true, agreed: 1, total: 1, differences: [] }

const difference = (path: Path, expected: unknown, actual: unknown, total = 1): Comparison => ({
  matches: false,
  agreed: 0,
  total,
  differences: [{ path, expected: describeValue(expected), actual: describeValue(actual) }],
})

/** A pattern without parts, such as `{}`, counts as one value that agrees. */
function joinComparisons(parts: readonly Comparison[]): Comparison {
  if (parts.length === 0) return agreement
  const sum = (get: (part: Comparison) => number): number => parts.reduce((all, one) => all + get(one), 0)
  return {
    matches: parts.every(({ matches }) => matches),
    agreed: sum(({ agreed }) => agreed),
    total: sum(({ total }) => total),
    differences: parts.flatMap(({ differences }) => differences),
  }
}

function compareAt(pattern: unknown, actual: unknown, path: Path): Comparison {
  const rule = ruleOf(pattern)
  if (rule !== null) return compareWithRule(rule, pattern, actual, path)
  if (Array.isArray(pattern)) {
    const items: readonly unknown[] = pattern
    return Array.isArray(actual)
      ? compareItems(items, actual, path)
      : difference(path, pattern, actual, countOf(pattern))
  }
  if (isRecord(pattern)) {
    return isRecord(actual)
      ? compareMembers(pattern, actual, path)
      : difference(path, pattern, actual, countOf(pattern))
  }
  return pattern === actual ? agreement : difference(path, pattern, actual)
}

function compareMembers(
  pattern: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
  path: Path,
): Comparison {
  const asked = Object.keys(pattern).filter((key) => pattern[key] !== undefined)
  return joinComparisons(
    asked.map((key) =>
      compareAt(pattern[key], Object.hasOwn(actual, key) ? actual[key] : undefined, [...path, key]),
    ),
  )
}

function compareItems(items: readonly unknown[], actual: readonly unknown[], path: Path): Comparison {
  const compared = items.map((item, at) => compareAt(item, actual[at], [...path, at]))
  const surplus = actual.slice(items.length).map((item, at) => extraItem([...path, items.length + at], item))
  return joinComparisons([...compared, ...surplus])
}

const extraItem = (path: Path, item: unknown): Comparison => difference(path, undefined, item)

function countOf(pattern: unknown): number {
  if (ruleOf(pattern) !== null || typeof pattern !== 'object' || pattern === null) return 1
  const members = Object.values(pattern).filter((member) => member !== undefined)
  return Math.max(
    1,
    members.reduce<number>((all, member) => all + countOf(member), 0),
  )
}

function compareWithRule(rule: Rule, pattern: unknown, actual: unknown, path: Path): Comparison {
  switch (rule.kind) {
    case 'any':
      return actual === undefined ? difference(path, pattern, actual) : agreement
    case 'absent':
      return actual === undefined ? agreement : difference(path, pattern, actual)
    case 'one of':
      return rule.patterns.some((one) => compareAt(one, actual, path).matches)
        ? agreement
        : difference(path, pattern, actual)
    case 'not':
      return compareAt(rule.pattern, actual, path).matches ? difference(path, pattern, actual) : agreement
    case 'unordered':
      return Array.isArray(actual)
        ? compareUnordered(rule.items, actual, path)
        : difference(path, pattern, actual)
    case 'matching': {
      const isText = typeof actual === 'string' || typeof actual === 'number'
      return isText && finds(rule.expression, String(actual)) ? agreement : difference(path, pattern, actual)
    }
    case 'compared':
      return typeof actual === 'number' && relates(actual, rule.relation, rule.bound)
        ? agreement
        : difference(path, pattern, actual)
  }
}

function compareUnordered(items: readonly unknown[], actual: readonly unknown[], path: Path): Comparison {
  if (items.length * actual.length > MAX_PAIRED_CELLS) {
    const expected = `a list of ${items.length} items in any order that is short enough to be paired`
    return {
      ...difference(path, null, actual),
      differences: [{ path, expected, actual: `a list of ${actual.length} items` }],
    }
  }
  const { pairs, unpairedLeft, unpairedRight } = pairUp(
    items.length,
    actual.length,
    (left, right) => compareAt(items[left], actual[right], path).matches,
  )
  return joinComparisons([
    ...pairs.map(() => agreement),
    ...unpairedLeft.map((left) => difference(path, items[left], undefined)),
    ...unpairedRight.map((right) => extraItem([...path, right], actual[right])),
  ])
}

/** Pairs as many items of two lists as `fits` allows, each at most once. Calls `fits` at most once for each pair. */
function pairUp(leftCount: number, rightCount: number, fits: (left: number, right: number) => boolean) {
  const rights = Array.from({ length: rightCount }, (_, right) => right)
  const fitting = Array.from({ length: leftCount }, (_, left) => rights.filter((right) => fits(left, right)))
  const ownerOf = new Map<number, number>()
  /** Finds a partner for `left`, and gives others a new partner if that frees one. */
  const settle = (left: number, tried: Set<number>): boolean =>
    (fitting[left] ?? []).some((right) => {
      if (tried.has(right)) return false
      tried.add(right)
      const owner = ownerOf.get(right)
      if (owner !== undefined && !settle(owner, tried)) return false
      ownerOf.set(right, left)
      return true
    })
  const unpairedLeft = fitting.flatMap((_, left) => (settle(left, new Set()) ? [] : [left]))
  return {
    pairs: [...ownerOf].map(([right, left]) => [left, right] as const).sort(([a], [b]) => a - b),
    unpairedLeft,
    unpairedRight: rights.filter((right) => !ownerOf.has(right)),
  }
}

/** Whether a text has a match. Drops the flags `g` and `y`, which would resume after the last match. */
const finds = ({ source, flags }: RegExp, text: string): boolean =>
  new RegExp(source, flags.replace(/[gy]/g, '')).test(text)

function relates(value: number, relation: Relation, bound: number): boolean {
  switch (relation) {
    case '>':
      return value > bound
    case '>=':
      return value >= bound
    case '<':
      return value < bound
    case '<=':
      return value <= bound
  }
}
