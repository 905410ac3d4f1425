import { brandOf } from './brand'

/** How many digits a number has of which the first six and the last four may stay readable. */
export const MASKABLE_DIGITS = { min: 13, max: 19 } as const

/**
 * True for a card number that the platform accepts: 16 to 19 digits, 15 for amex, with a valid check digit
 * (contract 7.4). Spaces and dashes are not removed; the API takes bare digits.
 */
export function isCardNumber(text: string): boolean {
  if (!isLuhnValid(text)) return false
  const shortest = brandOf(text) === 'amex' ? 15 : 16
  return text.length >= shortest && text.length <= 19
}

/**
 * First six digits, six asterisks, last four digits, whatever the length between (contract 3.1). Text that is too
 * short or too long to be a card number shows nothing of itself.
 */
export function maskCardNumber(cardNumber: string): string {
  const length = cardNumber.length
  if (length < MASKABLE_DIGITS.min || length > MASKABLE_DIGITS.max) return '*'.repeat(Math.min(length, 16))
  return `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`
}

/**
 * True when a string of ASCII digits ends with a valid check digit (Luhn). Anything but digits, and the
 * empty string, is false.
 */
export function isLuhnValid(digits: string): boolean {
  if (!/^[0-9]+$/.test(digits)) return false
  let sum = 0
  for (let fromRight = 0; fromRight < digits.length; fromRight += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - fromRight) - 48
    const doubled = digit * 2
    sum += fromRight % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** The month that is printed on a card. */
export interface CardMonth {
  /** 1 to 12. */
  readonly month: number
  readonly year: number
}

/** When a card has expired: the first millisecond after its month, in UTC. Epoch milliseconds. */
export function expiresAt({ month, year }: CardMonth): number {
  const at = new Date(0)
  at.setUTCFullYear(year, month, 1)
  return at.getTime()
}

/** The newest month that is over at `at`: cards of it and of months before have expired. */
export function lastExpired(at: number): CardMonth {
  const now = new Date(at)
  const month = now.getUTCMonth()
  return month === 0 ? { month: 12, year: now.getUTCFullYear() - 1 } : { month, year: now.getUTCFullYear() }
}
