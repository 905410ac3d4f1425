import { closingQuote, endsEscaped, skipSpace, tokenEnd, unescaped } from '#lib/json/scan'

/** The next token of a part, or as much of it as the part has. */
export interface StructureStep {
  readonly start: number
  /** Just behind the token. */
  readonly end: number
  /** Whether a container or a string begins or ends with it, or a whole string stands here. */
  readonly meaning: 'start' | 'end' | 'both' | null
}

/** Follows the structure of a JSON text that comes in parts. Does not check whether the text is JSON. */
export interface JsonStructure {
  /** Reads the next token from `at` in a part; null where only white space is left. Begin each further part at 0. */
  next(part: string, at: number): StructureStep | null
  /** How many containers are open. */
  depth(): number
  /** Whether the innermost open container is the array at these keys of the root object. */
  isArrayAt(first: string, second: string): boolean
}

interface Frame {
  readonly isArray: boolean
  key: string
  keyIsDue: boolean
}

interface OpenString {
  /** The part before ended with a backslash that escapes the next character. */
  isEscaped: boolean
  /** The text so far, where it is a key of the first two levels; keys below are not read. */
  key: string | null
}

const LEVELS_WITH_KEYS = 2

/** Follows a JSON text from its beginning. */
export function createJsonStructure(): JsonStructure {
  const frames: Frame[] = []
  let string: OpenString | null = null

  const isKeyDue = (): boolean => {
    const frame = frames.at(-1)
    return frame?.isArray === false && frame.keyIsDue && frames.length <= LEVELS_WITH_KEYS
  }

  /** Reads on in the open string: the index behind its closing quote, or null where the part ends before. */
  const readContent = (open: OpenString, part: string, from: number): number | null => {
    const begin = open.isEscaped ? from + 1 : from
    const quote = closingQuote(part, begin)
    if (open.key !== null) open.key += part.slice(from, quote)
    if (quote === part.length) {
      open.isEscaped = endsEscaped(part, begin)
      return null
    }
    const frame = frames.at(-1)
    if (open.key !== null && frame !== undefined) frame.key = unescaped(open.key)
    string = null
    return quote + 1
  }

  const readPunctuation = (character: string): StructureStep['meaning'] => {
    const frame = frames.at(-1)
    switch (character) {
      case '{':
      case '[':
        frames.push({ isArray: character === '[', key: '', keyIsDue: character === '{' })
        return 'start'
      case '}':
      case ']':
        frames.pop()
        return 'end'
      case ',':
        if (frame?.isArray === false) frame.keyIsDue = true
        return null
      case ':':
        if (frame !== undefined) frame.keyIsDue = false
        return null
      default:
        return null
    }
  }

  return {
    next(part, at) {
      if (string !== null) {
        const end = readContent(string, part, at)
        return { start: at, end: end ?? part.length, meaning: end === null ? null : 'end' }
      }
      const start = skipSpace(part, at)
      if (start >= part.length) return null
      const first = part.charAt(start)
      if (first !== '"') return { start, end: tokenEnd(part, start), meaning: readPunctuation(first) }
      string = { isEscaped: false, key: isKeyDue() ? '' : null }
      const end = readContent(string, part, start + 1)
      return { start, end: end ?? part.length, meaning: end === null ? 'start' : 'both' }
    },
    depth: () => frames.length,
    isArrayAt: (first, second) =>
      frames.length === 3 &&
      frames[0]?.key === first &&
      frames[1]?.key === second &&
      frames[2]?.isArray === true,
  }
}
