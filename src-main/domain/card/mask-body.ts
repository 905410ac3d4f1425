import type { Steps } from '../../lib/steps'
import { MASKABLE_DIGITS } from './card-number'
import { digitPlaces } from './digit-chain'

/** Place of card data in a text: offsets of its first character and behind its last one. */
export interface CardSpan {
  readonly start: number
  readonly end: number
  readonly kind: 'pan' | 'cvv'
}

/** Spans that are masked between two pauses. */
export const SPANS_AT_ONCE = 200

const KEPT_IN_FRONT = 6
const KEPT_BEHIND = 4

/** Digits of a card number that stay readable when it is masked. */
export const KEPT_DIGITS = KEPT_IN_FRONT + KEPT_BEHIND

/**
 * Masks card data in a text, character for character: a card number keeps its first six and last four
 * digits (a digit string too short or too long for one keeps none), a security code keeps nothing. Separators of a
 * number stay. Offsets, the length and the number of UTF-8 bytes stay as they were, so that headers and marked places
 * still fit. Spans may overlap; what any of them hides is hidden.
 */
export function* maskCardDataInSteps(text: string, spans: readonly CardSpan[]): Steps<string> {
  const hidden: Part[] = []
  for (const [index, span] of spans.entries()) {
    for (const part of hiddenParts(text, span)) hidden.push(part)
    if (index % SPANS_AT_ONCE === 0) yield
  }
  yield
  const inOrder = hidden.every(({ start }, index) => start >= (hidden[index - 1]?.start ?? 0))
  if (!inOrder) hidden.sort((a, b) => a.start - b.start)
  yield
  const parts: string[] = []
  let done = 0
  for (const [index, { start, end }] of hidden.entries()) {
    if (end <= done) continue
    const from = Math.max(start, done)
    parts.push(text.slice(done, from), sameSizeMask(text.slice(from, end)))
    done = end
    if (index % SPANS_AT_ONCE === 0) yield
  }
  yield
  return parts.join('') + text.slice(done)
}

interface Part {
  readonly start: number
  readonly end: number
}

/** Ways to write a number that need no decoding: nearly all numbers are written so. */
const PLAIN_NUMBER = /^[0-9 +-]*$/

function hiddenParts(text: string, span: CardSpan): readonly Part[] {
  if (span.kind === 'cvv') return [span]
  const written = text.slice(span.start, span.end)
  if (PLAIN_NUMBER.test(written)) return hiddenOfPlain(written, span.start)
  const digits = digitPlaces(text, 'decoded', span.start, span.end)
  const keepable = digits.length >= MASKABLE_DIGITS.min && digits.length <= MASKABLE_DIGITS.max
  return runsOf(keepable ? digits.slice(KEPT_IN_FRONT, digits.length - KEPT_BEHIND) : digits)
}

/** The same as {@link hiddenParts} without an object for each digit: a text may hold tens of thousands of numbers. */
function hiddenOfPlain(written: string, from: number): readonly Part[] {
  const isDigit = (at: number): boolean => {
    const code = written.charCodeAt(at)
    return code >= 0x30 && code <= 0x39
  }
  let count = 0
  for (let at = 0; at < written.length; at += 1) if (isDigit(at)) count += 1
  const keepable = count >= MASKABLE_DIGITS.min && count <= MASKABLE_DIGITS.max
  const first = keepable ? KEPT_IN_FRONT : 0
  const behind = keepable ? count - KEPT_BEHIND : count
  const parts: Part[] = []
  let begun = -1
  for (let at = 0, index = 0; at <= written.length; at += 1) {
    const isOne = at < written.length && isDigit(at)
    const isHidden = isOne && index >= first && index < behind
    if (isHidden && begun === -1) begun = at
    if (!isHidden && begun !== -1) {
      parts.push({ start: from + begun, end: from + at })
      begun = -1
    }
    if (isOne) index += 1
  }
  return parts
}

/** One part for all that stand without anything between. */
function runsOf(places: readonly Part[]): readonly Part[] {
  const runs: Part[] = []
  for (const { start, end } of places) {
    const last = runs.at(-1)
    if (last?.end === start) runs[runs.length - 1] = { start: last.start, end }
    else runs.push({ start, end })
  }
  return runs
}

/** Asterisks of the size in UTF-8 and in UTF-16 that each hidden character has. */
function sameSizeMask(hidden: string): string {
  // The usual case, done in one call: the text may be a megabyte long.
  if (/^[\0-\x7f]*$/.test(hidden)) return '*'.repeat(hidden.length)
  return Array.from(hidden, (char) => sameSizeAsterisk(char.codePointAt(0) ?? 0)).join('')
}

function sameSizeAsterisk(codePoint: number): string {
  if (codePoint < 0x80) return '*'
  if (codePoint < 0x800) return '\u00b7'
  return codePoint < 0x10000 ? '\uff0a' : '\u{1f7b6}'
}
