import type { AcceptedValues } from '#domain/clarification/submission'

/** An answer of the address check (contract 5.9). */
export interface AvsResultRow {
  readonly result: string
  readonly meaning: string
  readonly brands: readonly ('visa' | 'mastercard' | 'amex')[]
}

/** The values of `avs_result` and the brands that use them. */
export const AVS_RESULTS = [
  { result: 'A', meaning: 'Street matches, post code does not', brands: ['visa', 'mastercard', 'amex'] },
  { result: 'N', meaning: 'Neither matches', brands: ['visa', 'mastercard', 'amex'] },
  { result: 'R', meaning: 'Try again later', brands: ['visa', 'mastercard', 'amex'] },
  { result: 'S', meaning: 'Not available', brands: ['mastercard', 'amex'] },
  { result: 'U', meaning: 'Not available', brands: ['visa', 'mastercard', 'amex'] },
  { result: 'W', meaning: 'Post code matches, street does not', brands: ['mastercard'] },
  { result: 'X', meaning: 'Both match', brands: ['mastercard'] },
  { result: 'Y', meaning: 'Both match', brands: ['visa', 'mastercard', 'amex'] },
  {
    result: 'Z',
    meaning: 'Post code matches, street does not',
    brands: ['visa', 'mastercard', 'amex'],
  },
] as const satisfies readonly AvsResultRow[]

export type AvsResult = (typeof AVS_RESULTS)[number]['result']

/** The post code that never matches. */
const FAILING_POST_CODE = '00000'

/** Code of a decline by the address check. */
export const AVS_DECLINE_CODE = '109'

/** The result of the address check; null when there was nothing to check. */
export interface AvsVerdict {
  readonly result: AvsResult | null
  /** True when the payment is declined for it, with `AVS_DECLINE_CODE`. */
  readonly declines: boolean
}

/**
 * The address check of a payment (contract 5.9): post code 00000 matches nothing and declines, unless the card's row
 * states the outcome (`stated`): the check then matches like any other.
 * `supplied` are the values the merchant has sent, by `key.name`.
 */
export function avsResultFor(supplied: AcceptedValues, stated: boolean): AvsVerdict {
  const postCode = supplied['avs_data.avs_post_code']
  const street = supplied['avs_data.avs_street_address']
  if (postCode === undefined && street === undefined) return { result: null, declines: false }
  const fails = postCode === FAILING_POST_CODE && !stated
  return fails ? { result: 'N', declines: true } : { result: 'Y', declines: false }
}
