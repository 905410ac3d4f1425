import { closingQuote, endsEscaped, skipSpace, tokenEnd, unescaped } from '#lib/json/scan'
import { LIMITS } from '#lib/limits/limit-table'

/** The text of an element of `log.entries`, and its first line (from 1). */
export interface WrittenEntry {
  readonly text: string
  readonly line: number
}

interface SplitError {
  readonly line: number
  readonly message: string
}

interface OpenEntry {
  readonly line: number
  readonly pieces: string[]
  length: number
}

/** Number of containers around an entry: the root, `log` and `entries`. */
const ENTRY_DEPTH = 3

/** Cuts an archive into entries as it arrives, so that no parser has to hold all of it. */
export function createHarSplitter() {
  const structure = createJsonStructure()
  let skeleton = ''
  let entry: OpenEntry | null = null
  /** The open or last entry. */
  let latest: OpenEntry | null = null
  let line = 1
  let isFirst = true

  const keep = (piece: string): void => {
    if (entry === null) {
      skeleton += piece
      return
    }
    entry.pieces.push(piece)
    entry.length += piece.length
  }

  const closeEntry = ({ line: firstLine, pieces }: OpenEntry, lastLine: number): WrittenEntry => {
    entry = null
    skeleton += `0${'\n'.repeat(lastLine - firstLine)}`
    return { text: pieces.join(''), line: firstLine }
  }

  const split = (text: string, onEntry: (entry: WrittenEntry) => void): SplitError | null => {
    let kept = 0
    const keepUpTo = (end: number): void => {
      if (end > kept) keep(text.slice(kept, end))
      kept = end
    }
    const lines = createLineCount(text)
    const linesBefore = line
    let at = 0
    while (at < text.length) {
      const isBetweenEntries = entry === null && structure.isInEntries()
      const step = structure.next(text, at)
      if (step === null) break
      const { start, end, meaning } = step
      at = end
      if (isBetweenEntries && (meaning === 'start' || meaning === 'both')) {
        keepUpTo(start)
        entry = { line: linesBefore + lines.before(start), pieces: [], length: 0 }
        latest = entry
      }
      if (entry !== null && (meaning === 'end' || meaning === 'both') && structure.depth() === ENTRY_DEPTH) {
        keepUpTo(end)
        onEntry(closeEntry(entry, linesBefore + lines.before(end)))
      }
      if (structure.depth() > LIMITS.jsonDepth) {
        line = linesBefore + lines.before(start)
        return {
          line,
          message: `more than ${LIMITS.jsonDepth} levels are nested; leave out what is nested deeper`,
        }
      }
    }
    line = linesBefore + lines.before(text.length)
    keepUpTo(text.length)
    return null
  }

  const tooLong = (): SplitError | null => {
    if (latest !== null && latest.length > LIMITS.harEntryBytes) {
      return {
        line: latest.line,
        message: `this entry is longer than ${LIMITS.harEntryBytes} bytes; leave its body out`,
      }
    }
    if (skeleton.length <= LIMITS.harOutsideBytes) return null
    return {
      line,
      message: `there are more than ${LIMITS.harOutsideBytes} bytes outside of log.entries; leave out what is not an entry`,
    }
  }

  return {
    /** Calls `onEntry` for every entry that the part completes. */
    push(part: string, onEntry: (entry: WrittenEntry) => void): SplitError | null {
      const text = isFirst && part.startsWith('\uFEFF') ? part.slice(1) : part
      if (part !== '') isFirst = false
      return split(text, onEntry) ?? tooLong()
    },
    /** `skeleton`: the file with each entry replaced by `0` and its line ends. `open`: the last entry is incomplete. */
    end: () => ({ skeleton, open: entry !== null }),
  }
}

function createLineCount(text: string): { readonly before: (end: number) => number } {
  let count = 0
  let next = text.indexOf('\n')
  return {
    before(end) {
      while (next >= 0 && next < end) {
        count += 1
        next = text.indexOf('\n', next + 1)
      }
      return count
    },
  }
}

/** The next token, or the part of it that has arrived. */
interface StructureStep {
  readonly start: number
  readonly end: number
  /** Whether it starts or ends a container or string, or is a complete string. */
  readonly meaning: 'start' | 'end' | 'both' | null
}

interface OpenString {
  /** Whether the last part ended with a backslash that escapes the next character. */
  isEscaped: boolean
  /** The text so far of a key on the first two levels; null for other strings. */
  key: string | null
}

const LEVELS_WITH_KEYS = 2

/** Follows the structure of a JSON text that arrives in parts, without validating it. */
function createJsonStructure() {
  const frames: { readonly isArray: boolean; key: string; keyIsDue: boolean }[] = []
  let string: OpenString | null = null

  const isKeyDue = (): boolean => {
    const frame = frames.at(-1)
    return frame?.isArray === false && frame.keyIsDue && frames.length <= LEVELS_WITH_KEYS
  }

  /** Continues the open string. Returns the index after its closing quote; null if the part ends first. */
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
    /** Reads the token at `at`; null if only white space is left. Begin each further part at 0. */
    next(part: string, at: number): StructureStep | null {
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
    depth: (): number => frames.length,
    isInEntries: (): boolean =>
      frames.length === ENTRY_DEPTH &&
      frames[0]?.key === 'log' &&
      frames[1]?.key === 'entries' &&
      frames[2]?.isArray === true,
  }
}
