import { brandOf } from './brand'
import { isLuhnValid } from './luhn'

/** Fewest and most digits of which the first six and the last four may stay readable. */
export const MASKABLE_DIGITS = { fewest: 13, most: 19 } as const

/**
 * True for a card number that the platform takes: 16 to 19 digits, 15 for amex, with a right check digit
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
  if (length < MASKABLE_DIGITS.fewest || length > MASKABLE_DIGITS.most)
    return '*'.repeat(Math.min(length, 16))
  return `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`
}
