import { LIMITS } from '#lib/limits/limit-table'
import { createJsonStructure } from './structure'

/** The text of an element of `log.entries`, and its first line (from 1). */
export interface WrittenEntry {
  readonly text: string
  readonly line: number
}

export interface HarSplitter {
  /** Calls back for every entry that the part completes. */
  push(part: string, onEntry: (entry: WrittenEntry) => void): SplitError | null
  /** The file with `0` for each entry and all its line ends. */
  end(): { readonly skeleton: string; readonly open: boolean }
}

export interface SplitError {
  readonly line: number
  readonly message: string
}

interface OpenEntry {
  readonly line: number
  readonly pieces: string[]
  length: number
}

/** Containers around an entry: the root, `log` and `entries`. */
const ENTRY_DEPTH = 3

/** Cuts an archive into entries as it arrives, so that no parser must hold all of it. */
export function createHarSplitter(): HarSplitter {
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

  const closed = ({ line: firstLine, pieces }: OpenEntry, lastLine: number): WrittenEntry => {
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
      const isBetweenEntries = entry === null && structure.isArrayAt('log', 'entries')
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
        onEntry(closed(entry, linesBefore + lines.before(end)))
      }
      if (structure.depth() > LIMITS.jsonDepth) {
        line = linesBefore + lines.before(start)
        return {
          line,
          message: `more than ${LIMITS.jsonDepth} levels lie inside each other; leave out what is nested deeper`,
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
    push(part, onEntry) {
      const text = isFirst && part.startsWith('\uFEFF') ? part.slice(1) : part
      if (part !== '') isFirst = false
      return split(text, onEntry) ?? tooLong()
    },
    end: () => ({ skeleton, open: entry !== null }),
  }
}

/** Counts line ends before an offset. Offsets must ascend. */
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
