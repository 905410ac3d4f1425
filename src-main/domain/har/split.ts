import { LIMITS } from '../../lib/limits/limit-table'

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

interface Frame {
  readonly isArray: boolean
  key: string
  keyIsDue: boolean
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Cuts an archive into its entries while it comes in parts, so that no parser has to hold all of it. Only the structure is
 * followed; whether the parts are JSON is for parsers to say.
 */
export function createHarSplitter(): HarSplitter {
  const frames: Frame[] = []
  let skeleton = ''
  /** Parts of the open entry; null outside of one. */
  let entry: string[] | null = null
  let entryChars = 0
  let entryLine = 1
  let entryDepth = 0
  let line = 1
  let inString = false
  let escaped = false
  /** Text of the string that is open where it may be a key of the first two levels. */
  let key: string | null = null
  let isFirst = true

  /** Inside `log.entries`, but in none of the entries. */
  const atEntries = (): boolean =>
    entry === null &&
    frames.length === 3 &&
    frames[0]?.key === 'log' &&
    frames[1]?.key === 'entries' &&
    frames[2]?.isArray === true

  return {
    push(part, onEntry) {
      const text = isFirst && part.startsWith('\uFEFF') ? part.slice(1) : part
      if (part !== '') isFirst = false
      /** Where the piece begins that belongs to the open entry, or to the skeleton. */
      let from = 0
      const keep = (to: number): void => {
        if (to <= from) return
        if (entry === null) skeleton += text.slice(from, to)
        else {
          entry.push(text.slice(from, to))
          entryChars += to - from
        }
        from = to
      }
      const openEntry = (at: number): void => {
        keep(at)
        entry = []
        entryChars = 0
        entryLine = line
        entryDepth = frames.length
      }
      const closeEntry = (end: number): void => {
        keep(end)
        const whole = (entry ?? []).join('')
        entry = null
        skeleton += `0${'\n'.repeat(line - entryLine)}`
        onEntry({ text: whole, line: entryLine })
      }

      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at)
        if (inString) {
          if (escaped) escaped = false
          else if (code === BACKSLASH) escaped = true
          else if (code === QUOTE) {
            inString = false
            const frame = frames.at(-1)
            if (key !== null && frame !== undefined) {
              frame.key = readKey(key)
              key = null
            }
            if (entry !== null && frames.length === entryDepth) closeEntry(at + 1)
            continue
          } else if (code === 0x0a) line += 1
          if (key !== null) key += text.charAt(at)
          continue
        }
        switch (code) {
          case QUOTE: {
            if (atEntries()) openEntry(at)
            inString = true
            const frame = frames.at(-1)
            if (
              entry === null &&
              frame !== undefined &&
              !frame.isArray &&
              frame.keyIsDue &&
              frames.length <= 2
            ) {
              key = ''
            }
            break
          }
          case 0x0a:
            line += 1
            break
          case 0x7b:
          case 0x5b:
            if (atEntries()) openEntry(at)
            frames.push({ isArray: code === 0x5b, key: '', keyIsDue: code === 0x7b })
            if (frames.length > LIMITS.jsonDepth) {
              return { line, message: `more than ${LIMITS.jsonDepth} levels lie inside each other` }
            }
            break
          case 0x7d:
          case 0x5d:
            frames.pop()
            if (entry !== null && frames.length === entryDepth) closeEntry(at + 1)
            break
          case 0x2c: {
            const frame = frames.at(-1)
            if (frame !== undefined && !frame.isArray) frame.keyIsDue = true
            break
          }
          case 0x3a: {
            const frame = frames.at(-1)
            if (frame !== undefined) frame.keyIsDue = false
            break
          }
        }
      }
      keep(text.length)
      if (entryChars > LIMITS.harEntryBytes) {
        return {
          line: entryLine,
          message: `this entry is longer than ${LIMITS.harEntryBytes} bytes; leave its body out`,
        }
      }
      if (skeleton.length > LIMITS.harOutsideBytes) {
        return {
          line,
          message: `there are more than ${LIMITS.harOutsideBytes} bytes outside of log.entries; leave out what is no entry`,
        }
      }
      return null
    },
    end: () => ({ skeleton, open: entry !== null }),
  }
}

function readKey(raw: string): string {
  if (!raw.includes('\\')) return raw
  try {
    const key: unknown = JSON.parse(`"${raw}"`)
    return typeof key === 'string' ? key : raw
  } catch {
    return raw
  }
}
