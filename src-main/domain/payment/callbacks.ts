import { assertNever } from '#lib/error-text'
import { isEmptyFields } from '#domain/clarification/fields'
import type { ProjectSwitches } from '#domain/project/project'
import type { PaymentEvent } from './events'
import { firstOperation, type Payment } from './payment'
import type { OperationId } from '#domain/ids'

/** Kinds of messages to merchants (contract 9.1); `other`: composed by the tester, or of unknown kind. */
export const MESSAGE_KINDS = [
  'clarification',
  'remaining',
  'intermediate',
  'result',
  'token',
  'other',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** Kinds of callbacks for a payment's events; token callbacks come from the form. */
export type PaymentCallbackKind = Exclude<MessageKind, 'token' | 'other'>

/** The name of each kind in texts, used before the word `callback`. */
export const MESSAGE_WORDS: Readonly<Record<MessageKind, string>> = {
  clarification: 'clarification',
  remaining: 'remaining-data',
  intermediate: 'intermediate',
  result: 'result',
  token: 'token',
  other: 'composed',
}

/** The groups in which a payment counts its callbacks; `pending` and `held` callbacks have not been attempted. */
export const CALLBACK_COUNTS = ['delivered', 'dropped', 'failed', 'held', 'pending'] as const
export type CallbackCount = (typeof CALLBACK_COUNTS)[number]

export interface CallbackDue {
  readonly kind: PaymentCallbackKind
  readonly operationId: OperationId
  /** Virtual time, epoch milliseconds: that of the event plus the delay of its operation or payment (contract 9.4). */
  readonly dueAt: number
}

/** Whether the response to the request that this event records is the status of the payment (contract 16.10). */
export function respondsWithStatus(
  event: PaymentEvent | undefined,
  payment: Payment,
  { synchronous }: ProjectSwitches,
): boolean {
  const { type } = firstOperation(payment)
  const begins = event?.type === 'registered' || event?.type === 'attemptStarted'
  return begins && synchronous !== 'off' && payment.origin === 'api' && (type === 'sale' || type === 'payout')
}

/** The callbacks of an event (contract 9.1). `after` is the payment with the event applied. */
export function callbacksFor(
  event: PaymentEvent,
  after: Payment,
  switches: ProjectSwitches,
): readonly CallbackDue[] {
  const due = (kind: PaymentCallbackKind, operationId: OperationId): readonly CallbackDue[] => {
    const own = after.operations.find(({ id }) => id === operationId)?.callbacks
    const { delayMs, disabled } = { ...after.callbacks, ...own }
    return disabled ? [] : [{ kind, operationId, dueAt: event.at + delayMs }]
  }
  const clarifications = switches.clarificationAnswers !== 'responses_only'
  switch (event.type) {
    case 'clarificationRequested':
    case 'codeResent':
      return clarifications ? due('clarification', event.operationId) : []
    case 'clarificationSubmitted':
      return clarifications && !isEmptyFields(event.remaining) && after.clarification !== null
        ? due('remaining', after.clarification.operationId)
        : []
    case 'challengeRequested':
    case 'customerAsked':
      return switches.intermediateCallbacks ? due('intermediate', event.operationId) : []
    case 'operationFinished':
      if (event.attempts === null) return due('result', event.operationId)
      return switches.intermediateCallbacks ? due('intermediate', event.operationId) : []
    case 'attemptsEnded':
      return due('result', event.operationId)
    case 'seriesChanged':
      return due('result', event.operation.id)
    case 'registered':
    case 'providerAsked':
    case 'planAdvanced':
    case 'challengeFinished':
    case 'customerDecided':
    case 'providerRequested':
    case 'attemptStarted':
    case 'waitEnded':
    case 'operationStarted':
    case 'seriesDue':
      return []
    default:
      return assertNever(event)
  }
}
