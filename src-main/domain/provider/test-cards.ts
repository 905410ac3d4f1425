import { brandOf, type CardBrand } from '#domain/card/brand'
import { maskCardNumber } from '#domain/card/card-number'
import { declined, type OutcomeStep, succeeded, unstatedSuccess } from './outcome-steps'
import { AVS_PAIR, ONE_TIME_CODE, STANDARD_EIGHT, TWELVE_NAMES } from '#domain/clarification/catalogue'
import { type ClarificationFields, mergeFields } from '#domain/clarification/fields'

interface Particulars {
  /** Outcome if the payment registers repeat payments. */
  readonly outcomeWhenRegistering?: readonly OutcomeStep[]
  readonly outcomeForPayout?: readonly OutcomeStep[]
  /** Decline code of debits of a registered repeat payment. */
  readonly laterDebitsDecline?: string
  /** As printed (`MM/YY`); absent if any expiry that is not in the past works. */
  readonly expiry?: string
  readonly cvv?: string
  /** The issuer's 3-D Secure page, with or without fall-back to version 1. Only the code `valid` passes. */
  readonly challenge?: { readonly valid: string; readonly fallback: boolean }
}

/** A card number that selects a scenario (one row of contract 7.9). */
export interface TestCard extends Particulars {
  readonly number: string
  readonly brand: CardBrand | null
  readonly outcome: readonly OutcomeStep[]
  readonly note: string
}

/** Decline after a wrong 3-D Secure code. */
export const WRONG_CHALLENGE_CODE = '10104'

const card = (
  number: string,
  outcome: readonly OutcomeStep[],
  note: string,
  particulars: Particulars = {},
): TestCard => ({ number, brand: brandOf(number), outcome, note, ...particulars })

const cardsWith = (
  numbers: readonly string[],
  outcome: readonly OutcomeStep[],
  note: string,
  particulars?: Particulars,
): readonly TestCard[] => numbers.map((number) => card(number, outcome, note, particulars))

/** The 3-D Secure page of a card whose row gives no code (contract 7.9). */
const CHALLENGE = { challenge: { valid: '123456', fallback: false } } as const
const CHALLENGE_AFTER_FALLBACK = { challenge: { valid: '123456', fallback: true } } as const

const EXPIRY = '12/30'

/** The code on the challenge page decides; without a page the payment succeeds. */
const codeCard = (number: string, cvv: string, valid: string): TestCard =>
  card(number, [succeeded()], `3-D Secure: code ${valid} succeeds, any other is declined`, {
    expiry: EXPIRY,
    cvv,
    challenge: { valid, fallback: false },
  })

/** Cards with paths through 3-D Secure (contract 7.9). */
const CHALLENGE_CARDS: readonly TestCard[] = [
  ...cardsWith(
    ['4314220000000056', '5413330000000019'],
    [succeeded()],
    '3-D Secure challenge, then success',
    CHALLENGE,
  ),
  codeCard('5586200075269701', '641', '123456'),
  codeCard('4058703211698263', '769', '123456'),
  codeCard('2201382000000039', '324', '1qwezxc'),
  codeCard('2201382000000047', '584', '1qwezxc'),
  ...cardsWith(
    ['4477000000000006', '5252000000000004'],
    [succeeded()],
    '3-D Secure without a challenge, then success',
  ),
  ...cardsWith(
    ['4012000000020063', '5544330000000029'],
    [succeeded()],
    '3-D Secure without a challenge after the fall-back to version 1, then success',
  ),
  ...cardsWith(
    ['4344693136092508', '5426257498841734'],
    [succeeded()],
    '3-D Secure challenge after the fall-back, then success',
    CHALLENGE_AFTER_FALLBACK,
  ),
  ...cardsWith(
    ['4165519761269614', '4383604346807330', '5722753235016359'],
    [declined()],
    '3-D Secure challenge after the fall-back, then declined',
    CHALLENGE_AFTER_FALLBACK,
  ),
  card('4331289925608649', [declined()], '3-D Secure without a challenge after the fall-back, then declined'),
  ...cardsWith(
    ['4012000000020089', '5544330000000045'],
    [declined()],
    '3-D Secure challenge, then declined',
    CHALLENGE,
  ),
]

const ONE_TIME_CODE_VALUE = '123456'

const SLOW_PROVIDER_MS = 20_000

const clarifyStep = (fields: ClarificationFields): OutcomeStep => ({ kind: 'clarify', fields })

/** Cards that request data, and the slow card; the platform's public cards include neither (contract 7.9). */
const CLARIFICATION_CARDS: readonly TestCard[] = [
  card(
    '4000000000017006',
    [clarifyStep(AVS_PAIR), succeeded()],
    'Requests post code and street address, then success',
  ),
  card(
    '4000000000017014',
    [clarifyStep(STANDARD_EIGHT), succeeded()],
    'Requests eight customer fields, then success',
  ),
  card(
    '4000000000017022',
    [clarifyStep(mergeFields(AVS_PAIR, STANDARD_EIGHT)), declined()],
    'Requests post code, street address and eight customer fields, then declined',
  ),
  card(
    '4000000000017030',
    [
      clarifyStep(AVS_PAIR),
      { kind: 'clarify', fields: ONE_TIME_CODE, expects: { 'customer.security_code': ONE_TIME_CODE_VALUE } },
      unstatedSuccess(),
    ],
    `Requests data twice: post code and street address, then the one-time code ${ONE_TIME_CODE_VALUE}`,
  ),
  card(
    '4000000000017048',
    [clarifyStep(TWELVE_NAMES), unstatedSuccess()],
    'Requests twelve customer fields, which some SDKs sort differently',
  ),
  card('4000000000017055', [unstatedSuccess(SLOW_PROVIDER_MS)], 'The provider takes 20 seconds'),
]

const PLAIN_CARDS: readonly TestCard[] = [
  card('4000000000000077', [succeeded()], 'Plain, success'),
  card('4111111111111111', [declined()], 'Plain, declined'),
  card('4000000000000119', [succeeded()], 'Registers a repeat payment whose later debits are declined', {
    laterDebitsDecline: '10102',
  }),
  card(
    '4000000000000135',
    [declined('10105')],
    'Insufficient funds: declined, unless the payment registers repeat payments; their debits fail',
    { outcomeWhenRegistering: [succeeded()], laterDebitsDecline: '10105' },
  ),
  card('4539121411168251', [declined('10602')], 'Declined: the issuer is too slow'),
  ...cardsWith(
    ['5126160000356675', '4010571676223548'],
    [{ ...succeeded(), partialApproval: { above: 12_000, currency: 'EUR' } }],
    'Partial approval above 120 EUR, if the project allows it',
  ),
  card('4006260000000014', [succeeded()], 'Success'),
  ...cardsWith(
    ['4314220000000072', '4314220000000098', '5413330000000035', '5413330000000092'],
    [declined()],
    'Declined',
  ),
  card('5586200104377434', [succeeded()], 'Success with a fixed expiry and code', {
    expiry: EXPIRY,
    cvv: '641',
  }),
  card('4058703211698859', [succeeded()], 'Success with a fixed expiry and code', {
    expiry: EXPIRY,
    cvv: '769',
  }),
  card('2201382000000013', [succeeded()], 'Success', { expiry: EXPIRY, cvv: '590' }),
  card('2201382000000021', [declined()], 'A purchase is declined, a payout succeeds', {
    expiry: EXPIRY,
    cvv: '487',
    outcomeForPayout: [succeeded()],
  }),
  card('4242424242424242', [succeeded()], 'Success; from the payout list'),
  card('2200510417770601', [succeeded()], 'Success; a card for payouts'),
  card('2201412000000000', [declined()], 'Declined; a card for payouts'),
]

/** Contract 7.9. */
export const TEST_CARDS: readonly TestCard[] = [...PLAIN_CARDS, ...CLARIFICATION_CARDS, ...CHALLENGE_CARDS]

/** The test cards with every given word in their number, their brand or what they do. */
export function searchTestCards(text: string): readonly TestCard[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  return TEST_CARDS.filter(({ number, brand, note }) => {
    const known = `${number} ${brand ?? ''} ${note}`.toLowerCase()
    return words.every((word) => known.includes(word))
  })
}

const BY_NUMBER: ReadonlyMap<string, TestCard> = new Map(TEST_CARDS.map((row) => [row.number, row]))

/** Null if the number is not that of a test card. */
export function findTestCard(cardNumber: string): TestCard | null {
  return BY_NUMBER.get(cardNumber) ?? null
}

const BY_MASK: ReadonlyMap<string, TestCard> = new Map(
  TEST_CARDS.map((row) => [maskCardNumber(row.number), row]),
)

/** Finds the test card of a saved card by the masked number, which is unique in the table. */
export function findTestCardByMask(masked: string): TestCard | null {
  return BY_MASK.get(masked) ?? null
}
