import { brandOf } from './brand'
import { isLuhnValid } from './luhn'

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
