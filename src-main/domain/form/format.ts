import { COUNTRY_CODES } from '#lib/money/country'
import { formatMinorUnits } from '#lib/money/minor-units'
import { isRightToLeft, type FormLanguage } from './languages'

/** Separators follow the language; digits are always 0 to 9, as on the card. */
const SEPARATORS: Readonly<Record<FormLanguage, readonly [group: string, point: string]>> = {
  en: [',', '.'],
  de: ['.', ','],
  fr: ['\u202f', ','],
  es: ['.', ','],
  it: ['.', ','],
  pt: ['.', ','],
  pl: ['\u00a0', ','],
  ar: [',', '.'],
}

/** Locales that put the day before the month and use the digits 0 to 9. */
export const DATE_LOCALES: Readonly<Record<FormLanguage, string>> = {
  en: 'en-GB',
  de: 'de',
  fr: 'fr',
  es: 'es',
  it: 'it',
  pt: 'pt-PT',
  pl: 'pl',
  ar: 'ar-u-nu-latn',
}

/** Minor units as text, without the currency: `1,046.50` or `1.046,50` (contract 3.1). */
export function amountText(amount: number, currency: string, language: FormLanguage): string {
  const { integer, fraction } = formatMinorUnits(amount, currency)
  const [group, point] = SEPARATORS[language]
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, group)
  return fraction === '' ? grouped : `${grouped}${point}${fraction}`
}

/** `46.50 EUR`, with a no-break space. */
export function sumText(
  sum: { readonly amount: number; readonly currency: string },
  language: FormLanguage,
): string {
  const text = `${amountText(sum.amount, sum.currency, language)}\u00a0${sum.currency}`
  // Isolated, so that the sum keeps its direction in right-to-left text.
  return isRightToLeft(language) ? `\u2066${text}\u2069` : text
}

/** Day and time of epoch milliseconds, in UTC; the page's script shows the customer's local time instead. */
export function momentText(at: number, language: FormLanguage): string {
  const text = new Intl.DateTimeFormat(DATE_LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(at)
  return text.replace(' UTC', '\u00a0UTC')
}

/** Formats epoch milliseconds as `16:44 UTC`. */
export function timeOfDayText(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`
}

const countryNames = new Map<FormLanguage, readonly (readonly [code: string, name: string])[]>()

export function countriesOf(language: FormLanguage): readonly (readonly [code: string, name: string])[] {
  const known = countryNames.get(language)
  if (known !== undefined) return known
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const order = new Intl.Collator(language)
  const list = COUNTRY_CODES.map((code): readonly [string, string] => [code, names.of(code) ?? code]).sort(
    ([, one], [, other]) => order.compare(one, other),
  )
  countryNames.set(language, list)
  return list
}
