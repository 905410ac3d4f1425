import { isEmptyFields } from '#domain/clarification/fields'
import type { OutcomeSwitch } from '#domain/project/switches'
import { DEFAULT_CHALLENGE_CODE } from './challenge-cards'
import { type ChallengeStep, declined, type OutcomeStep, unstatedSuccess } from './outcome-steps'
import type { TestCard } from './test-card'
import { findTestCard, findTestCardByMask } from './test-cards'

export type { OutcomeStep } from './outcome-steps'

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
