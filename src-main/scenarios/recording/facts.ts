import type { RecordedExpects } from '#protocol/scenarios'

/** A request of the merchant as it was recorded: its JSON with card data masked. */
export interface RequestFact {
  readonly kind: 'request'
  readonly verb: 'sale' | 'auth' | 'capture' | 'cancel' | 'refund' | 'status' | 'clarify' | 'challenge result'
  readonly body: Readonly<Record<string, unknown>>
  readonly signature: 'valid' | 'wrong' | 'missing' | 'empty'
  /** What the platform answered; null where the request was made by the tester and had no answer of its own. */
  readonly answer: { readonly http: number; readonly body: unknown } | null
  /** Of a 3-D Secure result: whether the customer typed the code that passes. */
  readonly isPassed?: boolean
}

type Texts = Readonly<Record<string, string>>

/** What the customer typed of a card, masked. */
export interface TypedCard {
  readonly pan: string
  readonly month: string
  readonly year: string
  /** As many stars as it had digits. */
  readonly cvv: string
  readonly card_holder: string
}

/** What a customer did on the hosted form. */
export type FormFact = { readonly kind: 'form' } & (
  | { readonly does: 'open'; readonly parameters: Readonly<Record<string, unknown>> }
  | {
      readonly does: 'pay'
      readonly card: TypedCard
      readonly fields: Texts
      readonly saves: boolean
      /** The customer chose another attempt before. */
      readonly isRetry: boolean
    }
  | { readonly does: 'fill'; readonly fields: Texts }
  | { readonly does: 'challenge'; readonly answer: Challenged }
  | { readonly does: 'close' }
)

/** How a customer answered the issuer. */
export type Challenged = 'pass' | 'fail' | 'leave'

interface Sum {
  readonly amount: number
  readonly currency: string
}

/** A payment that the tester made. */
export interface CreateFact {
  readonly kind: 'create'
  readonly sum: Sum
  /** Masked; null where there was none. */
  readonly card: string | null
  readonly customer: string
  readonly description: string
  readonly operation: 'sale' | 'auth'
  readonly outcome: 'hold' | 'card'
  readonly series: 'C' | 'U' | 'R' | null
}

/** Something that happened to a payment, as its log has it. */
export type Fact =
  | RequestFact
  | FormFact
  | CreateFact
  | {
      readonly kind: 'charge'
      /** The payment that registered the series. */
      readonly registeredBy: string
      readonly sum: Sum
      readonly held: boolean
    }
  | {
      readonly kind: 'by hand'
      readonly does: 'capture' | 'cancel' | 'refund' | 'expire' | 'cancel series'
      readonly sum: Sum | null
      readonly held: boolean
    }
  | { readonly kind: 'ask'; readonly fields: Readonly<Record<string, readonly string[]>> }
  | {
      readonly kind: 'complete'
      readonly outcome: 'success' | 'decline'
      readonly code: string
      readonly message: string | null
    }
  | { readonly kind: 'callback'; readonly callback: string; readonly body: unknown }
  /** Something that the platform did by itself: a timer, a result of the provider. */
  | { readonly kind: 'progress' }

/** A fact and its virtual time, epoch milliseconds. The facts of a payment are in the order in which they happened. */
export interface TimedFact {
  readonly at: number
  readonly fact: Fact
  /** Real time, epoch milliseconds; orders facts of several payments that have the same virtual time. */
  readonly wallAt?: number
}

/** Everything on record about one payment, from its first request on. */
export interface RecordedPayment {
  readonly paymentId: string
  /** How it stands in the end. */
  readonly status: string
  readonly code: string
  readonly facts: readonly TimedFact[]
}

/** What is to be written into one file. */
export interface Recording {
  readonly title: string
  readonly expects: RecordedExpects
  readonly payments: readonly RecordedPayment[]
  /** Switches of the project that differ from their defaults. */
  readonly switches: Readonly<Record<string, unknown>>
  /** Faults as a scenario writes them, and what the capture server answered; both from the beginning on. */
  readonly faults: readonly Readonly<Record<string, unknown>>[]
  readonly answers: readonly (number | string)[]
  /** What happened that a scenario cannot express, as sentences. */
  readonly omitted: readonly string[]
}

/** What happened cannot be written as a scenario; the message says why. */
export class CannotRecord extends Error {}
