import { decodeUtf8, decodeUtf8Leniently, firstBrokenByte } from '#lib/bytes/utf8'
import { LIMITS } from '#lib/limits/limit-table'
import { fromPlain, type JsonNode, loneSurrogateAt, toPlain } from './node'
import { CLOSING_QUOTE, firstSyntaxError, parsePreserving } from './preserving'
import { isJsonSpace, surveyJson } from './scan'

export interface ParsedJson {
  readonly ok: true
  /** Keeps spelling and order, for signatures. */
  readonly root: JsonNode
  /** The same as plain values ({@link toPlain}), for schemas. */
  readonly plain: unknown
  /** Shortened dotted paths of repeated keys, the first {@link LIMITS.namedPaths}; the last value counts. */
  readonly duplicateKeys: readonly string[]
  /** Number of members that repeat a key. */
  readonly repetitions: number
}

/** `message` can be shown to a person. */
export interface JsonError {
  readonly ok: false
  readonly reason: 'syntax' | 'depth' | 'size' | 'encoding'
  readonly message: string
  /** In characters; for broken UTF-8 in bytes. */
  readonly offset?: number
  /** Starts at 1. */
  readonly line?: number
  /** Starts at 1, in characters. */
  readonly column?: number
}

export type JsonReading = ParsedJson | JsonError

const positionIn = (text: string, offset: number): { offset: number; line: number; column: number } => {
  const end = Math.min(offset, text.length)
  let line = 1
  let start = 0
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at)
    const ends = code === LF || (code === CR && (at + 1 >= end || text.charCodeAt(at + 1) !== LF))
    if (!ends) continue
    line += 1
    start = at + 1
  }
  return { offset, line, column: end - start + 1 }
}

const LF = 0x0a
const CR = 0x0d

const errorAt = (
  reason: JsonError['reason'],
  text: string,
  offset: number,
  messageAt: (where: string) => string,
): JsonError => {
  const position = positionIn(text, offset)
  const message = messageAt(`line ${position.line}, column ${position.column}`)
  return { ok: false, reason, message, ...position }
}

const syntaxError = (text: string): JsonError => {
  if (text.trim() === '') {
    return errorAt('syntax', text, 0, () => 'The text is empty. Send JSON, at least {}.')
  }
  const error = firstSyntaxError(text) ?? { offset: 0, expected: 'JSON' }
  const found = text.charAt(error.offset)
  if (error.expected === CLOSING_QUOTE) {
    return errorAt(
      'syntax',
      text,
      error.offset,
      (where) => `Not JSON: the closing quote of the string at ${where} is missing. Add it on the same line.`,
    )
  }
  const isAfterComma = /[}\]]/.test(found) && text.slice(0, error.offset).trimEnd().endsWith(',')
  return errorAt('syntax', text, error.offset, (where) =>
    isAfterComma
      ? `Not JSON: trailing comma before "${found}" at ${where}. Remove the comma.`
      : `Not JSON: expected ${error.expected} at ${where}, found ${describeCharacter(text, error.offset)}. ` +
        'Correct the text there; RFC 8259 allows no comments, trailing commas or single quotes.',
  )
}

const byteOrderMarkError: JsonError = {
  ok: false,
  reason: 'encoding',
  message: 'The text starts with a byte order mark (U+FEFF). Send UTF-8 without one.',
  offset: 0,
  line: 1,
  column: 1,
}

/**
 * Reads JSON strictly by RFC 8259 and keeps what a signature needs. Also refuses:
 * - more than {@link LIMITS.jsonDepth} levels, before any parser runs (`depth`);
 * - more than `maxValues` values, also before any parser runs (`size`);
 * - a byte order mark: the RFC forbids sending one and the reference's reader refuses it (`encoding`);
 * - a lone surrogate, raw or escaped: it has no UTF-8 form and the reference's reader refuses it
 * (`encoding`).
 * Returns the result of JSON.parse if that loses nothing, otherwise that of {@link parsePreserving}.
 */
export const parseJson = (text: string, maxValues: number = LIMITS.jsonValues): JsonReading => {
  if (text.startsWith('\uFEFF')) return byteOrderMarkError
  const survey = surveyJson(text, maxValues)
  if (survey.tooDeepAt !== undefined) {
    return errorAt(
      'depth',
      text,
      survey.tooDeepAt,
      (where) => `The JSON has more than ${LIMITS.jsonDepth} levels at ${where}. Send a flatter structure.`,
    )
  }
  if (survey.tooManyAt !== undefined) {
    return errorAt(
      'size',
      text,
      survey.tooManyAt,
      (where) => `The JSON has more than ${maxValues} values at ${where}. Send fewer.`,
    )
  }
  let plain: unknown
  try {
    plain = JSON.parse(text)
  } catch {
    return syntaxError(text)
  }
  const half = loneSurrogateAt(text)
  if (half !== undefined) {
    return errorAt(
      'encoding',
      text,
      half,
      (where) => `Half a surrogate pair at ${where} has no UTF-8 form. Send the whole character.`,
    )
  }
  if (!survey.losesByPlainParsing)
    return { ok: true, root: fromPlain(plain), plain, duplicateKeys: [], repetitions: 0 }
  const { root, duplicateKeys, repetitions } = parsePreserving(text)
  return { ok: true, root, plain: toPlain(root), duplicateKeys, repetitions }
}

/** {@link parseJson} for bytes; broken UTF-8 is an `encoding` error whose offset counts bytes. */
export const parseJsonBytes = (bytes: Uint8Array, maxValues: number = LIMITS.jsonValues): JsonReading => {
  const text = decodeUtf8(bytes)
  if (text !== undefined) return parseJson(text, maxValues)
  const offset = firstBrokenByte(bytes) ?? 0
  const { line, column } = positionIn(decodeUtf8Leniently(bytes.subarray(0, offset)), Infinity)
  const shown = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  const message =
    `Byte ${offset} (0x${shown}) at line ${line}, column ${column} is not UTF-8. ` +
    'Encode the text as UTF-8 before sending it.'
  return { ok: false, reason: 'encoding', message, offset, line, column }
}

/** For a message: `'x'`, `the character U+0009`, `the end of the text`. */
const describeCharacter = (text: string, offset: number): string => {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0)
  const code = character.codePointAt(0) ?? 0
  if (offset >= text.length) return 'the end of the text'
  if (code < 0x21 || isJsonSpace(code) || code === 0x7f || character.trim() === '') {
    return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  }
  return `'${character}'`
}

/** Whether there are more than `most` values, counting containers and the root too. */
export function hasMoreValues(root: JsonNode, most: number): boolean {
  let left = most
  const visit = (node: JsonNode): boolean => {
    left -= 1
    if (left < 0) return true
    if (node.type === 'array') return node.items.some(visit)
    return node.type === 'object' && node.members.some(({ value }) => visit(value))
  }
  return visit(root)
}
