import { LIMITS } from '../limits/limit-table'

/** Index just after the closing quote of the string that opens at `open`; the text's length where none closes it. */
export const stringEnd = (text: string, open: number): number => {
  let at = open + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return text.length
    let backslashes = 0
    while (quote - 1 - backslashes > open && text.charCodeAt(quote - 1 - backslashes) === 0x5c)
      backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}

/** Whether a character code is JSON's white space: space, TAB, LF, CR. */
export const isJsonSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Index of the first character from `at` on that is not white space. */
export const skipSpace = (text: string, at: number): number => {
  let next = at
  while (next < text.length && isJsonSpace(text.charCodeAt(next))) next += 1
  return next
}

/** What one pass over a JSON text tells before any parser sees it. */
export interface Survey {
  /** Offset of the first container below {@link LIMITS.jsonDepth}; undefined where none is. */
  readonly tooDeepAt: number | undefined
  /** Offset at which the number of values is passed, by commas and brackets; undefined where it is not. */
  readonly tooManyAt: number | undefined
  /** JSON.parse would lose something: number spelling, big integers, the order of digit keys, a repeated key. */
  readonly losesByPlainParsing: boolean
}

/** Up to 15 digits a double holds every integer exactly and JavaScript prints it as it was written; not so `-0`. */
const plainInteger = /^(?:0|-?[1-9]\d{0,14})$/
const numberRun = /[-+.\deE]+/y
const digitKey = /^\d+$/

/** One linear pass; any text will do, broken JSON included. */
export const surveyJson = (text: string, maxValues: number = LIMITS.jsonValues): Survey => {
  const keysByDepth: (Set<string> | undefined)[] = []
  let depth = 0
  let values = 0
  let loses = false
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      const end = stringEnd(text, at)
      if (!loses && text.charCodeAt(skipSpace(text, end)) === 0x3a) {
        const key = text.slice(at + 1, end - 1)
        const seen = (keysByDepth[depth] ??= new Set())
        loses = key.includes('\\') || digitKey.test(key) || seen.has(key)
        seen.add(key)
      }
      at = end
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
      numberRun.lastIndex = at
      const run = numberRun.exec(text)?.[0] ?? ''
      loses ||= !plainInteger.test(run)
      at += Math.max(1, run.length)
    } else {
      if (code === 0x2c) values += 1
      if (values > maxValues) return { tooDeepAt: undefined, tooManyAt: at, losesByPlainParsing: loses }
      at += 1
    }
  }
  return { tooDeepAt: undefined, tooManyAt: undefined, losesByPlainParsing: loses }
}
