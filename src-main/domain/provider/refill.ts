import { locateValues } from '#lib/json/locate'
import { TEST_CARDS } from './test-cards'
import type { CardSpan } from '#domain/card/mask-body'

/** The tester's values for masked data. They go into the sent message and nowhere else. */
export interface CardData {
  readonly number: string
  readonly cvv: string | null
}

export type Refilled =
  | { readonly ok: true; readonly text: string }
  /** `missing`: the value that must be given; `masked`: the masked text in its place. */
  | {
      readonly ok: false
      readonly missing: 'number' | 'cvv'
      readonly masked: string
      readonly message: string
    }

/** Test cards without a specific security code accept any. */
const CODE_OF_TEST_CARDS = '1234'

/** Restores masked card data from `card` or, if it is null, the only matching test card. Changes only asterisks. */
export function refillCardData(text: string, spans: readonly CardSpan[], card: CardData | null): Refilled {
  const hidden = spans
    .filter(({ start, end }) => text.slice(start, end).includes('*'))
    .toSorted((a, b) => a.start - b.start)
  // Numbers first: the code of a test card is looked up by its number.
  const numbers = new Map<CardSpan, string>()
  for (const span of hidden) {
    if (span.kind !== 'pan') continue
    const masked = text.slice(span.start, span.end)
    const number = numberFor(masked, card)
    if (number === null) {
      const message =
        card === null
          ? `The card number ${masked} was masked before it was stored, and no single test card matches it. Give the number.`
          : `The given number does not match ${masked}. Give that card's number, or edit the message and send it.`
      return { ok: false, missing: 'number', masked, message }
    }
    numbers.set(span, number)
  }
  const [first = null] = numbers.values()
  let filled = ''
  let done = 0
  for (const span of hidden) {
    if (span.start < done) continue
    const masked = text.slice(span.start, span.end)
    const number = numbers.get(span)
    const clear = number === undefined ? codeFor(masked, first, card) : withDigits(masked, number)
    if (clear === null) {
      const message =
        (card?.cvv ?? null) === null
          ? 'The security code was masked before it was stored. Give the code.'
          : `The security code has ${masked.length} digits in this message. Give one of that length.`
      return { ok: false, missing: 'cvv', masked, message }
    }
    filled += text.slice(done, span.start) + clear
    done = span.end
  }
  return { ok: true, text: filled + text.slice(done) }
}

function numberFor(masked: string, card: CardData | null): string | null {
  if (card !== null) return withDigits(masked, card.number) === null ? null : card.number
  const [only, other] = TEST_CARDS.filter(({ number }) => withDigits(masked, number) !== null)
  return other === undefined ? (only?.number ?? null) : null
}

/** The masked text with the digits of `number`; null if they do not match. Separators stay. */
function withDigits(masked: string, number: string): string | null {
  let at = 0
  let text = ''
  for (const character of masked) {
    const isDigit = /[0-9]/.test(character)
    if (!isDigit && character !== '*') {
      text += character
      continue
    }
    const digit = number[at]
    if (digit === undefined || (isDigit && digit !== character)) return null
    text += digit
    at += 1
  }
  return at === number.length ? text : null
}

function codeFor(masked: string, number: string | null, card: CardData | null): string | null {
  const cvv = card?.cvv ?? null
  if (cvv !== null) return cvv.length === masked.length ? cvv : null
  if (card !== null || number === null) return null
  const known = TEST_CARDS.find((row) => row.number === number)?.cvv
  return known?.length === masked.length ? known : CODE_OF_TEST_CARDS.slice(0, masked.length)
}

const CODE_PATHS = [
  ['card', 'cvv'],
  ['saved_card', 'cvv'],
]
/** Characters before a masked code that identify it. */
const CONTEXT = 8

/** Masked values of the original that `edited` still contains, and masked code fields in `edited`, in text order. */
export function masksLeft(original: string, spans: readonly CardSpan[], edited: string): readonly CardSpan[] {
  const left = new Map<number, CardSpan>()
  const add = (start: number, length: number, kind: CardSpan['kind']): void => {
    if (!left.has(start)) left.set(start, { start, end: start + length, kind })
  }
  for (const { start, end, kind } of spans) {
    const masked = original.slice(start, end)
    if (!masked.includes('*')) continue
    const before = kind === 'pan' ? '' : original.slice(Math.max(0, start - CONTEXT), start)
    for (const place of placesOf(edited, before + masked)) add(place + before.length, masked.length, kind)
  }
  if (spans.some(({ kind }) => kind === 'cvv')) {
    for (const { start, end } of locateValues(edited, CODE_PATHS)) {
      if (/^\*{3,4}$/.test(edited.slice(start, end))) add(start, end - start, 'cvv')
    }
  }
  return [...left.values()].toSorted((a, b) => a.start - b.start)
}

function placesOf(text: string, part: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at)
  return places
}
