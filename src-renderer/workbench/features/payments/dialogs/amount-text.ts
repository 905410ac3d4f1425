import { exponentOf } from '#lib/money/currency'

/** Largest amount of the contract, in minor units (contract 5.5). */
const LARGEST = 10_000_000_000_000

export type ReadAmount = { readonly amount: number } | { readonly error: string }

const places = (count: number): string =>
  count === 0
    ? 'has no decimal places. Enter a whole amount.'
    : `has at most ${count.toString()} decimal places. Remove the others.`

/**
 * Reads an amount as a person writes it, in major units (`46.50`, `1 200`, `1200,5`), into minor units by the
 * currency's exponent.
 */
export function readAmount(text: string, currency: string, most: number = LARGEST): ReadAmount {
  const exponent = exponentOf(currency)
  const written = text
    .trim()
    .replaceAll(/[\s\u00a0']/g, '')
    .replace(',', '.')
  if (written === '') return { error: 'Enter an amount.' }
  const found = /^(\d{1,15})(?:\.(\d*))?$/.exec(written)
  if (found === null) return { error: 'Use digits and at most one decimal point, for example 46.50.' }
  const [, whole = '', fraction = ''] = found
  if (fraction.length > exponent) return { error: `${currency} ${places(exponent)}` }
  const amount = Number(whole + fraction.padEnd(exponent, '0'))
  if (amount < 1) return { error: 'Enter an amount greater than zero.' }
  if (amount > most)
    return { error: `The amount is too high. Enter at most ${writeAmount(most, currency)} ${currency}.` }
  return { amount }
}

/** An amount in minor units as `readAmount` reads it: `46.50`. */
export function writeAmount(amount: number, currency: string): string {
  const exponent = exponentOf(currency)
  const digits = amount.toString().padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}
