import { boundedPath } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { JsonMember, JsonNode } from './node'
import { skipSpace, unescaped } from './scan'

/** Limits how many paths are built: a repeated object yields the same paths again. */
const MAX_PATHS_MADE = 10 * LIMITS.namedPaths

interface Reading {
  readonly text: string
  at: number
  readonly path: (string | number)[]
  readonly repeated: Set<string>
  repetitions: number
  pathsMade: number
}

class SyntaxProblem extends Error {
  readonly offset: number
  readonly expected: string

  constructor(offset: number, expected: string) {
    super(`Expected ${expected} at ${offset}`)
    this.offset = offset
    this.expected = expected
  }
}

/**
 * Keeps the spelling of numbers, the order of keys and the paths of repeated ones. The last of several equal keys
 * gives the value, the first the position, as in the JSON readers of PHP, Python and JavaScript. Recursive: check
 * the depth first. `duplicateKeys` are shortened dotted paths (`general.project_id`, `items.0.id`) in order of
 * repetition, at most {@link LIMITS.namedPaths}; `repetitions` counts all members that repeat a key.
 * @throws SyntaxProblem if the text breaks the grammar of RFC 8259
 */
export const parsePreserving = (text: string) => {
  const reading: Reading = { text, at: 0, path: [], repeated: new Set(), repetitions: 0, pathsMade: 0 }
  const root = readValue(reading)
  if (skip(reading) !== undefined) throw new SyntaxProblem(reading.at, 'nothing after the value')
  return { root, duplicateKeys: [...reading.repeated], repetitions: reading.repetitions }
}

/** The first syntax error; undefined for valid JSON. Replaces JSON.parse's errors, which differ between runtimes. */
export const firstSyntaxError = (text: string): Pick<SyntaxProblem, 'offset' | 'expected'> | undefined => {
  try {
    parsePreserving(text)
    return undefined
  } catch (error) {
    if (error instanceof SyntaxProblem) return error
    throw error
  }
}

/** Skips white space and returns the next character; undefined at the end of the text. */
const skip = (reading: Reading): string | undefined => {
  reading.at = skipSpace(reading.text, reading.at)
  return reading.text[reading.at]
}

const readValue = (reading: Reading): JsonNode => {
  switch (skip(reading)) {
    case '{':
      return readObject(reading)
    case '[':
      return readArray(reading)
    case '"':
      return { type: 'string', value: readString(reading) }
    default:
      return readWordOrNumber(reading)
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const WORD = /true|false|null/y
const UNIT_ESCAPE = /u[\da-fA-F]{4}/y
const ESCAPES = '"\\/bfnrt'

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const readWordOrNumber = (reading: Reading): JsonNode => {
  const { text, at } = reading
  const written = matchAt(NUMBER, text, at) ?? matchAt(WORD, text, at)
  if (written === undefined) throw new SyntaxProblem(at, 'a value')
  reading.at += written.length
  switch (written) {
    case 'true':
    case 'false':
      return { type: 'boolean', value: written === 'true' }
    case 'null':
      return { type: 'null' }
    default:
      return { type: 'number', text: written, value: Number(written) }
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LF = 0x0a
const CR = 0x0d

/** What a string lacks if it reaches the end of its line; the error is where the string begins. */
export const CLOSING_QUOTE = 'the closing quote of a string'

const readString = (reading: Reading): string => {
  const { text } = reading
  const start = reading.at + 1
  let at = start
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
    if (at >= text.length || code === LF || code === CR) throw new SyntaxProblem(start - 1, CLOSING_QUOTE)
    if (code < 0x20) throw new SyntaxProblem(at, 'an escape such as \\n instead of a raw control character')
    at += code === BACKSLASH ? escapeLength(text, at) : 1
  }
  reading.at = at + 1
  return unescaped(text.slice(start, at))
}

const escapeLength = (text: string, at: number): number => {
  const letter = text.charAt(at + 1)
  if (letter === 'u') {
    if (matchAt(UNIT_ESCAPE, text, at + 1) === undefined)
      throw new SyntaxProblem(at, '\\u with four hex digits')
    return 6
  }
  if (letter === '' || !ESCAPES.includes(letter)) throw new SyntaxProblem(at, 'one of the escapes of JSON')
  return 2
}

const readInside = (reading: Reading, closer: ']' | '}', readOne: () => void): void => {
  reading.at += 1
  if (skip(reading) === closer) {
    reading.at += 1
    return
  }
  for (;;) {
    readOne()
    const next = skip(reading)
    if (next !== closer && next !== ',') throw new SyntaxProblem(reading.at, `a comma or ${closer}`)
    reading.at += 1
    if (next === closer) return
  }
}

/** Counts a repeated key. Names only the first few: building a path takes time for each of its keys. */
const noteRepetition = (reading: Reading, key: string, named: Set<string>): void => {
  const { path, repeated } = reading
  reading.repetitions += 1
  if (repeated.size >= LIMITS.namedPaths || reading.pathsMade >= MAX_PATHS_MADE || named.has(key)) return
  named.add(key)
  reading.pathsMade += 1
  repeated.add(boundedPath(path))
}

const readObject = (reading: Reading): JsonNode => {
  const byKey = new Map<string, JsonMember>()
  const { path } = reading
  const named = new Set<string>()
  readInside(reading, '}', () => {
    if (skip(reading) !== '"') throw new SyntaxProblem(reading.at, 'a key in double quotes')
    const key = readString(reading)
    if (skip(reading) !== ':') throw new SyntaxProblem(reading.at, 'a colon after the key')
    reading.at += 1
    path.push(key)
    if (byKey.has(key)) noteRepetition(reading, key, named)
    byKey.set(key, { key, value: readValue(reading) })
    path.pop()
  })
  return { type: 'object', members: [...byKey.values()] }
}

const readArray = (reading: Reading): JsonNode => {
  const items: JsonNode[] = []
  readInside(reading, ']', () => {
    reading.path.push(items.length)
    items.push(readValue(reading))
    reading.path.pop()
  })
  return { type: 'array', items }
}
