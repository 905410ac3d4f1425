import type { AcceptedValues, RefusedValue } from '#domain/clarification/submission'
import type { ClarificationFields } from '#domain/clarification/fields'
import type { OutcomeStep } from '#domain/provider/outcome'
import type {
  Account,
  Attempts,
  CallbackPlan,
  Customer,
  Money,
  Operation,
  PaymentKind,
  PaymentOrigin,
  ProviderAnswer,
  RetryPolicy,
  Series,
  SeriesDebit,
} from './payment'
import type { OperationStatus } from './statuses'
import type { OperationId, PaymentKey, ProjectId } from '#domain/ids'

/** Who raised the need for more data, or decided an operation. */
export type Actor = 'provider' | 'platform' | 'tester' | 'merchant' | 'customer'

export interface Registered {
  readonly type: 'registered'
  readonly at: number
  readonly kind: PaymentKind
  readonly key: PaymentKey
  readonly projectId: ProjectId
  readonly paymentId: string
  readonly origin: PaymentOrigin
  readonly method: string
  readonly requestId: string
  readonly sum: Money
  readonly customer: Customer
  readonly account: Account | null
  readonly description: string
  readonly callbacks: CallbackPlan
  readonly supplied: AcceptedValues
  readonly plan: readonly OutcomeStep[]
  readonly retries: RetryPolicy | null
  readonly series?: Series
  readonly debitOf?: SeriesDebit
  readonly deadlineAt: number
  readonly operation: Operation
}

/** The provider was asked; it answers at `dueAt`, or (null) when the tester decides. */
export interface ProviderAsked {
  readonly type: 'providerAsked'
  readonly at: number
  readonly operationId: OperationId
  readonly dueAt: number | null
}

/** A step of the provider's plan was taken; `rest` is what is left of it. */
export interface PlanAdvanced {
  readonly type: 'planAdvanced'
  readonly at: number
  readonly rest: readonly OutcomeStep[]
}

export interface ClarificationRequested {
  readonly type: 'clarificationRequested'
  readonly at: number
  readonly operationId: OperationId
  readonly by: Actor
  readonly fields: ClarificationFields
  /** Values that must be exactly these, by `key.name`: a one-time code that the provider knows. */
  readonly expects: Readonly<Record<string, string>>
  readonly expiresAt: number
  readonly cappedByDeadline: boolean
}

/** A clarification request of the merchant arrived; every one restarts the wait (contract 6.2). */
export interface ClarificationSubmitted {
  readonly type: 'clarificationSubmitted'
  readonly at: number
  readonly via: 'api' | 'form'
  readonly requestId: string
  readonly fingerprint: string
  readonly accepted: AcceptedValues
  readonly remaining: ClarificationFields
  readonly refused: readonly RefusedValue[]
  readonly complete: boolean
  readonly expiresAt: number
  readonly cappedByDeadline: boolean
}

/** The issuer challenges the customer (contract 4.4). */
export interface ChallengeRequested {
  readonly type: 'challengeRequested'
  readonly at: number
  readonly operationId: OperationId
  readonly version: '1' | '2'
  readonly fallback: boolean
  readonly valid: string
  readonly returnUrl?: string
  readonly expiresAt: number
  readonly cappedByDeadline: boolean
}

/** The customer ended the issuer's page; what the provider makes of it follows as its own event. */
export interface ChallengeFinished {
  readonly type: 'challengeFinished'
  readonly at: number
  readonly requestId: string
  readonly outcome: 'passed' | 'wrong code' | 'cancelled'
}

/** The customer tries again on the form (contract 7.5). */
export interface AttemptStarted {
  readonly type: 'attemptStarted'
  readonly at: number
  readonly operation: Operation
  readonly account: Account | null
  readonly supplied: AcceptedValues
  readonly plan: readonly OutcomeStep[]
}

/** No further attempt comes: the last decline is final. */
export interface AttemptsEnded {
  readonly type: 'attemptsEnded'
  readonly at: number
  /** The declined operation whose result is now final. */
  readonly operationId: OperationId
  readonly cause: 'abandoned' | 'time over'
}

/** The wait or the processing deadline ended, or the tester ended it; the decline follows as its own event. */
export interface WaitEnded {
  readonly type: 'waitEnded'
  readonly at: number
  readonly cause: 'timeout' | 'deadline' | 'tester'
}

export interface OperationStarted {
  readonly type: 'operationStarted'
  readonly at: number
  readonly by: Actor
  readonly operation: Operation
  readonly merchantRefundId: string | null
}

/** The series that the payment has registered was changed or cancelled; `operation` has ended already (contract 13.1). */
export interface SeriesChanged {
  readonly type: 'seriesChanged'
  readonly at: number
  readonly by: Actor
  readonly operation: Operation
  readonly series: Series
}

/** A payment of a scheduled series is due; it is registered with the same write (contract 13.1). */
export interface SeriesDue {
  readonly type: 'seriesDue'
  readonly at: number
  /** Counts the payments of the series from 1. */
  readonly n: number
}

export interface OperationFinished {
  readonly type: 'operationFinished'
  readonly at: number
  readonly operationId: OperationId
  readonly by: Actor
  readonly status: OperationStatus & ('success' | 'decline')
  readonly code: string
  /** Text of a code that the table of result codes lacks. */
  readonly message?: string
  readonly provider: ProviderAnswer | null
  /** Amount really taken, where it differs from the operation's sum (partial approval). */
  readonly approvedAmount: number | null
  readonly avsResult: string | null
  /** End of the hold that an authorisation placed. */
  readonly holdEndsAt: number | null
  /** Attempts that a decline leaves to the customer; null: the result is final. */
  readonly attempts: Attempts | null
}

/** Everything that can happen to a payment. The log of these is the truth; the payment is their sum. */
export type PaymentEvent =
  | Registered
  | ProviderAsked
  | PlanAdvanced
  | ClarificationRequested
  | ClarificationSubmitted
  | ChallengeRequested
  | ChallengeFinished
  | AttemptStarted
  | AttemptsEnded
  | WaitEnded
  | OperationStarted
  | OperationFinished
  | SeriesChanged
  | SeriesDue
