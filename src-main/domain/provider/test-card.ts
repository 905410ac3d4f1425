import type { CardBrand } from '#domain/card/brand'
import type { OutcomeStep, PartialApproval, ResultStep } from './outcome-steps'
import { CARD_DECLINE_CODE, SUCCESS_CODE } from '#domain/result-code/result-codes'

/** A card number that selects a scenario (one row of contract 7.9). */
export interface TestCard {
  readonly number: string
  readonly brand: CardBrand
  /** What the provider does with a sale or a hold. */
  readonly outcome: readonly OutcomeStep[]
  /** What it does instead when the payment registers repeat payments. */
  readonly outcomeWhenRegistering?: readonly OutcomeStep[]
  /** What it does instead with a payout. */
  readonly outcomeForPayout?: readonly OutcomeStep[]
  /** Code with which debits of a registered repeat payment are declined. */
  readonly laterDebitsDecline?: string
  readonly note: string
  /** Month and year that the card prints, `MM/YY`; any that is not past will do where it is absent. */
  readonly expiry?: string
  readonly cvv?: string
  readonly threeDSecure?: 'challenge' | 'frictionless' | 'frictionless-fallback' | 'challenge-fallback'
  /** The code that decides on the 3-D Secure page; any other declines with 10104. */
  readonly byCode?: { readonly valid: string }
  /** Less is approved when the project allows it and the amount, in minor units, is above this. */
  readonly partialApproval?: PartialApproval
  readonly origin: 'public' | 'chosen'
}

/** A success that the card's row states, at once. */
export function succeeded(): ResultStep {
  return { kind: 'result', outcome: 'success', code: SUCCESS_CODE, delayMs: 0, stated: true }
}

/** A success of a card whose row states no outcome; `delayMs` is what the provider takes. */
export function unstatedSuccess(delayMs = 0): ResultStep {
  return { ...succeeded(), delayMs, stated: false }
}

/** A decline that the card's row states, at once. */
export function declined(code: string = CARD_DECLINE_CODE): ResultStep {
  return { kind: 'result', outcome: 'decline', code, delayMs: 0, stated: true }
}

/** The one provider service that the platform talks to, as its messages name it (contract 3.3, 3.6). */
export const PROVIDER = { id: 77, endpointId: 4 } as const
