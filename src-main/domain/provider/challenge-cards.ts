import type { CardBrand } from '#domain/card/brand'
import { declined, succeeded } from './outcome'
import type { TestCard } from './test-card'

/** The code of the 3-D Secure page where a card's row gives none (contract 7.9). */
export const DEFAULT_CHALLENGE_CODE = '123456'

/** Code of the decline after a wrong 3-D Secure code. */
export const WRONG_CHALLENGE_CODE = '10104'

type ThreeDSecure = NonNullable<TestCard['threeDSecure']>

function secureCards(
  threeDSecure: ThreeDSecure,
  outcome: 'success' | 'decline',
  note: string,
  cards: readonly (readonly [number: string, brand: CardBrand])[],
): readonly TestCard[] {
  return cards.map(([number, brand]) => ({
    number,
    brand,
    threeDSecure,
    outcome: [outcome === 'success' ? succeeded() : declined()],
    note,
    origin: 'public',
  }))
}

/** The code on the challenge page decides; where no page is shown the payment succeeds. */
function codeCards(
  valid: string,
  cards: readonly (readonly [number: string, brand: CardBrand, cvv: string])[],
): readonly TestCard[] {
  return cards.map(([number, brand, cvv]) => ({
    number,
    brand,
    expiry: '12/30',
    cvv,
    threeDSecure: 'challenge',
    byCode: { valid },
    outcome: [succeeded()],
    note: `Challenge code ${valid} succeeds, any other declines`,
    origin: 'public',
  }))
}

/** Cards that choose a path through 3-D Secure (contract 7.9). */
export const CHALLENGE_CARDS: readonly TestCard[] = [
  ...secureCards('challenge', 'success', 'Challenge, then success', [
    ['4314220000000056', 'visa'],
    ['5413330000000019', 'mastercard'],
  ]),
  ...codeCards(DEFAULT_CHALLENGE_CODE, [
    ['5586200075269701', 'mastercard', '641'],
    ['4058703211698263', 'visa', '769'],
  ]),
  ...codeCards('1qwezxc', [
    ['2201382000000039', 'mir', '324'],
    ['2201382000000047', 'mir', '584'],
  ]),
  ...secureCards('frictionless', 'success', 'Frictionless success', [
    ['4477000000000006', 'visa'],
    ['5252000000000004', 'mastercard'],
  ]),
  ...secureCards('frictionless-fallback', 'success', 'Frictionless after the fall-back to version 1', [
    ['4012000000020063', 'visa'],
    ['5544330000000029', 'mastercard'],
  ]),
  ...secureCards('challenge-fallback', 'success', 'Challenge after the fall-back, then success', [
    ['4344693136092508', 'visa'],
    ['5426257498841734', 'mastercard'],
  ]),
  ...secureCards('challenge-fallback', 'decline', 'Challenge after the fall-back, then decline', [
    ['4165519761269614', 'visa'],
    ['4383604346807330', 'visa'],
    ['5722753235016359', 'maestro'],
  ]),
  ...secureCards('frictionless-fallback', 'decline', 'Frictionless after the fall-back, then decline', [
    ['4331289925608649', 'visa'],
  ]),
  ...secureCards('challenge', 'decline', 'Challenge, then decline', [
    ['4012000000020089', 'visa'],
    ['5544330000000045', 'mastercard'],
  ]),
]
