import { isEmptyFields } from '#domain/clarification/fields'
import type { OutcomeSwitch } from '#domain/project/switches'
import { DEFAULT_CHALLENGE_CODE, findTestCard, findTestCardByMask } from './test-cards'
import { declined, type TestCard, unstatedSuccess } from './test-card'
import type { ChallengeStep, OutcomeStep } from './outcome-steps'
import type { AcceptedValues } from '#domain/clarification/submission'

/** What decides about a payment's plan. */
export type PlanRequest = (
  | { readonly cardNumber: string }
  /** A saved card: the platform keeps no more of its number than this. */
  | { readonly maskedNumber: string }
) & {
  readonly switches: { readonly outcome: OutcomeSwitch }
  /** Whether the payment also registers repeat payments. */
  readonly registersRecurring: boolean
  /** Money goes to the card instead of from it; absent: no. */
  readonly isPayout?: boolean
  /** A later debit of a registered series; absent: no. */
  readonly isDebit?: boolean
  /**
   * Whether the customer can be challenged: on the form, or on a page of the issuer that then sends the customer to an address
   * of the merchant (contract 13.3).
   */
  readonly threeDSecure: boolean | { readonly returnUrl: string }
}

/**
 * What the provider will do with a payment (contract 7.9). Only the card number selects the scenario; a number
 * outside the table succeeds. An empty plan means that the payment stays `processing` until the tester acts.
 */
export function planFor(request: PlanRequest): readonly OutcomeStep[] {
  const { outcome } = request.switches
  if (outcome.mode === 'hold') return []
  const card =
    'cardNumber' in request ? findTestCard(request.cardNumber) : findTestCardByMask(request.maskedNumber)
  const registered = request.registersRecurring ? card?.outcomeWhenRegistering : undefined
  const paidOut = request.isPayout === true ? card?.outcomeForPayout : undefined
  const debit =
    request.isDebit === true && card?.laterDebitsDecline !== undefined
      ? [declined(card.laterDebitsDecline)]
      : undefined
  const byCard = [
    ...(card === null ? [] : challengesOf(card, request.threeDSecure)),
    ...(paidOut ?? debit ?? registered ?? card?.outcome ?? [unstatedSuccess()]),
  ]
  if (outcome.mode === 'card' || isEmptyFields(outcome.fields)) return byCard
  return [{ kind: 'clarify', fields: outcome.fields }, ...byCard]
}

/** What the card's issuer asks of the customer before its outcome; a frictionless card asks for nothing. */
function challengesOf(
  { threeDSecure, byCode }: TestCard,
  canChallenge: PlanRequest['threeDSecure'],
): readonly ChallengeStep[] {
  if (canChallenge === false) return []
  if (threeDSecure !== 'challenge' && threeDSecure !== 'challenge-fallback') return []
  const fallback = threeDSecure === 'challenge-fallback'
  const valid = byCode?.valid ?? DEFAULT_CHALLENGE_CODE
  const step: ChallengeStep = { kind: 'challenge', version: fallback ? '1' : '2', valid, fallback }
  return [canChallenge === true ? step : { ...step, returnUrl: canChallenge.returnUrl }]
}

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
