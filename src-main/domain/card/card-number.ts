import { brandOf } from './brand'

/** Numbers of these lengths may show their first six and last four digits. */
export const MASKABLE_DIGITS = { min: 13, max: 19 } as const

/** Accepted by the platform: 16 to 19 bare digits (amex also 15) with a valid check digit (contract 7.4). */
export function isCardNumber(text: string): boolean {
  if (!isLuhnValid(text)) return false
  const shortest = brandOf(text) === 'amex' ? 15 : 16
  return text.length >= shortest && text.length <= 19
}

/** First six digits, six asterisks, last four (contract 3.1). A text of a wrong length is masked entirely. */
export function maskCardNumber(cardNumber: string): string {
  const length = cardNumber.length
  if (length < MASKABLE_DIGITS.min || length > MASKABLE_DIGITS.max) return '*'.repeat(Math.min(length, 16))
  return `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`
}

/** Whether ASCII digits end with a valid check digit (Luhn). False for anything else and for the empty string. */
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

export interface CardMonth {
  /** 1 to 12. */
  readonly month: number
  readonly year: number
}

/** The first millisecond after the month, in UTC. */
export function expiresAt({ month, year }: CardMonth): number {
  const at = new Date(0)
  at.setUTCFullYear(year, month, 1)
  return at.getTime()
}

export function lastExpired(at: number): CardMonth {
  const now = new Date(at)
  const month = now.getUTCMonth()
  return month === 0 ? { month: 12, year: now.getUTCFullYear() - 1 } : { month, year: now.getUTCFullYear() }
}
