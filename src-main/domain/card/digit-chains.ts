import type { Steps } from '#lib/steps'
import { type DigitChain, digitChain } from './digit-chain'
import { DIGIT, type Reading } from './written-units'

const SEPARATOR = String.raw`(?:[ +-]|%20|%2[bBdD]|\\u0020|\\u002[bBdD])`
/** A chain must not begin inside an encoded character: the 2 and the 0 of `%20` are not digits. */
const NOT_INSIDE = String.raw`(?<!%[0-9a-fA-F]?|\\u[0-9a-fA-F]{0,3})`

interface Patterns {
  /** The first digits of a chain. */
  readonly begin: RegExp
  /** More of them, bounded: a repetition without a bound takes stack for each of sixteen million digits. */
  readonly more: RegExp
}

/** Digits, at most one separator between two of them, as each reading writes them. */
const PATTERNS: Readonly<Record<Reading, Patterns>> = {
  raw: { begin: /[0-9](?:[ +-]?[0-9]){11}/g, more: /(?:[ +-]?[0-9]){1,500}/y },
  decoded: {
    begin: new RegExp(`${NOT_INSIDE}${DIGIT}(?:${SEPARATOR}?${DIGIT}){11}`, 'g'),
    more: new RegExp(`(?:${SEPARATOR}?${DIGIT}){1,500}`, 'y'),
  },
}

/** Characters that are read at once. A chain of them needs about fifty times as much memory. */
const WINDOW = 32_768
/** Digits at the end of a window that the next one reads again: those of the longest number, and one on either side. */
const SHARED_DIGITS = 24

/** A stretch of a chain. Look in it for numbers that begin at the digits from `first` to before `behind`. */
export interface ChainWindow {
  readonly chain: DigitChain
  readonly first: number
  readonly behind: number
}

/**
 * Calls back for every chain of at least twelve digits, in windows that overlap, from left to right. `onWindow` returns the index
 * of the digit to go on with: it lies beyond `behind` where a number reaches further. Time grows with the text, memory does not.
 */
export function* findDigitChains(
  text: string,
  reading: Reading,
  onWindow: (window: ChainWindow) => number,
): Steps<void> {
  const { begin, more } = PATTERNS[reading]
  for (let at = 0; at < text.length;) {
    begin.lastIndex = at
    const start = begin.exec(text)
    if (start === null) return
    let end = start.index + start[0].length
    for (let length = 0; ; length += 1) {
      more.lastIndex = end
      const match = more.exec(text)
      if (match === null) break
      end += match[0].length
      if (length % 256 === 255) yield
    }
    yield* readWindows(text, reading, start.index, end, onWindow)
    at = end
  }
}

function* readWindows(
  text: string,
  reading: Reading,
  from: number,
  end: number,
  onWindow: (window: ChainWindow) => number,
): Steps<void> {
  /** 1 in later windows: their digit 0 was done before and only shows what precedes. */
  let first = 0
  for (let at = from; ;) {
    const to = Math.min(end, at + WINDOW)
    const chain = digitChain(text, reading, at, to)
    const isLast = to === end
    const done = onWindow({ chain, first, behind: isLast ? chain.length : chain.length - SHARED_DIGITS })
    yield
    if (isLast) return
    at = chain.place(done - 1, done).start
    first = 1
  }
}
