/** A request of the merchant as it was recorded: its JSON with card data masked. */
export interface RequestFact {
  readonly kind: 'request'
  readonly verb: 'sale' | 'auth' | 'capture' | 'cancel' | 'refund' | 'status' | 'clarify'
  readonly body: Readonly<Record<string, unknown>>
  readonly signature: 'valid' | 'wrong' | 'missing' | 'empty'
  /** What the platform answered; null where the request was made by the tester and had no answer of its own. */
  readonly answer: { readonly http: number; readonly body: unknown } | null
}

/** What happened to a payment, as its journal has it. */
export type Fact =
  | RequestFact
  | { readonly kind: 'ask'; readonly fields: Readonly<Record<string, readonly string[]>> }
  | {
      readonly kind: 'complete'
      readonly outcome: 'success' | 'decline'
      readonly code: string
      readonly message: string | null
    }
  | { readonly kind: 'callback'; readonly callback: string; readonly body: unknown }
  /** Something that the platform did by itself: a timer, an answer of the provider. */
  | { readonly kind: 'progress' }

/** A fact at its virtual time, epoch milliseconds, in the order in which all of them happened. */
export interface TimedFact {
  readonly at: number
  readonly fact: Fact
}

/** Everything on record about one payment, from its first request on. */
export interface RecordedPayment {
  readonly paymentId: string
  /** How it stands in the end. */
  readonly status: string
  readonly code: string
  readonly facts: readonly TimedFact[]
}

/** What happened cannot be written as a scenario; the message says what and why. */
export class CannotRecord extends Error {}
