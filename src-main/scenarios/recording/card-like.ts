import { isCardNumber } from '../../domain/card/card-number'
import { findTestCardByMask } from '../../domain/provider/test-cards'
import { NAMED_CARDS } from '../vocabulary/cards'
import { CannotRecord } from './facts'

/** `400000******0077`: all that is recorded of a number. */
const MASKED = /^(\d{6})\*{6}(\d{4})$/

/**
 * A card that does what a recorded one did and looks the same masked: a test card by its name or number, or a number that is
 * no test card’s.
 * @throws CannotRecord where nothing is known of the number
 */
export function cardLike(masked: unknown): string {
  const found = typeof masked === 'string' ? MASKED.exec(masked) : null
  if (found === null || typeof masked !== 'string')
    throw new CannotRecord('Its card number was not a card number, and such numbers are not recorded.')
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
