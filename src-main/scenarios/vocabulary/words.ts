import { z } from 'zod'
import { nearestName } from '#domain/query/fields'
import { isRecord } from '#lib/json/node'
import { fromWords } from '#scenarios/matching/from-words'

/** Maximum number of problems that are reported for one file. */
export const MAX_PROBLEMS = 100

const MAX_COMPARED = 200

/** The remedy for an unknown word, as a sentence: the known word that was probably meant, otherwise the known ones. */
export function suggestion(word: string, known: readonly string[]): string {
  const compared = known.slice(0, MAX_COMPARED)
  const near = nearestName(compared, word)
  if (near !== null) return `Did you mean ${near}?`
  if (known.length === 0) return 'Leave it out.'
  const more = known.length - compared.length
  return `The known words are ${compared.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

type Words = readonly string[] | { readonly [member: string]: Words }

type At = readonly (string | number)[]

/** Accepts a value, a map that matches in part, or a matcher. `words`: the only possible values, if they are known. */
export const pattern = (words: Words = {}) =>
  z.unknown().superRefine((value, context) => {
    const read = fromWords(value)
    if (!read.ok) {
      context.addIssue({ code: 'custom', path: [...read.path], message: read.message })
      return
    }
    for (const { at, word, known } of impossibleWords(value, words, []).slice(0, MAX_PROBLEMS)) {
      const message = `cannot be ${word}. ${suggestion(word, known)}`
      context.addIssue({ code: 'custom', path: [...at], message })
    }
  })

interface ImpossibleWord {
  readonly at: At
  readonly word: string
  readonly known: readonly string[]
}

const WITH_PATTERNS: ReadonlySet<string | undefined> = new Set(['not', 'one-of', 'unordered'])

/** Finds the words in a pattern that no value can equal, including those inside matchers and lists. */
function impossibleWords(value: unknown, words: Words, at: At): readonly ImpossibleWord[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => impossibleWords(item, words, [...at, index]))
  const [only, ...more] = isRecord(value) ? Object.keys(value) : []
  const isMatcher = more.length === 0 && (only === 'is' || WITH_PATTERNS.has(only))
  if (isRecord(value) && !(isMatcher && only === 'is'))
    return Object.entries(value).flatMap(([key, item]) =>
      impossibleWords(item, isMatcher ? words : memberOf(words, key), [...at, key]),
    )
  if (!Array.isArray(words)) return []
  const known: readonly string[] = words
  const [word, path] = isRecord(value) ? [value['is'], [...at, 'is']] : [value, at]
  const isPossible =
    known.includes(String(word)) || String(word).includes('${') || (path === at && isWordOfMatcher(word))
  return isPossible ? [] : [{ at: path, word: String(word), known }]
}

const memberOf = (words: Words, key: string): Words =>
  isRecord(words) && Object.hasOwn(words, key) ? (words[key] ?? {}) : {}

function isWordOfMatcher(value: unknown): boolean {
  const read = fromWords(value)
  return typeof value === 'string' && (!read.ok || typeof read.pattern !== 'string')
}
