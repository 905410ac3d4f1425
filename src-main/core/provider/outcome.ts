import { isEmptyFields } from '../clarification/fields'
import type { OutcomeSwitch } from '../project/project'
import { type OutcomeStep, unstatedSuccess } from './outcome-steps'
import { findTestCard } from './test-cards'

export type { ClarifyStep, OutcomeStep, ResultStep } from './outcome-steps'

/** What decides about a payment's plan. */
export interface PlanRequest {
  readonly cardNumber: string
  readonly switches: { readonly outcome: OutcomeSwitch }
  /** Whether the payment also registers repeat payments. */
  readonly registersRecurring: boolean
}

/**
 * What the provider will do with a payment (contract 7.9). Only the card number selects the scenario; a number
 * outside the table succeeds. An empty plan means that the payment stays `processing` until the tester acts.
 */
export function planFor({ cardNumber, switches, registersRecurring }: PlanRequest): readonly OutcomeStep[] {
  const { outcome } = switches
  if (outcome.mode === 'hold') return []
  const card = findTestCard(cardNumber)
  const registered = registersRecurring ? card?.outcomeWhenRegistering : undefined
  const byCard = registered ?? card?.outcome ?? [unstatedSuccess()]
  if (outcome.mode === 'card' || isEmptyFields(outcome.fields)) return byCard
  return [{ kind: 'clarify', fields: outcome.fields }, ...byCard]
}
