import { closingQuote, endsEscaped, skipSpace, tokenEnd, unescaped } from '#lib/json/scan'

/** The next token, or the part of it that has arrived. */
export interface StructureStep {
  readonly start: number
  /** After the token. */
  readonly end: number
  /** Whether it starts or ends a container or string, or is a complete string. */
  readonly meaning: 'start' | 'end' | 'both' | null
}

/** Follows the structure of a JSON text that arrives in parts, without validating it. */
export interface JsonStructure {
  /** Reads the token at `at`; null if only white space is left. Begin each further part at 0. */
  next(part: string, at: number): StructureStep | null
  /** Number of open containers. */
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
  /** The last part ended with a backslash that escapes the next character. */
  isEscaped: boolean
  /** The text so far of a key on the first two levels; deeper keys are not read. */
  key: string | null
}

const LEVELS_WITH_KEYS = 2

export function createJsonStructure(): JsonStructure {
  const frames: Frame[] = []
  let string: OpenString | null = null

  const isKeyDue = (): boolean => {
    const frame = frames.at(-1)
    return frame?.isArray === false && frame.keyIsDue && frames.length <= LEVELS_WITH_KEYS
  }

  /** Continues the open string: the index after its closing quote, or null if the part ends first. */
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
