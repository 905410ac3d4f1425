/** What a character means for the structure of a JSON text: a container or string begins or ends with it. */
export type StructureStep = 'start' | 'end' | null

/** Follows the structure of a JSON text that comes in parts. Whether the text is JSON is for parsers to say. */
export interface JsonStructure {
  /** Takes the next character. */
  read(text: string, at: number): StructureStep
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
  isEscaped: boolean
  /** The text so far, where it is a key of the first two levels; keys below are not read. */
  key: string | null
}

const LEVELS_WITH_KEYS = 2

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

export function createJsonStructure(): JsonStructure {
  const frames: Frame[] = []
  let string: OpenString | null = null

  const expectsKey = (frame: Frame | undefined): boolean =>
    frame !== undefined && !frame.isArray && frame.keyIsDue && frames.length <= LEVELS_WITH_KEYS

  const readInString = (open: OpenString, text: string, at: number): StructureStep => {
    const code = text.charCodeAt(at)
    if (code === QUOTE && !open.isEscaped) {
      const frame = frames.at(-1)
      if (open.key !== null && frame !== undefined) frame.key = unescaped(open.key)
      string = null
      return 'end'
    }
    open.isEscaped = code === BACKSLASH && !open.isEscaped
    if (open.key !== null) open.key += text.charAt(at)
    return null
  }

  const readOutside = (code: number): StructureStep => {
    const frame = frames.at(-1)
    switch (code) {
      case QUOTE:
        string = { isEscaped: false, key: expectsKey(frame) ? '' : null }
        return 'start'
      case OPEN_BRACE:
      case OPEN_BRACKET:
        frames.push({ isArray: code === OPEN_BRACKET, key: '', keyIsDue: code === OPEN_BRACE })
        return 'start'
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        frames.pop()
        return 'end'
      case COMMA:
        if (frame?.isArray === false) frame.keyIsDue = true
        return null
      case COLON:
        if (frame !== undefined) frame.keyIsDue = false
        return null
      default:
        return null
    }
  }

  return {
    read: (text, at) => (string === null ? readOutside(text.charCodeAt(at)) : readInString(string, text, at)),
    depth: () => frames.length,
    isArrayAt: (first, second) =>
      frames.length === 3 &&
      frames[0]?.key === first &&
      frames[1]?.key === second &&
      frames[2]?.isArray === true,
  }
}

function unescaped(raw: string): string {
  if (!raw.includes('\\')) return raw
  try {
    const key: unknown = JSON.parse(`"${raw}"`)
    return typeof key === 'string' ? key : raw
  } catch {
    return raw
  }
}
