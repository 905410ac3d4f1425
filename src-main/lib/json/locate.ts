import { decodeUtf8Leniently } from '../bytes/utf8'
import { isJsonSpace, skipSpace, stringEnd } from './survey'

/** Where a value stands. For a string the range lies inside the quotes, so that a mask keeps the text JSON. */
export interface Span {
  readonly path: readonly string[]
  readonly kind: 'string' | 'scalar' | 'object' | 'array'
  /** First character (or byte) of the value. */
  readonly start: number
  /** Just after the last one. */
  readonly end: number
}

type Paths = readonly (readonly string[])[]

interface Frame {
  readonly kind: 'object' | 'array'
  readonly start: number
  /** Path of this container where it is itself looked for. */
  readonly wanted: readonly string[] | undefined
  /** Paths that lead through this container; where there are none, its keys need not be read. */
  readonly inside: Paths
  /** Key or index of the value that is being read. */
  key: string
  index: number
  keyIsDue: boolean
}

/** Codes of the characters that end a scalar: structure, or white space of JSON. */
const ENDS_SCALAR: ReadonlySet<number> = new Set(
  Array.from('{}[],:" \n\r\t', (character) => character.charCodeAt(0)),
)

const scalarEnd = (text: string, start: number): number => {
  let end = start + 1
  while (end < text.length && !ENDS_SCALAR.has(text.charCodeAt(end))) end += 1
  return end
}

const isIndex = (step: string | undefined): boolean => step !== undefined && /^\d+$/.test(step)

/** One tolerant pass: whatever can be read of a broken or cut text is read, nothing throws, no depth is too deep. */
const locate = (text: string, paths: Paths, keyBetween: (start: number, end: number) => string): Span[] => {
  const spans: Span[] = []
  const frames: Frame[] = []
  /** Containers inside the last frame that no path leads to: only their number counts. */
  let deeper = 0

  const leadingHere = (): Paths => {
    const frame = frames.at(-1)
    if (frame === undefined) return paths
    if (frame.inside.length === 0) return frame.inside
    return frame.inside.filter((path) => path[frames.length - 1] === frame.key)
  }

  const wantedHere = (): readonly string[] | undefined =>
    deeper > 0 ? undefined : leadingHere().find((path) => path.length === frames.length)

  const open = (kind: Frame['kind'], start: number): void => {
    const depth = frames.length
    const leading = deeper > 0 ? [] : leadingHere()
    const wanted = leading.find((path) => path.length === depth)
    const inside = leading.filter(
      (path) => path.length > depth && (kind === 'object' || isIndex(path[depth])),
    )
    if (wanted === undefined && inside.length === 0) {
      deeper += 1
      return
    }
    const isObject = kind === 'object'
    frames.push({ kind, start, wanted, inside, key: isObject ? '' : '0', index: 0, keyIsDue: isObject })
  }

  const close = (end: number): void => {
    if (deeper > 0) {
      deeper -= 1
      return
    }
    const frame = frames.pop()
    if (frame?.wanted !== undefined)
      spans.push({ path: frame.wanted, kind: frame.kind, start: frame.start, end })
  }

  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const frame = deeper > 0 ? undefined : frames.at(-1)
    if (isJsonSpace(code)) {
      at = skipSpace(text, at)
    } else if (code === 0x7b || code === 0x5b) {
      open(code === 0x7b ? 'object' : 'array', at)
      at += 1
    } else if (code === 0x7d || code === 0x5d) {
      at += 1
      close(at)
    } else if (code === 0x2c) {
      if (frame?.kind === 'object') frame.keyIsDue = true
      if (frame?.kind === 'array' && frame.inside.length > 0) frame.key = String((frame.index += 1))
      at += 1
    } else if (code === 0x3a) {
      if (frame !== undefined) frame.keyIsDue = false
      at += 1
    } else if (code === 0x22) {
      const end = stringEnd(text, at)
      const wanted = wantedHere()
      if (frame?.keyIsDue === true || wanted !== undefined) {
        const closed = end - 1 > at && text.charAt(end - 1) === '"'
        const inner = { start: at + 1, end: closed && isClosed(text, at, end) ? end - 1 : end }
        if (frame?.keyIsDue !== true) spans.push({ path: wanted ?? [], kind: 'string', ...inner })
        else if (frame.inside.length > 0) frame.key = keyBetween(inner.start, inner.end)
      }
      at = end
    } else {
      const end = scalarEnd(text, at)
      if (frame?.keyIsDue === true) {
        // no JSON, but a key without quotes or in single ones must not hide a card number
        if (frame.inside.length > 0) frame.key = text.slice(at, end).replaceAll("'", '')
      } else {
        const wanted = wantedHere()
        if (wanted !== undefined) spans.push({ path: wanted, kind: 'scalar', start: at, end })
      }
      at = end
    }
  }
  deeper = 0
  while (frames.length > 0) close(text.length)
  return spans.sort((left, right) => left.start - right.start)
}

/** A string cut off by the end of the text may end with an escaped quote that closes nothing. */
const isClosed = (text: string, open: number, end: number): boolean => {
  let backslashes = 0
  while (end - 2 - backslashes > open && text.charCodeAt(end - 2 - backslashes) === 0x5c) backslashes += 1
  return backslashes % 2 === 0
}

const readKey = (raw: string): string => {
  if (!raw.includes('\\')) return raw
  try {
    const key: unknown = JSON.parse(`"${raw}"`)
    return typeof key === 'string' ? key : raw
  } catch {
    return raw
  }
}

/**
 * The places, in characters, of all values at the given paths (keys and decimal indexes), every repetition of a
 * key included, ordered by start. Meant for masking card data before anything is stored: it also serves text that
 * the parser refuses (cut off, too deep, trailing commas) as far as its structure can be followed.
 */
export const locateValues = (text: string, paths: Paths): Span[] =>
  locate(text, paths, (start, end) => readKey(text.slice(start, end)))

/** {@link locateValues} in bytes; the bytes need not be valid UTF-8. */
export const locateValuesInBytes = (bytes: Uint8Array, paths: Paths): Span[] =>
  // a single-byte encoding keeps every offset; only ASCII has meaning for the structure of JSON
  locate(new TextDecoder('latin1').decode(bytes), paths, (start, end) =>
    readKey(decodeUtf8Leniently(bytes.subarray(start, end))),
  )
