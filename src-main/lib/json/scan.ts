import { LIMITS } from '#lib/limits/limit-table'

const SPACE = 0x20
const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const BACKSLASH = 0x5c
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Whether a character code is JSON's white space: space, TAB, LF, CR. */
export const isJsonSpace = (code: number): boolean =>
  code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB

const isStructure = (code: number): boolean =>
  code === COMMA ||
  code === QUOTE ||
  code === COLON ||
  code === CLOSE_BRACE ||
  code === CLOSE_BRACKET ||
  code === OPEN_BRACE ||
  code === OPEN_BRACKET

/** Index of the first character from `at` on that is not white space. */
export const skipSpace = (text: string, at: number): number => {
  let next = at
  while (next < text.length && isJsonSpace(text.charCodeAt(next))) next += 1
  return next
}

const backslashesBefore = (text: string, at: number, from: number): number => {
  let count = 0
  while (at - 1 - count >= from && text.charCodeAt(at - 1 - count) === BACKSLASH) count += 1
  return count
}

/**
 * Index of the quote that closes a string whose content goes on at `from`; the length of the text where none does. A quote
 * behind an odd number of backslashes is part of the string.
 */
export const closingQuote = (text: string, from: number): number => {
  // One character after the other: searching for each quote took most of the time of hostile texts.
  const { length } = text
  let at = from
  while (at < length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    at += code === BACKSLASH ? 2 : 1
  }
  return length
}

/** Whether a string whose content goes on at `from` and is not closed ends with a backslash that escapes what follows. */
export const endsEscaped = (text: string, from: number): boolean =>
  backslashesBefore(text, text.length, from) % 2 === 1

/**
 * Index just behind the token that begins at `at`, where no white space stands. Tells tokens apart and does not check
 * them: a token is a bracket, brace, comma or colon, a string up to its closing quote or the end of the text, or a run
 * of any other characters, such as a number or a word. So it can follow a broken text too.
 */
export const tokenEnd = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  if (code === QUOTE) return Math.min(closingQuote(text, at + 1) + 1, text.length)
  let end = at + 1
  if (isStructure(code)) return end
  while (end < text.length) {
    const next = text.charCodeAt(end)
    if (isStructure(next) || isJsonSpace(next)) break
    end += 1
  }
  return end
}

/** What stands between the quotes of a string, with its escapes resolved; as it is written where they are broken. */
export const unescaped = (written: string): string => {
  if (!written.includes('\\')) return written
  try {
    return String(JSON.parse(`"${written}"`))
  } catch {
    return written
  }
}

/** Whether a text is JSON. */
export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What one pass over a JSON text finds out before any parser sees it. */
interface Survey {
  /** Offset of the first container below {@link LIMITS.jsonDepth}; undefined where none is. */
  readonly tooDeepAt: number | undefined
  /** Offset at which there are more than `maxValues` values, counted by commas and brackets; undefined where there are not. */
  readonly tooManyAt: number | undefined
  /** JSON.parse would lose something: number spelling, big integers, the order of digit keys, a repeated key. */
  readonly losesByPlainParsing: boolean
}

/** Up to 15 digits a double holds every integer exactly and JavaScript prints it as it was written; not so `-0`. */
const plainInteger = /^(?:0|-?[1-9]\d{0,14})$/
const digitKey = /^\d+$/

/** Surveys a text in one linear pass. Takes any text, broken JSON included. */
export const surveyJson = (text: string, maxValues: number = LIMITS.jsonValues): Survey => {
  const keysByDepth: (Set<string> | undefined)[] = []
  let depth = 0
  let values = 0
  let loses = false
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      const quote = closingQuote(text, at + 1)
      if (!loses && text.charCodeAt(skipSpace(text, quote + 1)) === 0x3a) {
        const key = text.slice(at + 1, quote)
        const seen = (keysByDepth[depth] ??= new Set())
        loses = key.includes('\\') || digitKey.test(key) || seen.has(key)
        seen.add(key)
      }
      at = quote + 1
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1
      values += 1
      if (depth > LIMITS.jsonDepth) return { tooDeepAt: at, tooManyAt: undefined, losesByPlainParsing: loses }
      if (values > maxValues) return { tooDeepAt: undefined, tooManyAt: at, losesByPlainParsing: loses }
      keysByDepth[depth] = undefined
      at += 1
    } else if (code === 0x7d || code === 0x5d) {
      depth = Math.max(0, depth - 1)
      at += 1
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const end = tokenEnd(text, at)
      loses ||= !plainInteger.test(text.slice(at, end))
      at = end
    } else {
      if (code === 0x2c) values += 1
      if (values > maxValues) return { tooDeepAt: undefined, tooManyAt: at, losesByPlainParsing: loses }
      at += 1
    }
  }
  return { tooDeepAt: undefined, tooManyAt: undefined, losesByPlainParsing: loses }
}
