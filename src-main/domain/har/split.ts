import { LIMITS } from '../../lib/limits/limit-table'
import { createJsonStructure } from './structure'

/** An element of `log.entries` as it is written, and the line of the file on which it begins (from 1). */
export interface WrittenEntry {
  readonly text: string
  readonly line: number
}

export interface HarSplitter {
  /** Takes the next part of the file; calls back for every entry that it completes. */
  push(part: string, onEntry: (entry: WrittenEntry) => void): SplitFault | null
  /** The file without its entries, each of which is a `0` there; line ends are all kept. */
  end(): { readonly skeleton: string; readonly open: boolean }
}

export interface SplitFault {
  readonly line: number
  readonly message: string
}

interface OpenEntry {
  readonly line: number
  readonly pieces: string[]
  length: number
}

const LINE_FEED = 0x0a
/** Open containers around an entry: the root, `log` and `entries`. */
const ENTRY_DEPTH = 3

/** Cuts an archive into its entries while it comes in parts, so that no parser has to hold all of it. */
export function createHarSplitter(): HarSplitter {
  const structure = createJsonStructure()
  let skeleton = ''
  let entry: OpenEntry | null = null
  /** The open entry, or the last one that was. */
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

  const closed = ({ line: firstLine, pieces }: OpenEntry): WrittenEntry => {
    entry = null
    skeleton += `0${'\n'.repeat(line - firstLine)}`
    return { text: pieces.join(''), line: firstLine }
  }

  const split = (text: string, onEntry: (entry: WrittenEntry) => void): SplitFault | null => {
    let kept = 0
    const keepUpTo = (end: number): void => {
      if (end > kept) keep(text.slice(kept, end))
      kept = end
    }
    for (let at = 0; at < text.length; at += 1) {
      if (text.charCodeAt(at) === LINE_FEED) line += 1
      const isBetweenEntries = entry === null && structure.isArrayAt('log', 'entries')
      const step = structure.read(text, at)
      if (step === 'start' && isBetweenEntries) {
        keepUpTo(at)
        entry = { line, pieces: [], length: 0 }
        latest = entry
      }
      if (step === 'end' && entry !== null && structure.depth() === ENTRY_DEPTH) {
        keepUpTo(at + 1)
        onEntry(closed(entry))
      }
      if (structure.depth() > LIMITS.jsonDepth) {
        return { line, message: `more than ${LIMITS.jsonDepth} levels lie inside each other` }
      }
    }
    keepUpTo(text.length)
    return null
  }

  const tooLong = (): SplitFault | null => {
    if (latest !== null && latest.length > LIMITS.harEntryBytes) {
      return {
        line: latest.line,
        message: `this entry is longer than ${LIMITS.harEntryBytes} bytes; leave its body out`,
      }
    }
    if (skeleton.length <= LIMITS.harOutsideBytes) return null
    return {
      line,
      message: `there are more than ${LIMITS.harOutsideBytes} bytes outside of log.entries; leave out what is no entry`,
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
