import { isEmptyFields } from '#domain/clarification/fields'
import type { OutcomeSwitch } from '#domain/project/switches'
import { findTestCard, findTestCardByMask, type TestCard } from './test-cards'
import { type ChallengeStep, declined, type OutcomeStep, unstatedSuccess } from './outcome-steps'
import type { AcceptedValues } from '#domain/clarification/submission'

export type PlanRequest = (
  | { readonly cardNumber: string }
  /** A saved card: the platform stores only its masked number. */
  | { readonly maskedNumber: string }
) & {
  readonly switches: { readonly outcome: OutcomeSwitch }
  /** Whether the payment also registers a series of repeat payments. */
  readonly registersRecurring: boolean
  /** Whether money goes to the card instead of from it; default: no. */
  readonly isPayout?: boolean
  /** Whether this is a later debit of a registered series; default: no. */
  readonly isDebit?: boolean
  /** Whether challenges are possible: on the form, or on a page that returns to the merchant (contract 13.3). */
  readonly threeDSecure: boolean | { readonly returnUrl: string }
}

/** The provider's plan for a test card (contract 7.9); other cards succeed. An empty plan waits for the tester. */
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

/** The issuer's challenge before the outcome; none for a frictionless card, or if challenges are impossible. */
function challengesOf(
  { challenge }: TestCard,
  canChallenge: PlanRequest['threeDSecure'],
): readonly ChallengeStep[] {
  if (canChallenge === false || challenge === undefined) return []
  const { valid, fallback } = challenge
  const step: ChallengeStep = { kind: 'challenge', version: fallback ? '1' : '2', valid, fallback }
  return [canChallenge === true ? step : { ...step, returnUrl: canChallenge.returnUrl }]
}

const FAILING_POST_CODE = '00000'

/** Result code of a decline by the address check. */
export const AVS_DECLINE_CODE = '109'

/** The address check (contract 5.9): post code 00000 declines, unless the card's row has an outcome (`stated`). */
export function avsResultFor(supplied: AcceptedValues, stated: boolean) {
  const postCode = supplied['avs_data.avs_post_code']
  const street = supplied['avs_data.avs_street_address']
  if (postCode === undefined && street === undefined) return { result: null, declines: false }
  const fails = postCode === FAILING_POST_CODE && !stated
  return fails ? { result: 'N', declines: true } : { result: 'Y', declines: false }
}
