import { locateValues } from '#lib/json/locate'
import { brandOf, CARD_BRANDS } from './brand'
import { LIMITS } from '#lib/limits/limit-table'
import { doAllSteps, type Steps } from '#lib/steps'
import { findCardNumbersInSteps } from './find-card-numbers'
import { type CardSpan, KEPT_DIGITS, maskCardDataInSteps, withoutCovered } from './mask-body'
import { writtenUnits } from './written-units'

export interface MaskedText {
  readonly text: string
  readonly spans: readonly CardSpan[]
}

const CARD_PATHS = [
  ['card', 'pan'],
  ['card', 'cvv'],
  ['saved_card', 'cvv'],
]

/** Masks card data in its API fields (contract 5.5), and anything else that looks like a card number or code. */
export function maskText(text: string): MaskedText {
  return hasTraceOfCardData(text) ? doAllSteps(maskTraced(text)) : { text, spans: [] }
}

/** {@link maskText} in steps, for long text. */
export function* maskTextInSteps(text: string): Steps<MaskedText> {
  return hasTraceOfCardData(text) ? yield* maskTraced(text) : { text, spans: [] }
}

function* maskTraced(text: string): Steps<MaskedText> {
  // A text longer than the API accepts has no API fields, but may contain card data.
  if (text.length > LIMITS.platformBodyBytes) return yield* maskWithFields(text, [])
  return yield* maskWithFields(
    text,
    locateValues(text, CARD_PATHS).map(({ path, start, end }): CardSpan => ({
      start,
      end,
      kind: path.at(-1) === 'pan' ? 'pan' : 'cvv',
    })),
  )
}

/** {@link maskText} for a page, which has no API fields. */
export function maskPage(text: string): MaskedText {
  return doAllSteps(maskWithFields(text, []))
}

function* maskWithFields(text: string, fields: readonly CardSpan[]): Steps<MaskedText> {
  yield
  const { spans: all, withoutNumbers } = yield* findCardNumbersInSteps(text, {
    firstDigits: FIRST_DIGITS,
    accepts: (digits, place) => isKnownNetwork(digits) && isWholeWord(text, place),
  })
  yield
  if (fields.length === 0) {
    const codes = all.filter(({ kind }) => kind === 'cvv')
    return {
      text: codes.length === 0 ? withoutNumbers : yield* maskCardDataInSteps(withoutNumbers, codes),
      spans: all,
    }
  }
  const spans = [...fields, ...withoutCovered(all, fields)].sort((a, b) => a.start - b.start)
  yield
  return { text: yield* maskCardDataInSteps(text, spans), spans }
}

const FIRST_DIGITS: ReadonlySet<number> = new Set([
  ...[2, 3, 4, 5, 6],
  ...CARD_BRANDS.flatMap(({ ranges }) => ranges.map((range) => Number(range.charAt(0)))),
])

/** At least 15 digits, because shorter runs may be ids. Smaller brands of contract 3.1 are known by their ranges. */
function isKnownNetwork(digits: string): boolean {
  return digits.length >= 15 && (/^[2-6]/.test(digits) || brandOf(digits) !== null)
}

/** Digits inside a longer word are not a card number: a hexadecimal id may hold fifteen decimal digits in a row. */
function isWholeWord(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const before = text[start - 1] ?? ''
  const after = text[end] ?? ''
  const encoded = /%[0-9a-f]{2}$/i.test(text.slice(Math.max(0, start - 3), start))
  return (encoded || !/[0-9A-Za-z]/.test(before)) && !/[0-9A-Za-z]/.test(after)
}

/** Any text with card data contains twelve digits, a name of a code or of an API object, or an encoded character. */
const TRACE = /[0-9](?:[ +-]?[0-9]){11}|cv[cnv2]|csc|code|card"|[%\\]/i

/** False only if there is no card data, as in most requests; the full search takes ten times as long. */
const hasTraceOfCardData = (text: string): boolean => TRACE.test(text)

/** Whether a text that should be masked shows card data, because it was never masked or has since been edited. */
export const showsCardData = (masked: string): boolean =>
  maskText(masked).spans.some(({ start, end, kind }) => {
    const digits = writtenUnits(masked, start, end).filter(({ char }) => /\p{Nd}/u.test(char))
    return digits.length > (kind === 'pan' ? KEPT_DIGITS : 0)
  })

export function keepableText(text: string): string {
  return maskText(text).text
}

/** Whether a text contains a possible card number of a known network. */
export function holdsCardNumber(text: string): boolean {
  return maskText(text).spans.some(({ kind }) => kind === 'pan')
}
