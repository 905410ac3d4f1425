import type { ClarificationFields } from '#domain/clarification/fields'
import { CARD_DECLINE_CODE, SUCCESS_CODE } from '#domain/result-code/result-codes'

/** The provider asks for data before it goes on. */
export interface ClarifyStep {
  readonly kind: 'clarify'
  readonly fields: ClarificationFields
  /** Values that have to be exactly these, by `key.name`: the code that the customer received. */
  readonly expects?: Readonly<Record<string, string>>
}

/** An amount above this, in minor units of the currency, is approved only up to it (contract 7.9). */
export interface PartialApproval {
  readonly above: number
  readonly currency: string
}

/** The provider gives its result. */
export interface ResultStep {
  readonly kind: 'result'
  readonly outcome: 'success' | 'decline'
  readonly code: string
  /** How long the provider takes, in milliseconds. */
  readonly delayMs: number
  /** True when the card's row names the outcome; only otherwise may the address check decline (contract 5.9). */
  readonly stated: boolean
  /** For cards of which less than the amount may be approved, when the project allows it. */
  readonly partialApproval?: PartialApproval
}

/** The issuer challenges the customer (contract 4.4, 7.9). */
export interface ChallengeStep {
  readonly kind: 'challenge'
  readonly version: '1' | '2'
  /** The code that passes; any other declines. */
  readonly valid: string
  /** True where the issuer fell back to version 1. */
  readonly fallback: boolean
  /** Where the issuer's page sends the customer with its answer; only for payments by the API (contract 13.3). */
  readonly returnUrl?: string
}

/** One thing the provider does; a plan is carried out from its first step to its last. */
export type OutcomeStep = ClarifyStep | ChallengeStep | ResultStep

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
