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
