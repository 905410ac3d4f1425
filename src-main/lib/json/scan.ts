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

/** Index of the quote that closes the string in which `from` is; the length of the text if there is none. */
export const closingQuote = (text: string, from: number): number => {
  // Character by character: searching for each quote was slow on hostile texts.
  const { length } = text
  let at = from
  while (at < length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    at += code === BACKSLASH ? 2 : 1
  }
  return length
}

/** Whether an unclosed string, from `from` inside it, ends with a backslash that escapes the next character. */
export const endsEscaped = (text: string, from: number): boolean =>
  backslashesBefore(text, text.length, from) % 2 === 1

/**
 * Index after the token at `at`, which must not be white space. Does not check tokens, so it can follow broken
 * text: a token is a bracket, brace, comma or colon, a string up to its closing quote or the end of the text, or a
 * run of other characters.
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

/** Resolves the escapes of a string's content; returns it as written if they are broken. */
export const unescaped = (written: string): string => {
  if (!written.includes('\\')) return written
  try {
    return String(JSON.parse(`"${written}"`))
  } catch {
    return written
  }
}

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** As a double, an integer of up to 15 digits is exact and prints as written; `-0` does not. */
const plainInteger = /^(?:0|-?[1-9]\d{0,14})$/
const digitKey = /^\d+$/

/**
 * Surveys a JSON text, even a broken one, in linear time. Finds the offset of the first container deeper than
 * {@link LIMITS.jsonDepth}; the offset at which there are too many values, counted by commas and brackets; and
 * whether a plain parser loses number spelling, big integers, the order of digit keys or a repeated (or escaped) key.
 */
export const surveyJson = (text: string, maxValues: number = LIMITS.jsonValues) => {
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
