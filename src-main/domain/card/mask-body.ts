import type { Steps } from '#lib/steps'
import { MASKABLE_DIGITS } from './card-number'
import { eachDigit } from './digit-chain'

/** Offset of the first character, and the offset after the last one. */
export interface CardSpan {
  readonly start: number
  readonly end: number
  readonly kind: 'pan' | 'cvv'
}

export const SPANS_AT_ONCE = 200

const KEPT_AT_START = 6
const KEPT_AT_END = 4

export const KEPT_DIGITS = KEPT_AT_START + KEPT_AT_END

/** Masks spans, but keeps the first 6 and last 4 of a number's 13 to 19 digits. Sizes stay. Spans may overlap. */
export function* maskCardDataInSteps(text: string, spans: readonly CardSpan[]): Steps<string> {
  const hidden: Part[] = []
  for (const [index, span] of spans.entries()) {
    for (const part of hiddenParts(text, span)) hidden.push(part)
    if (index % SPANS_AT_ONCE === 0) yield
  }
  yield
  hidden.sort((a, b) => a.start - b.start)
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

function hiddenParts(text: string, { start, end, kind }: CardSpan): readonly Part[] {
  if (kind === 'cvv') return [{ start, end }]
  let count = 0
  eachDigit(text, start, end, () => (count += 1))
  const keepable = count >= MASKABLE_DIGITS.min && count <= MASKABLE_DIGITS.max
  const first = keepable ? KEPT_AT_START : 0
  const behind = keepable ? count - KEPT_AT_END : count
  const parts: Part[] = []
  let run: { readonly start: number; end: number } | null = null
  let index = 0
  eachDigit(text, start, end, (from, to) => {
    if (index >= first && index < behind) {
      if (run?.end === from) run.end = to
      else parts.push((run = { start: from, end: to }))
    }
    index += 1
  })
  return parts
}

/** Each character of the mask has the same UTF-8 and UTF-16 size as the character that it hides. */
function sameSizeMask(hidden: string): string {
  // ASCII, the usual case, is masked in one call: the text may be a megabyte long.
  if (/^[\0-\x7f]*$/.test(hidden)) return '*'.repeat(hidden.length)
  return Array.from(hidden, (char) => sameSizeAsterisk(char.codePointAt(0) ?? 0)).join('')
}

function sameSizeAsterisk(codePoint: number): string {
  if (codePoint < 0x80) return '*'
  if (codePoint < 0x800) return '\u00b7'
  return codePoint < 0x10000 ? '\uff0a' : '\u{1f7b6}'
}

/** The spans that no span of `others` contains. Both lists are in text order. */
export function withoutCovered(spans: readonly CardSpan[], others: readonly CardSpan[]): readonly CardSpan[] {
  let next = 0
  let reach = -1
  return spans.filter(({ start, end }) => {
    for (let other = others[next]; other !== undefined && other.start <= start; other = others[next]) {
      reach = Math.max(reach, other.end)
      next += 1
    }
    return end > reach
  })
}
