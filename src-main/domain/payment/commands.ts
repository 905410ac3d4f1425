import { type FieldError, fieldError } from '#domain/api/errors'
import type { AcceptedValues } from '#domain/clarification/submission'
import type { ClarificationFields } from '#domain/clarification/fields'
import type { OperationId } from '#domain/ids'
import type { Project } from '#domain/project/project'
import type { OutcomeStep } from '#domain/provider/outcome-steps'
import type { EventOf, PaymentEvent } from './events'
import type { Account, CustomerOutcome, OperationCallbacks, Payment } from './payment'
import type { FirstOperationType } from './statuses'

/** The `registered` event, to which the decision adds time, project, deadline and operation. */
export type Register = Omit<
  EventOf<'registered'>,
  'type' | 'at' | 'projectId' | 'deadlineAt' | 'operation'
> & {
  readonly type: 'register'
  readonly operation: FirstOperationType
}

export interface RequestClarification {
  readonly type: 'requestClarification'
  readonly fields: ClarificationFields
}

/** `fingerprint` identifies the exact bytes of the request (contract 5.2, repeats). */
export interface SubmitClarification {
  readonly type: 'submitClarification'
  readonly via: 'api' | 'form'
  readonly requestId: string
  readonly fingerprint: string
  readonly additionalData: Readonly<Record<string, unknown>>
}

/** Has a new one-time code sent to the customer (contract 16.4). */
export interface ResendCode {
  readonly type: 'resendCode'
  readonly by: 'merchant' | 'customer' | 'tester'
  readonly requestId: string
}

/** The customer leaves the issuer's page: with a code, or by cancelling (null). */
export interface SubmitChallenge {
  readonly type: 'submitChallenge'
  readonly requestId: string
  readonly code: string | null
}

/** A decision at a method's provider: by the customer, by the tester for them, or by the provider after they left. */
export interface DecideAtProvider {
  readonly type: 'decideAtProvider'
  readonly by: 'customer' | 'tester' | 'provider'
  /** The attempt that the decision is about; absent for the newest that waits (contract 16.7). */
  readonly operationId?: OperationId
  readonly outcome: CustomerOutcome
  /** Minor units; null for the requested amount. */
  readonly amount: number | null
  /** Result code of a decline by the provider; absent for 20000. */
  readonly code?: string
  /** When and how the payment ends after the customer left; null if only its time limit or the tester ends it. */
  readonly later: { readonly afterMs: number; readonly outcome: 'success' | 'decline' } | null
}

/** The merchant requests another provider for a payment that has no result (contract 16.7). */
export interface RequestProvider {
  readonly type: 'requestProvider'
  readonly requestId: string
}

/** Another attempt under the same payment id: by the customer (contract 7.5), or through another provider (16.7). */
export interface StartAttempt {
  readonly type: 'startAttempt'
  readonly requestId: string
  readonly account: Account | null
  readonly plan: readonly OutcomeStep[]
  /** Values of this attempt; those of earlier attempts stay. */
  readonly supplied: AcceptedValues
}

export interface Complete {
  readonly type: 'complete'
  readonly outcome: 'success' | 'decline'
  /** Result code of a decline; null for that of the payment's method. */
  readonly code: string | null
  /** Text for a code that is missing from the table of result codes; otherwise absent. */
  readonly message?: string
}

/** Changes the end, schedule or amount of a series, or cancels it. `fields`: checked members of `recurring`. */
export interface ChangeSeries {
  readonly type: 'changeSeries'
  readonly change: 'update' | 'cancel'
  readonly by: 'merchant' | 'tester'
  readonly requestId: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly callbacks?: OperationCallbacks
}

/** Capture, cancel or refund (contract 5.6). `amount` is null for the full remaining amount. */
export interface FollowUp {
  readonly type: 'capture' | 'cancel' | 'refund'
  readonly by: 'merchant' | 'tester' | 'platform'
  readonly requestId: string
  readonly amount: number | null
  readonly currency: string | null
  readonly merchantRefundId: string | null
  readonly callbacks?: OperationCallbacks
  /** If true, the operation stays in processing until the tester decides, whatever the project's settings. */
  readonly held?: boolean
}

export type TimerName =
  'provider' | 'clarification' | 'challenge' | 'customer' | 'attempts' | 'deadline' | 'hold' | 'series'

export type PaymentCommand =
  | Register
  | RequestClarification
  | SubmitClarification
  | { readonly type: 'expireClarification' }
  | ResendCode
  | SubmitChallenge
  | DecideAtProvider
  | RequestProvider
  | StartAttempt
  /** The customer does not want another attempt (contract 7.5). */
  | { readonly type: 'giveUp' }
  | Complete
  | FollowUp
  | ChangeSeries
  /** A timer of the payment is due; `env.now` is its due time. */
  | { readonly type: 'timerFired'; readonly timer: TimerName }

/** Everything that a decision may read besides the payment. */
export interface DecisionEnv {
  readonly now: number
  readonly project: Project
  newOperationId(): number
  newHex(digits: number): string
}

export type Decision =
  | { readonly ok: true; readonly events: readonly PaymentEvent[]; readonly response: DecisionResponse }
  | { readonly ok: false; readonly refusal: FieldError }

/** The events of an accepted command. A request, which has an id, gets an acknowledgement. */
export function accepted(events: readonly PaymentEvent[], requestId?: string): Decision {
  return {
    ok: true,
    events,
    response: requestId === undefined ? { kind: 'none' } : { kind: 'ack', requestId },
  }
}

/** `remaining`: the status object with the fields still missing; `ack`: the acknowledgement of contract 3.7. */
export type DecisionResponse =
  | { readonly kind: 'ack'; readonly requestId: string }
  | { readonly kind: 'remaining' }
  | { readonly kind: 'none' }

/** The payment's status does not allow the action (contract 4.5, code 3060). */
export function wrongState(payment: Payment, action: string, needed: string): FieldError {
  const message = `${action} is not possible while the payment is in "${payment.status}"; it requires ${needed}.`
  return fieldError('3060', 'general.payment_id', 'state', message)
}
