import { errorText } from '#lib/error-text'
import { isRecord } from '#lib/json/node'
import {
  absent,
  any,
  atLeast,
  atMost,
  lessThan,
  matching,
  moreThan,
  not,
  oneOf,
  type Pattern,
  unordered,
} from '#lib/match/pattern'
import { jsonOrText } from '#lib/json/json-or-text'
import { compareWith } from '#lib/match/compare'
import { describeValue } from '#lib/match/describe'
import { explainCandidates, nearestFirst } from '#lib/match/nearest'

type PatternReading =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly path: Path; readonly message: string }

const MAX_EXPRESSION_CHARS = 500
/** A slash inside an expression has to be escaped, so that a path such as `/shop/order/7/` remains a text. */
const EXPRESSION = /^\/((?:[^/\\]|\\.)+)\/([imsu]{0,4})$/s
const COMPARISON = /^(>=|<=|>|<) ?(-?\d+(?:\.\d+)?)$/
const COMPARED = { '>': moreThan, '>=': atLeast, '<': lessThan, '<=': atMost } as const
const isRelation = (text: string): text is keyof typeof COMPARED => Object.hasOwn(COMPARED, text)

/** Reads a pattern such as `any`, `/regex/i` or `{not: …}`. Other values match themselves, and maps match in part. */
export function fromWords(value: unknown): PatternReading {
  try {
    return { ok: true, pattern: read(value, []) }
  } catch (error) {
    if (error instanceof WordError) return { ok: false, path: error.path, message: error.message }
    throw error
  }
}

type Path = readonly (string | number)[]

class WordError extends Error {
  constructor(
    readonly path: Path,
    message: string,
  ) {
    super(message)
  }
}

function read(value: unknown, path: Path): Pattern {
  if (typeof value === 'string') return fromText(value, path)
  if (Array.isArray(value)) return value.map((item: unknown, at) => read(item, [...path, at]))
  if (!isRecord(value)) return value as Pattern
  const [only, ...more] = Object.keys(value)
  if (only !== undefined && more.length === 0) {
    const inside = value[only]
    if (only === 'is') return inside as Pattern
    if (only === 'not') return not(read(inside, [...path, only]))
    if (only === 'one-of' || only === 'unordered') {
      if (!Array.isArray(inside) || inside.length === 0) {
        throw new WordError(
          [...path, only],
          `must be a list with something in it, such as {${only}: [a, b]}.`,
        )
      }
      const items = inside.map((item: unknown, at) => read(item, [...path, only, at]))
      return only === 'one-of' ? oneOf(...items) : unordered(...items)
    }
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, read(item, [...path, key])]))
}

function fromText(text: string, path: Path): Pattern {
  if (text === 'any') return any
  if (text === 'absent') return absent
  const [, relation = '', bound = ''] = COMPARISON.exec(text) ?? []
  if (isRelation(relation)) return COMPARED[relation](Number(bound))
  const expression = EXPRESSION.exec(text)
  if (expression === null || text.includes('${')) return text
  const [, source = '', flags = ''] = expression
  if (source.length > MAX_EXPRESSION_CHARS)
    throw new WordError(
      path,
      `is longer than ${MAX_EXPRESSION_CHARS} characters. Write a shorter expression.`,
    )
  try {
    return matching(new RegExp(source, flags))
  } catch (error) {
    throw new WordError(
      path,
      `is not a regular expression: ${errorText(error)}. Write {is: "…"} for the text itself.`,
    )
  }
}

/** What an expectation may inspect. */
export interface Candidate {
  readonly label: string
  readonly view: Readonly<Record<string, unknown>>
  /** Bodies by name. Patterns see each as its JSON value, or as text if it is not JSON. */
  readonly bodies: Readonly<Record<string, string | null>>
}

/** The members of an expectation, as a scenario words them, and the candidates to compare with them. */
export interface Compared {
  readonly words: Readonly<Record<string, unknown>>
  readonly candidates: readonly Candidate[]
}

const MAX_EXPECTED_CHARS = 2_000
const MAX_MEMBERS = 500

const bodiesOf = ({ bodies }: Candidate): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(bodies).map(([name, text]) => [name, text === null ? undefined : jsonOrText(text)]),
  )

const wholeView = (candidate: Candidate): unknown => ({ ...candidate.view, ...bodiesOf(candidate) })

function patternOf(words: Compared['words']): Pattern {
  const read = fromWords(words)
  if (!read.ok) throw new Error(`${read.path.join('.')} ${read.message}`)
  return read.pattern
}

/** The index of the first matching candidate, and the values of its bodies; null if none matches. */
export function findMatch({ words, candidates }: Compared) {
  const pattern = patternOf(words)
  const index = candidates.findIndex((each) => compareWith(pattern, wholeView(each)).matches)
  const found = candidates[index]
  return found === undefined ? null : { index, bodies: bodiesOf(found) }
}

/** Explains what was found instead. `members`: how the nearest candidate differs; null without a candidate. */
export function explainMiss({ words, candidates }: Compared) {
  const pattern = patternOf(words)
  const ranked = nearestFirst(pattern, [...candidates.entries()], ([, each]) => wholeView(each))
  const [nearest] = ranked
  return {
    expected: describeValue(pattern, MAX_EXPECTED_CHARS),
    lines: explainCandidates(ranked.slice(1), ([, { label }]) => label),
    order: ranked.map(({ item: [index] }) => index),
    members: nearest === undefined ? null : nearest.comparison.differences.slice(0, MAX_MEMBERS),
  }
}
