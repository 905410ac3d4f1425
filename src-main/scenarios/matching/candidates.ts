import { jsonOrText } from '#lib/json/json-or-text'
import { compareWith, type Difference } from '#lib/match/compare'
import { describeValue } from '#lib/match/describe'
import { explainCandidates, nearestFirst } from '#lib/match/nearest'
import type { Pattern } from '#lib/match/pattern'
import { fromWords } from './from-words'

/** What an expectation may look at. */
export interface Candidate {
  readonly label: string
  readonly view: Readonly<Record<string, unknown>>
  /** Bodies by their names. Patterns see each as its JSON value, or as the text that it is otherwise. */
  readonly bodies: Readonly<Record<string, string | null>>
}

/** Candidates, and the members of an expectation as a scenario writes them. */
export interface Compared {
  readonly words: Readonly<Record<string, unknown>>
  readonly candidates: readonly Candidate[]
}

/** The first candidate that matches, with the values of its bodies. */
export interface FoundMatch {
  readonly index: number
  readonly bodies: Readonly<Record<string, unknown>>
}

/** What came instead. */
export interface Miss {
  readonly expected: string
  /** The candidates after the nearest one, each with its differences. */
  readonly lines: readonly string[]
  /** The candidates, nearest first. */
  readonly order: readonly number[]
  /** The differences of the nearest one; null where nothing came. */
  readonly members: readonly Difference[] | null
}

const MAX_EXPECTED_CHARS = 2_000
/** Differences that a failure keeps. */
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

/** Finds the first candidate that matches. */
export function findMatch({ words, candidates }: Compared): FoundMatch | null {
  const pattern = patternOf(words)
  const index = candidates.findIndex((each) => compareWith(pattern, wholeView(each)).matches)
  const found = candidates[index]
  return found === undefined ? null : { index, bodies: bodiesOf(found) }
}

/** Explains why none of the candidates matches. */
export function explainMiss({ words, candidates }: Compared): Miss {
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
