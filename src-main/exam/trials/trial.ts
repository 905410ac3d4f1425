import type { Merchant } from '../setup/exam-setup'

/** A verb of the scenario language with its members, and what may stand beside it. */
export type StepText = Readonly<Record<string, unknown>>

/** One step of a trial. A step with neither `fails` nor `needs` cannot fail but for the bench itself. */
export interface TrialStep {
  readonly step: StepText
  /** Where it does not hold the rule is failed: what happened instead, a sentence. */
  readonly fails?: string
  /** Judged only where something of the kind came at all. */
  readonly onlyIfSeen?: true
  /** Where it does not hold nothing can be said about the rule: why, and what would make it observable. */
  readonly needs?: string
}

/**
 * A sequence that shows whether a merchant keeps a rule: it is written as a scenario, so that anybody can repeat it. Every
 * trial makes orders of its own.
 */
export interface Trial {
  /** Letters, digits and hyphens: a part of the file name of its scenario. */
  readonly id: string
  readonly name: string
  /** Why it cannot be run at this merchant, and what would make it possible; null: it can. */
  readonly cannot?: (merchant: Merchant) => string | null
  /** What a trial that holds does not show at this merchant, and what would; null: it shows the whole rule. */
  readonly unseen?: (merchant: Merchant) => string | null
  /** What a person who looks at the orders has to find where `unseen` names something, such as `has to be paid`. */
  readonly look?: string
  readonly faults?: readonly StepText[]
  readonly switches?: StepText
  readonly steps: (merchant: Merchant) => readonly TrialStep[]
}

/** Why there is no order of the merchant, and how to give the checkout that starts one. */
export const noOrder = ({ remedies }: Merchant): string =>
  `The exam could not start an order. ${remedies.checkout}`

export const withoutOrders = ({ orders, remedies }: Merchant): string | null =>
  orders === null ? `The effect on the order was not seen. ${remedies.orders}` : null
export const withoutCheckout = (merchant: Merchant): string | null =>
  merchant.style === 'none' ? noOrder(merchant) : null
