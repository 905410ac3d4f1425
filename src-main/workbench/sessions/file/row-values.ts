import { readStoredJson } from '#core/stored-json'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING = 0x5b
const CLOSING = 0x5d

/** Says why a line is not a row, worded to follow the name of the line. */
export class LineError extends Error {}

/**
 * Reads the values of a line `["table",value,…]`, each of which is a string, a number, true, false or null. Nothing
 * else of a row is ever parsed, so that neither nesting nor the number of values can make reading expensive.
 * @throws LineError where the line opens another bracket, has more than `maxValues` values, or is not a row
 */
export function valuesOf(line: Buffer, maxValues: number): unknown[] {
  if (line[0] !== OPENING || line.at(-1) !== CLOSING) throw new LineError('is not a row')
  const values: unknown[] = []
  const end = line.length - 1
  for (let at = 1; ; at += 1) {
    const behind = line[at] === QUOTE ? behindText(line, at) : behindWord(line, at, end)
    if (values.length === maxValues) {
      throw new LineError(`has more than the ${String(maxValues - 1)} values of its table`)
    }
    values.push(valueOf(line.subarray(at, behind)))
    if (behind === end) return values
    if (line[behind] !== COMMA) throw new LineError('is not JSON')
    at = behind
  }
}

/** Returns the position after the closing quote of the string that opens at `open`. */
function behindText(line: Buffer, open: number): number {
  for (let at = open + 1; ; at += 1) {
    at = line.indexOf(QUOTE, at)
    if (at === -1) throw new LineError('is not JSON')
    let backslashes = 0
    while (line[at - 1 - backslashes] === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return at + 1
  }
}

/** Longest number, in bytes; `false` has five. */
const MAX_WORD_BYTES = 40

function behindWord(line: Buffer, from: number, end: number): number {
  let at = from
  while (at < end && line[at] !== COMMA) {
    at += 1
    if (at - from > MAX_WORD_BYTES)
      throw new LineError('holds a value that is neither text, number, flag nor null')
  }
  return at
}

function valueOf(bytes: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new LineError('is not UTF-8')
  }
  let value: unknown
  try {
    value = readStoredJson(text)
  } catch {
    throw new LineError('is not JSON')
  }
  if (typeof value === 'object' && value !== null)
    throw new LineError('holds a value that is neither text, number, flag nor null')
  return value
}
