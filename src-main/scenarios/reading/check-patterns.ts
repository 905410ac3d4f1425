import { isRecord } from '#lib/json/record'
import { fromWords } from '#scenarios/matching/from-words'
import { EXPECTATION_WORDS, RESPONSE_WORDS, type Words } from '#scenarios/vocabulary/expectation-words'
import { MAX_PROBLEMS } from './limits'
import type { Path, Problem } from './problem'
import type { YamlFile } from './read-yaml'
import { suggestion } from './suggestion'
import type { WrittenStep } from './written-step'

/** Members of expectations that are not patterns. */
const NO_PATTERNS = new Set(['of', 'as', 'within', 'for', 'kinds'])

/** Checks the patterns of a step: whether each can be read, and whether its words can ever come. */
export function checkPatterns(step: WrittenStep, file: YamlFile): readonly Problem[] {
  const { verb, args, expect, at } = step
  const isExpectation = verb?.startsWith('expect ') === true
  return [
    ...(isExpectation ? checkMembers(args, EXPECTATION_WORDS[verb] ?? {}, [...at, verb], file) : []),
    ...checkMembers(expect, RESPONSE_WORDS, [...at, 'expect'], file),
  ]
}

function checkMembers(value: unknown, words: Words, path: Path, file: YamlFile): readonly Problem[] {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, item]) => {
    if (NO_PATTERNS.has(key)) return []
    const read = fromWords(item)
    if (!read.ok) return [file.problemAt([...path, key, ...read.path], read.message)]
    return impossibleWords(item, wordsOf(words, key), [...path, key])
      .slice(0, MAX_PROBLEMS)
      .map(({ at, word, known }) => file.problemAt(at, `is never ${word}. ${suggestion(word, known)}`))
  })
}

const wordsOf = (words: Words, member: string): Words | null =>
  isRecord(words) && Object.hasOwn(words, member) ? (words[member] ?? null) : null

interface ImpossibleWord {
  readonly at: Path
  readonly word: string
  readonly known: readonly string[]
}

/** Finds the words in a pattern that no value can be, inside of matchers and lists too. */
function impossibleWords(value: unknown, words: Words | null, at: Path): readonly ImpossibleWord[] {
  if (words === null) return []
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => impossibleWords(item, words, [...at, index]))
  if (!isRecord(value)) return isWordList(words) && !mayMatch(value, words) ? [found(value, words, at)] : []
  const [only, ...more] = Object.keys(value)
  if (only === 'is' && more.length === 0) {
    const isKnown = !isWordList(words) || hasVariable(value[only]) || words.includes(String(value[only]))
    return isKnown ? [] : [found(value[only], words, [...at, only])]
  }
  if (more.length === 0 && (only === 'not' || only === 'one-of' || only === 'unordered'))
    return impossibleWords(value[only], words, [...at, only])
  return Object.entries(value).flatMap(([key, item]) =>
    impossibleWords(item, wordsOf(words, key), [...at, key]),
  )
}

const found = (value: unknown, known: readonly string[], at: Path): ImpossibleWord => ({
  at,
  word: String(value),
  known,
})

const isWordList = (words: Words): words is readonly string[] => Array.isArray(words)
const hasVariable = (value: unknown): boolean => String(value).includes('${')

/** Whether a value is one of the words, a matcher, or known only when the step runs. */
function mayMatch(value: unknown, words: readonly string[]): boolean {
  if (typeof value !== 'string') return false
  if (words.includes(value) || hasVariable(value)) return true
  const read = fromWords(value)
  return !read.ok || typeof read.pattern !== 'string'
}
