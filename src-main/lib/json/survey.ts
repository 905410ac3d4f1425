import { LIMITS } from '#lib/limits/limit-table'
import { closingQuote, skipSpace, tokenEnd } from './scan'

/** What one pass over a JSON text finds out before any parser sees it. */
export interface Survey {
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
