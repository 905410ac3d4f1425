import { z } from 'zod'
import { isoTime } from '#protocol/shapes'
import { clockMode } from '#protocol/bench'
import { readStoredJson } from '#core/stored-json'

/**
 * What a session file says of itself. It is gzip over a database with the tables of the journal, and this as JSON in its
 * table `session`. Until version 1 it was gzip over UTF-8 lines, each JSON: this one, then one row a line as
 * `["table", value, …]` in the order of `tables`, then `{"sha256": "…"}` over all lines before, their line feeds
 * included; bytes as base64.
 */
export const FORMAT = 'paybench-session'
export const FORMAT_VERSION = 2

const MAX_ROWS = 200_000_000

export const sessionFileHeader = z.object({
  format: z.literal(FORMAT),
  version: z.int().min(1),
  /** Version of the store's tables. */
  schema: z.int().min(1),
  /** Version of the Paybench that wrote it. */
  product: z.string().max(100),
  /** Wall time. */
  createdAt: isoTime,
  clock: z.object({ mode: clockMode, now: isoTime }),
  hasSecrets: z.boolean(),
  tables: z
    .array(
      z.object({
        name: z.string().max(100),
        columns: z.array(z.string().max(100)).max(200),
        rows: z.int().min(0).max(MAX_ROWS),
      }),
    )
    .max(200),
})
export type SessionFileHeader = z.infer<typeof sessionFileHeader>

/** Only these are looked at before the rest: what follows may mean something else in a later version. */
export const headerOfAnyVersion = z.object({ format: z.literal(FORMAT), version: z.int(), schema: z.int() })

export const sessionFileFooter = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) })

export const rowsOf = ({ tables }: SessionFileHeader): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

export const rowsOfTable = ({ tables }: SessionFileHeader, name: string): number =>
  tables.find((table) => table.name === name)?.rows ?? 0

/** Says in whole sentences why a session file was refused, and where. Nothing was changed. */
export class SessionFileError extends Error {}

/** Creates the error for one line, counted from 1. */
export const errorInLine = (line: number, what: string): SessionFileError =>
  new SessionFileError(`Line ${String(line)} of the session file ${what}.`)

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
