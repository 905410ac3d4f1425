import type { Money } from '#domain/payment/payment'
import type { Members } from '#lib/json/node'
import type { RecordedExpects } from '#protocol/scenarios'

/** What is needed to write a step: the names that it can use, and whether its payment already exists. */
export interface StepNames {
  readonly name: string
  /** Whether an earlier step has created the payment. */
  readonly isMade: boolean
  readonly ids: ReadonlyMap<string, string>
  /** Turns a recorded body into what later runs expect. */
  expected(body: unknown): unknown
  newName(): string
}

/** An event of a payment, from its log. */
export type Fact =
  /** An action of a person or the merchant. */
  | {
      readonly kind: 'act'
      /** Whether it can be the first of a payment. */
      readonly begins: boolean
      /** Whether it only reads, so that the time at which it happens does not matter. */
      readonly reads: boolean
      /** The step that repeats it. @throws CannotRecord if no step can express it */
      readonly step: (names: StepNames) => Members
    }
  | { readonly kind: 'callback'; readonly callback: string; readonly body: unknown }
  /** The platform acted on its own: a timer, a result from the provider. */
  | { readonly kind: 'progress' }

export const act = (step: (names: StepNames) => Members, begins = false, reads = false): Fact => ({
  kind: 'act',
  begins,
  reads,
  step,
})

/** A fact with its virtual time, in epoch milliseconds. The facts of a payment are in the order of events. */
export interface TimedFact {
  readonly at: number
  readonly fact: Fact
  /** Wall time, epoch milliseconds; orders facts of several payments that have the same virtual time. */
  readonly wallAt?: number
}

/** Everything on record about one payment, from its first request on. */
export interface RecordedPayment {
  readonly paymentId: string
  readonly status: string
  readonly code: string
  /** Absent if it is the requested amount. */
  readonly charged?: Money
  readonly facts: readonly TimedFact[]
}

/** The content of one file. */
export interface Recording {
  readonly title: string
  readonly expects: RecordedExpects
  readonly payments: readonly RecordedPayment[]
  readonly switches: Members
  /** Faults in the words of a scenario, and responses of the capture server. Both apply from the beginning. */
  readonly faults: readonly Members[]
  readonly responses: readonly (number | string)[]
  readonly omitted: readonly string[]
}

/** A payment cannot be written as a scenario; the message says why. */
export class CannotRecord extends Error {}
