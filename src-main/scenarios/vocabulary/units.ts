import { formatMinorUnits } from '#lib/money/minor-units'
import { exponentOf } from '#lib/money/currency'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/time'

/** An amount in minor units, as it stands in messages. */
export interface Amount {
  readonly amount: number
  readonly currency: string
}

export const AMOUNT = /\d{1,13}(\.\d{1,3})? [A-Z]{3}/

/** Milliseconds of the units of a duration. */
const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['min', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
])

export const DURATION = /\d{1,9}(\.\d{1,3})? ?(ms|s|min|h|d)/

/** Reads `46.50 EUR` in minor units; null where the text is not an amount or has more decimals than the currency. */
export function readAmount(text: string): Amount | null {
  if (!new RegExp(`^${AMOUNT.source}$`).test(text)) return null
  const [number = '', currency = ''] = text.split(' ')
  const [whole = '', fraction = ''] = number.split('.')
  const exponent = exponentOf(currency)
  if (fraction.length > exponent) return null
  const amount = Number(whole + fraction.padEnd(exponent, '0'))
  return Number.isSafeInteger(amount) ? { amount, currency } : null
}

/** Writes an amount as a scenario does: `46.50 EUR`. */
export function writeAmount({ amount, currency }: Amount): string {
  return `${formatMinorUnits(amount, currency).text} ${currency}`
}

/** Reads `30 min` in milliseconds; null where the text is not a duration or is longer than ten years. */
export function readDuration(text: string): number | null {
  const found = /^(\d{1,9}(?:\.\d{1,3})?) ?(ms|s|min|h|d)$/.exec(text)
  if (found === null) return null
  const ms = Math.round(Number(found[1]) * (UNIT_MS.get(found[2] ?? '') ?? Number.NaN))
  return ms <= 3650 * DAY_MS ? ms : null
}

/** Writes milliseconds in the largest unit that leaves no fraction: `30 min`. */
export function writeDuration(ms: number): string {
  const [unit, size] = [...UNIT_MS].reverse().find(([, each]) => ms >= each && ms % each === 0) ?? ['ms', 1]
  return `${ms / size} ${unit}`
}
