import { AVS_PAIR, ONE_TIME_CODE, STANDARD_EIGHT, TWELVE_NAMES } from '#domain/clarification/catalogue'
import { mergeFields } from '#domain/clarification/fields'
import { declined, succeeded, unstatedSuccess } from './outcome-steps'
import type { TestCard } from './test-card'

/** The one-time code that the customer of the two-round card receives. */
const ONE_TIME_CODE_VALUE = '123456'

const SLOW_PROVIDER_MS = 20_000

/** Cards that ask for data, and the slow one; no public card does either (contract 7.9). */
export const CLARIFICATION_CARDS: readonly TestCard[] = [
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
