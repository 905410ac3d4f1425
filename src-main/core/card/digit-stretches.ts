import type { Reading } from './written-units'

/** Offsets of the first character and behind the last one. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

const DIGIT = String.raw`(?:[0-9]|%3[0-9]|\\u003[0-9])`
const SEPARATOR = String.raw`(?:[ +-]|%20|%2[bBdD]|\\u0020|\\u002[bBdD])`
/** A stretch must not begin inside an encoded character: the 2 and the 0 of `%20` are no digits. */
const NOT_INSIDE = String.raw`(?<!%[0-9a-fA-F]?|\\u[0-9a-fA-F]{0,3})`

/** The first twelve digits. No more: a pattern without an end takes stack for every digit. */
const BEGINNINGS: Readonly<Record<Reading, RegExp>> = {
  raw: /[0-9](?:[ +-]?[0-9]){11}/g,
  decoded: new RegExp(`${NOT_INSIDE}${DIGIT}(?:${SEPARATOR}?${DIGIT}){11}`, 'g'),
}
const ONE_MORE: Readonly<Record<Reading, RegExp>> = {
  raw: /[ +-]?[0-9]/y,
  decoded: new RegExp(`${SEPARATOR}?${DIGIT}`, 'y'),
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/**
 * The stretches of a text that hold at least twelve digits with at most one separator between two of them, as a reading
 * sees them.
 */
export function* digitStretches(text: string, reading: Reading): Generator<Stretch> {
  const beginning = new RegExp(BEGINNINGS[reading])
  const oneMore = ONE_MORE[reading]
  for (let found = beginning.exec(text); found !== null; found = beginning.exec(text)) {
    const start = found.index
    let end = start + found[0].length
    for (;;) {
      while (isDigit(text.charCodeAt(end))) end += 1
      oneMore.lastIndex = end
      if (!oneMore.test(text)) break
      end = oneMore.lastIndex
    }
    yield { start, end }
    beginning.lastIndex = end
  }
}
