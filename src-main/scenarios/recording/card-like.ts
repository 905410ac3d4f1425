import { isCardNumber } from '#domain/card/card-number'
import { findTestCardByMask } from '#domain/provider/test-cards'
import { NAMED_CARDS } from '#scenarios/vocabulary/cards'
import { CannotRecord } from './facts'

/** `400000******0077`: all that is recorded of a number. */
const MASKED = /^(\d{6})\*{6}(\d{4})$/

/**
 * A card that behaves as the recorded one did and has the same masked number: a test card by its name or number, else a number
 * of no test card.
 * @throws CannotRecord where the masked number is no card number, or none can be made from it
 */
export function cardLike(masked: unknown): string {
  const found = typeof masked === 'string' ? MASKED.exec(masked) : null
  if (found === null || typeof masked !== 'string')
    throw new CannotRecord('Its card number is malformed, and such numbers are not recorded.')
  const known = findTestCardByMask(masked)
  if (known !== null) {
    return Object.entries(NAMED_CARDS).find(([, number]) => number === known.number)?.[0] ?? known.number
  }
  const [, first = '', last = ''] = found
  for (let middle = 0; middle < 10; middle += 1) {
    const number = `${first}${String(middle).padStart(6, '0')}${last}`
    if (isCardNumber(number)) return number
  }
  throw new CannotRecord('Its card number cannot be made up again.')
}
