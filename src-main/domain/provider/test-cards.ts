import type { CardBrand } from '#domain/card/brand'
import { maskCardNumber } from '#domain/card/card-number'
import { declined, succeeded, type TestCard, unstatedSuccess } from './test-card'
import type { OutcomeStep } from './outcome-steps'
import { AVS_PAIR, ONE_TIME_CODE, STANDARD_EIGHT, TWELVE_NAMES } from '#domain/clarification/catalogue'
import { mergeFields } from '#domain/clarification/fields'

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
const CHALLENGE_CARDS: readonly TestCard[] = [
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

/** The one-time code that the customer of the two-round card receives. */
const ONE_TIME_CODE_VALUE = '123456'

const SLOW_PROVIDER_MS = 20_000

/** Cards that ask for data, and the slow one; no public card does either (contract 7.9). */
const CLARIFICATION_CARDS: readonly TestCard[] = [
  {
    number: '4000000000017006',
    brand: 'visa',
    outcome: [{ kind: 'clarify', fields: AVS_PAIR }, succeeded()],
    note: 'Asks for post code and street address, then success',
    origin: 'chosen',
  },
  {
    number: '4000000000017014',
    brand: 'visa',
    outcome: [{ kind: 'clarify', fields: STANDARD_EIGHT }, succeeded()],
    note: 'Asks for eight customer fields, then success',
    origin: 'chosen',
  },
  {
    number: '4000000000017022',
    brand: 'visa',
    outcome: [{ kind: 'clarify', fields: mergeFields(AVS_PAIR, STANDARD_EIGHT) }, declined()],
    note: 'Asks for post code, street address and eight customer fields, then decline',
    origin: 'chosen',
  },
  {
    number: '4000000000017030',
    brand: 'visa',
    outcome: [
      { kind: 'clarify', fields: AVS_PAIR },
      {
        kind: 'clarify',
        fields: ONE_TIME_CODE,
        expects: { 'customer.security_code': ONE_TIME_CODE_VALUE },
      },
      unstatedSuccess(),
    ],
    note: `Asks twice: post code and street address, then the one-time code ${ONE_TIME_CODE_VALUE}`,
    origin: 'chosen',
  },
  {
    number: '4000000000017048',
    brand: 'visa',
    outcome: [{ kind: 'clarify', fields: TWELVE_NAMES }, unstatedSuccess()],
    note: 'Asks for twelve customer fields, which some SDKs sort differently',
    origin: 'chosen',
  },
  {
    number: '4000000000017055',
    brand: 'visa',
    outcome: [unstatedSuccess(SLOW_PROVIDER_MS)],
    note: 'The provider takes 20 seconds',
    origin: 'chosen',
  },
]

export type { TestCard } from './test-card'

const PARTIAL_APPROVAL = { above: 12_000, currency: 'EUR' } as const
const PARTIALLY_APPROVED: readonly OutcomeStep[] = [{ ...succeeded(), partialApproval: PARTIAL_APPROVAL }]

const PLAIN_CARDS: readonly TestCard[] = [
  {
    number: '4000000000000077',
    brand: 'visa',
    outcome: [succeeded()],
    note: 'Plain success',
    origin: 'public',
  },
  {
    number: '4111111111111111',
    brand: 'visa',
    outcome: [declined()],
    note: 'Plain decline',
    origin: 'public',
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    outcome: [succeeded()],
    laterDebitsDecline: '10102',
    note: 'Registers a repeat payment whose later debits are declined',
    origin: 'public',
  },
  {
    number: '4000000000000135',
    brand: 'visa',
    outcome: [declined('10105')],
    outcomeWhenRegistering: [succeeded()],
    laterDebitsDecline: '10105',
    note: 'Insufficient funds: declined, unless the payment registers repeat payments; their debits fail',
    origin: 'public',
  },
  {
    number: '4539121411168251',
    brand: 'visa',
    outcome: [declined('10602')],
    note: 'The issuer is too slow',
    origin: 'public',
  },
  {
    number: '5126160000356675',
    brand: 'mastercard',
    outcome: PARTIALLY_APPROVED,
    partialApproval: PARTIAL_APPROVAL,
    note: 'Partial approval above 120 EUR, where the project allows it',
    origin: 'public',
  },
  {
    number: '4010571676223548',
    brand: 'visa',
    outcome: PARTIALLY_APPROVED,
    partialApproval: PARTIAL_APPROVAL,
    note: 'Partial approval above 120 EUR, where the project allows it',
    origin: 'public',
  },
  {
    number: '4006260000000014',
    brand: 'visa',
    outcome: [succeeded()],
    note: 'Success',
    origin: 'public',
  },
  ...declinedCards('visa', ['4314220000000072', '4314220000000098']),
  ...declinedCards('mastercard', ['5413330000000035', '5413330000000092']),
  {
    number: '5586200104377434',
    brand: 'mastercard',
    outcome: [succeeded()],
    expiry: '12/30',
    cvv: '641',
    note: 'Success with a fixed expiry and code',
    origin: 'public',
  },
  {
    number: '4058703211698859',
    brand: 'visa',
    outcome: [succeeded()],
    expiry: '12/30',
    cvv: '769',
    note: 'Success with a fixed expiry and code',
    origin: 'public',
  },
  {
    number: '2201382000000013',
    brand: 'mir',
    outcome: [succeeded()],
    expiry: '12/30',
    cvv: '590',
    note: 'Success',
    origin: 'public',
  },
  {
    number: '2201382000000021',
    brand: 'mir',
    outcome: [declined()],
    expiry: '12/30',
    cvv: '487',
    outcomeForPayout: [succeeded()],
    note: 'A purchase is declined, a payout succeeds',
    origin: 'public',
  },
  {
    number: '4242424242424242',
    brand: 'visa',
    outcome: [succeeded()],
    note: 'Success; known from the payout list',
    origin: 'public',
  },
  {
    number: '2200510417770601',
    brand: 'mir',
    outcome: [succeeded()],
    note: 'Success; a card for payouts',
    origin: 'public',
  },
  {
    number: '2201412000000000',
    brand: 'mir',
    outcome: [declined()],
    note: 'Decline; a card for payouts',
    origin: 'public',
  },
]

/** Every card that selects a scenario (contract 7.9). */
export const TEST_CARDS: readonly TestCard[] = [...PLAIN_CARDS, ...CLARIFICATION_CARDS, ...CHALLENGE_CARDS]

const BY_NUMBER: ReadonlyMap<string, TestCard> = new Map(TEST_CARDS.map((card) => [card.number, card]))

/** The row of a card number; null for every other number. */
export function findTestCard(cardNumber: string): TestCard | null {
  return BY_NUMBER.get(cardNumber) ?? null
}

const BY_MASK: ReadonlyMap<string, TestCard> = new Map(
  TEST_CARDS.map((card) => [maskCardNumber(card.number), card]),
)

/** The row of a saved card, of which only the masked number is known. No two rows have the same masked number. */
export function findTestCardByMask(masked: string): TestCard | null {
  return BY_MASK.get(masked) ?? null
}

function declinedCards(brand: CardBrand, numbers: readonly string[]): readonly TestCard[] {
  return numbers.map((number) => ({
    number,
    brand,
    outcome: [declined()],
    note: 'Decline',
    origin: 'public',
  }))
}
