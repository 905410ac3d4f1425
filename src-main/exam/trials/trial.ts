import type { Merchant, OrderPart } from '#exam/setup/exam-setup'
import { stringify } from 'yaml'

/** A step of the scenario language as plain data: a verb with its members, and the members beside it. */
export type StepText = Readonly<Record<string, unknown>>

/** A step with neither `fails` nor `needs` can fail only because of an error in Paybench. */
export interface TrialStep {
  readonly step: StepText
  /** The rule fails if the step gets something to compare and does not pass. Says what happened instead. */
  readonly fails?: string
  /** The rule fails only if the merchant requested the path of the step. */
  readonly onlyIfSeen?: true
  /** A sentence, followed by names: the rule is not observed if a step fails only because these values are missing. */
  readonly missing?: string
  /** The compared part of the order. Without a value there, the rule is not observed, whatever `fails` says. */
  readonly reads?: OrderPart
  /** If the step does not pass, the rule is not observed. Says why, and what would make it observable. */
  readonly needs?: string
}

/** A function returns steps that depend on the merchant. */
export type TrialPart = TrialStep | readonly TrialStep[] | ((merchant: Merchant) => readonly TrialStep[])

/** What follows for the rule if a step does not pass. */
export type IfNot = Pick<TrialStep, 'fails' | 'needs'>

/** A plain sentence means that the rule fails. */
export const failing = (ifNot: IfNot | string): IfNot =>
  typeof ifNot === 'string' ? { fails: ifNot } : ifNot

/** Shows whether a merchant follows a rule, as a scenario that anybody can repeat. Every trial starts new orders. */
export interface Trial {
  /** Part of the file name of its scenario: letters, digits and hyphens. */
  readonly id: string
  readonly name: string
  /** Why it cannot run against this merchant and what would make it possible; null if it can. */
  readonly cannot?: (merchant: Merchant) => string | null
  /** What the trial cannot show about this merchant even if it passes, and what would show it; null if nothing. */
  readonly unseen?: (merchant: Merchant) => string | null
  /** What a person must check about the orders if `unseen` returns a text, such as `must show as paid`. */
  readonly look?: string
  /** Whether this trial may stay unobserved with this merchant: the other trials of its rule then decide. */
  readonly isOptional?: (merchant: Merchant) => boolean
  readonly faults?: readonly StepText[]
  readonly switches?: StepText
  readonly steps: readonly TrialPart[]
}

export const stepsOf = ({ steps }: Pick<Trial, 'steps'>, merchant: Merchant): readonly TrialStep[] =>
  steps.flatMap((part) => (typeof part === 'function' ? part(merchant) : part))

/** What most trials expect of the order. A person checks it if the exam cannot read orders. */
export const PAID = {
  look: 'must show as paid',
  unseen: withoutOrders,
} as const
export const UNPAID = { look: 'must not show as paid', unseen: withoutOrders } as const

export const noOrder = ({ problem, remedies }: Merchant): string =>
  `The exam could not start an order. ${problem ?? remedies.checkout}`

export function withoutOrders({ orders, remedies }: Merchant): string | null {
  return orders === null ? `The effect on the order was not seen. ${remedies.orders}` : null
}

export const withoutDeliveries = (merchant: Merchant): string | null =>
  withoutOrders(merchant) ??
  (merchant.orders?.deliveries === null
    ? `What the shop delivers was not seen. ${merchant.remedies.deliveries}`
    : null)
export const ONCE = { look: 'must show as paid, and as delivered once', unseen: withoutDeliveries } as const
export const UNTOUCHED = { look: 'must be neither paid nor delivered', unseen: withoutDeliveries } as const
export const withoutCheckout = (merchant: Merchant): string | null =>
  merchant.style === 'none' ? noOrder(merchant) : null

/** Environment variable with the secret of the merchant's project. */
export const SECRET_VARIABLE = 'PAYBENCH_PROJECT_SECRET'

/** The scenario that repeats a trial against this merchant, as YAML for `paybench run`, without the secret. */
export function scenarioText(trial: Trial, merchant: Merchant): string {
  const scenario = {
    name: trial.name,
    tags: ['exam'],
    variables: { secret: { env: SECRET_VARIABLE, secret: true } },
    given: {
      clock: 'live',
      project: {
        id: merchant.projectId,
        secret: '${secret}',
        callbackUrl: merchant.callbackUrl,
        // Trials share the project, so each sets the switches that another one may have changed.
        switches: {
          outcome: { mode: 'card' },
          partialApproval: false,
          cascade: false,
          statusSignature: 'valid',
          ...trial.switches,
        },
      },
      ...(trial.faults === undefined ? {} : { faults: trial.faults }),
    },
    steps: stepsOf(trial, merchant).map(({ step }) => step),
  }
  return stringify(scenario, { lineWidth: 110, aliasDuplicateObjects: false })
}
