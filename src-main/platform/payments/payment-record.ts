import { resultMessage } from '#domain/result-code/result-codes'
import type { PaymentEvent } from '#domain/payment/events'
import { foldPaymentId, type Payment } from '#domain/payment/payment'
import { deadlineOf } from '#domain/payment/timers'
import { readStoredJsonOrNull } from '#core/stored-json'
import type { PaymentRecord } from '#store/records'
import { UnreadableValue } from '#store/unreadable-value'

/**
 * Payments by the records that the store has in memory. A record never changes, and is collected when the store drops
 * it.
 */
const payments = new WeakMap<PaymentRecord, Payment>()

/** Builds the row of a payment: the columns of lists and search, and the complete state. */
export function toRecord(payment: Payment): PaymentRecord {
  const open = payment.clarification
  const record: PaymentRecord = {
    key: payment.key,
    projectId: payment.projectId,
    paymentId: payment.paymentId,
    paymentIdFolded: foldPaymentId(payment.paymentId),
    status: payment.status,
    amount: payment.requested.amount,
    currency: payment.requested.currency,
    method: payment.method,
    customerId: payment.customer.id,
    accountNumber: payment.account?.number ?? null,
    accountType: payment.account?.type ?? null,
    resultCode: payment.resultCode,
    resultMessage: resultMessage(payment.resultCode, payment.resultMessage),
    description: payment.description,
    origin: payment.origin,
    createdAt: payment.createdAt,
    updatedAt: payment.updatedAt,
    clarificationExpiresAt: open?.expiresAt ?? null,
    deadlineAt: deadlineOf(payment) ?? payment.deadlineAt,
    clarification:
      open === null ? null : JSON.stringify({ requested: open.requested, remaining: open.remaining }),
    state: JSON.stringify(payment),
  }
  payments.set(record, payment)
  return record
}

/** A stored event with the wall time at which it was written, epoch milliseconds; null in older logs. */
export type StoredEvent = PaymentEvent & { readonly wallAt: number | null }

/** Members of events that versions before challenges and attempts did not write. */
const EVENTS_BEFORE_ATTEMPTS = { kind: 'purchase', retries: null, attempts: null, wallAt: null } as const
const PAYMENTS_BEFORE_ATTEMPTS = {
  challenge: null,
  retries: null,
  retriesEndAt: null,
  attempts: null,
} as const

/**
 * Only the bench writes events, so one with a type is trusted; members that older versions did not write get their
 * defaults.
 * @throws UnreadableValue for damaged JSON
 */
export function fromEvent(data: string): StoredEvent {
  return withCause(completed(readObject('data', data, isEvent), EVENTS_BEFORE_ATTEMPTS))
}

/** Renames a former cause: earlier versions wrote `gave up` where the customer abandoned the payment. */
function withCause(event: StoredEvent): StoredEvent {
  if (event.type !== 'attemptsEnded') return event
  const cause: string = event.cause
  return cause === 'gave up' ? { ...event, cause: 'abandoned' } : event
}

/** The payment of a record, read once. @throws UnreadableValue for damaged JSON */
export function fromRecord(record: PaymentRecord): Payment {
  const before = payments.get(record)
  if (before !== undefined) return before
  const payment = fromState(record.state)
  payments.set(record, payment)
  return payment
}

/**
 * Only the bench writes states, so one with what every version wrote is trusted; members that older versions did not
 * write get their defaults.
 * @throws UnreadableValue for damaged JSON
 */
export const fromState = (state: string): Payment =>
  completed(readObject('state', state, isPayment), PAYMENTS_BEFORE_ATTEMPTS)

/** Adds missing members. Copies the value only if one is missing, because a copy takes longer than reading the JSON. */
function completed<Stored extends object>(stored: Stored, defaults: Partial<Stored>): Stored {
  for (const name in defaults) if (!(name in stored)) return { ...defaults, ...stored }
  return stored
}

function readObject<Stored extends object>(
  column: 'data' | 'state',
  json: string,
  isStored: (value: object) => value is Stored,
): Stored {
  const value = readStoredJsonOrNull(json)
  if (typeof value === 'object' && value !== null && isStored(value)) return value
  throw new UnreadableValue(column, `The database holds unexpected JSON in "${column}"`, '{}')
}

const isEvent = (value: object): value is StoredEvent => 'type' in value && typeof value.type === 'string'

/** Whether the value has what every request about a payment reads. */
const isPayment = (value: object): value is Payment =>
  hasTexts(value, ['key', 'paymentId', 'status', 'resultCode']) &&
  hasObjects(value, ['requested', 'customer', 'callbacks', 'operations'])

const hasTexts = (value: object, names: readonly (keyof Payment)[]): boolean =>
  names.every((name) => typeof Reflect.get(value, name) === 'string')

const hasObjects = (value: object, names: readonly (keyof Payment)[]): boolean =>
  names.every((name) => {
    const member: unknown = Reflect.get(value, name)
    return typeof member === 'object' && member !== null
  })
