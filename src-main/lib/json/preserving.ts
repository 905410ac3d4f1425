import { boundedPath } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { JsonMember, JsonNode } from './node'
import { unescaped, skipSpace, tokenEnd } from './scan'

/** A tree that keeps what was written, and the keys that the text repeats. */
export interface PreservedJson {
  readonly root: JsonNode
  /**
   * Dotted paths (`general.project_id`, `items.0.id`), shortened, in the order in which they were repeated first; at most
   * {@link LIMITS.namedPaths}.
   */
  readonly duplicateKeys: readonly string[]
  /** How many members repeat a key of their object, named in `duplicateKeys` or not. */
  readonly repetitions: number
}

/** Bound on the paths that are built: where a whole object is repeated, the same paths come again. */
const MAX_PATHS_MADE = 10 * LIMITS.namedPaths

/** The position of the reader, and what it has found so far. */
interface Reading {
  readonly text: string
  at: number
  /** Keys and indexes that lead to the value that is being read. */
  readonly path: (string | number)[]
  readonly repeated: Set<string>
  repetitions: number
  pathsMade: number
}

/**
 * Reads a text keeping the spelling of numbers, the order of all keys and the paths of repeated ones. The last
 * of several equal keys gives the value, the first gives the place, as in the JSON readers of PHP, Python and
 * JavaScript. Only for text that JSON.parse accepts and that is not too deep: it looks for no errors and calls itself
 * for every level.
 */
export const parsePreserving = (text: string): PreservedJson => {
  const reading: Reading = {
    text,
    at: skipSpace(text, 0),
    path: [],
    repeated: new Set(),
    repetitions: 0,
    pathsMade: 0,
  }
  const root = readValue(reading)
  return { root, duplicateKeys: [...reading.repeated], repetitions: reading.repetitions }
}

/** Reads the value whose first character is at the position, and moves behind its last one. */
const readValue = (reading: Reading): JsonNode => {
  const { text, at } = reading
  switch (text[at]) {
    case '{':
      return readObject(reading)
    case '[':
      return readArray(reading)
    case '"':
      return { type: 'string', value: readString(reading) }
    case 't':
      reading.at = at + 'true'.length
      return { type: 'boolean', value: true }
    case 'f':
      reading.at = at + 'false'.length
      return { type: 'boolean', value: false }
    case 'n':
      reading.at = at + 'null'.length
      return { type: 'null' }
    default:
      return readNumber(reading)
  }
}

const readNumber = (reading: Reading): JsonNode => {
  const { text, at } = reading
  reading.at = tokenEnd(text, at)
  const written = text.slice(at, reading.at)
  return { type: 'number', text: written, value: Number(written) }
}

const readString = (reading: Reading): string => {
  const { text, at } = reading
  reading.at = tokenEnd(text, at)
  return unescaped(text.slice(at + 1, reading.at - 1))
}

/** Moves over one structural character and the white space around it. */
const pass = (reading: Reading): void => {
  reading.at = skipSpace(reading.text, skipSpace(reading.text, reading.at) + 1)
}

/** Moves over what follows a value: true for a comma, false for the end of the container. */
const hasNext = (reading: Reading): boolean => {
  reading.at = skipSpace(reading.text, reading.at)
  const isComma = reading.text[reading.at] === ','
  reading.at += 1
  if (isComma) reading.at = skipSpace(reading.text, reading.at)
  return isComma
}

/** Moves into a container; true where it is empty, and then the position is behind it. */
const isEmpty = (reading: Reading, end: ']' | '}'): boolean => {
  pass(reading)
  if (reading.text[reading.at] !== end) return false
  reading.at += 1
  return true
}

/** Counts a repeated key, and names the first few: building a path takes time for each of its keys. */
const noteRepetition = (reading: Reading, key: string, named: Set<string>): void => {
  const { path, repeated } = reading
  reading.repetitions += 1
  if (repeated.size >= LIMITS.namedPaths || reading.pathsMade >= MAX_PATHS_MADE || named.has(key)) return
  named.add(key)
  reading.pathsMade += 1
  repeated.add(boundedPath(path))
}

const readObject = (reading: Reading): JsonNode => {
  if (isEmpty(reading, '}')) return { type: 'object', members: [] }
  const byKey = new Map<string, JsonMember>()
  const { path } = reading
  const named = new Set<string>()
  do {
    const key = readString(reading)
    pass(reading)
    path.push(key)
    if (byKey.has(key)) noteRepetition(reading, key, named)
    byKey.set(key, { key, value: readValue(reading) })
    path.pop()
  } while (hasNext(reading))
  return { type: 'object', members: [...byKey.values()] }
}

const readArray = (reading: Reading): JsonNode => {
  if (isEmpty(reading, ']')) return { type: 'array', items: [] }
  const items: JsonNode[] = []
  do {
    reading.path.push(items.length)
    items.push(readValue(reading))
    reading.path.pop()
  } while (hasNext(reading))
  return { type: 'array', items }
}
