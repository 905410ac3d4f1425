import { callbacksFor, respondsWithStatus } from '#domain/payment/callbacks'
import type { PaymentEvent } from '#domain/payment/events'
import { evolve } from '#domain/payment/evolve'
import { type Account, foldPaymentId, type Payment, waitingPages } from '#domain/payment/payment'
import { brandOfAccount, cardToSave } from '#domain/payment/saved-card'
import { deadlineOf, type PaymentTimer, timersOf } from '#domain/payment/timers'
import type { Project } from '#domain/project/project'
import type { Store } from '#store/store'
import { newCallback } from '#platform/callbacks/enqueue'
import type { PaymentKey } from '#domain/ids'
import { resultMessage } from '#domain/result-code/result-codes'
import { readStoredJsonOrNull } from '#core/stored-json'
import type { PaymentRecord } from '#store/records'
import { UnreadableValue } from '#store/columns'
import type { BenchServices } from '#core/services'

export interface PaymentStep {
  readonly event: PaymentEvent
  readonly payment: Payment
}

export function stepsAfter(before: Payment | null, events: readonly PaymentEvent[]): readonly PaymentStep[] {
  let after = before
  return events.map((event) => {
    const payment = evolve(after, event)
    after = payment
    return { event, payment }
  })
}

export type WriterServices = Pick<
  BenchServices,
  'store' | 'ids' | 'crypto' | 'wallNow' | 'changes' | 'addresses'
>

/** Stores decisions about payments. Call every method within a transaction. */
export function createPaymentWriter({ store, ids, crypto, wallNow, changes, addresses }: WriterServices) {
  const appendEvent = (event: PaymentEvent, payment: Payment): void => {
    // On a frozen clock many events share one virtual time, so the wall time is stored too.
    const stored: StoredEvent = { ...event, wallAt: wallNow() }
    store.events.append(payment.key, event.at, event.type, JSON.stringify(stored))
    const requestId = requestIdOf(event)
    if (requestId !== null) store.requestIds.remember(requestId, payment.key)
    if (event.type !== 'registered') return
    if (event.series !== undefined) store.requestIds.rememberSeries(event.series.id, payment.key)
    if (event.debitOf !== undefined) store.requestIds.rememberDebit(event.operation.id, payment.key)
  }

  const saveCard = ({ projectId, customer }: Payment, card: Account, createdAt: number): void => {
    if (store.savedCards.byToken(projectId, card.token) !== null) return
    store.savedCards.insert({
      id: card.id,
      projectId,
      customerId: customer.id,
      token: card.token,
      number: card.number,
      brand: brandOfAccount(card),
      month: Number(card.expiryMonth),
      year: Number(card.expiryYear),
      holder: card.cardHolder,
      createdAt,
    })
  }

  const enqueueCallbacks = (event: PaymentEvent, payment: Payment, project: Project): void => {
    for (const due of callbacksFor(event, payment, project.switches)) {
      const id = ids.callbackId()
      const platformUrl = addresses()?.platform
      store.callbacks.insert(
        newCallback({ id, due, payment, project, crypto, createdAt: event.at, platformUrl }),
      )
      changes.callback(id, true)
    }
  }

  const setTimer = (paymentKey: PaymentKey, { name, dueAt }: PaymentTimer): void => {
    store.timers.set({ id: `${paymentKey}:${name}`, paymentKey, name, dueAt })
  }

  const writeTimers = (before: Payment | null, after: Payment): void => {
    const wanted = timersOf(after)
    for (const old of before === null ? [] : timersOf(before)) {
      if (!wanted.some(({ name }) => name === old.name)) store.timers.remove(`${after.key}:${old.name}`)
    }
    for (const timer of wanted) setTimer(after.key, timer)
  }

  return {
    /** Adds events and stores their effects: state, timers, callbacks, saved cards. Returns the new state. */
    append(before: Payment | null, steps: readonly PaymentStep[], project: Project): Payment | null {
      const after = steps.at(-1)?.payment
      if (after === undefined) return before
      if (before === null) store.payments.insert(toRecord(after))
      else store.payments.update(toRecord(after))
      const { switches } = project
      const isInResponse =
        switches.synchronous === 'alone' && respondsWithStatus(steps[0]?.event, after, switches)
      for (const { event, payment } of steps) {
        appendEvent(event, payment)
        const card = cardToSave(event, payment)
        if (card !== null) saveCard(payment, card, event.at)
        if (!isInResponse) enqueueCallbacks(event, payment, project)
      }
      writeTimers(before, after)
      changes.payment(after.key, before === null)
      return after
    },
    /** Replaces the stored timers of a payment, omitting those that are due at or before `dueBy`. */
    rewriteTimers(key: PaymentKey, payment: Payment | null, dueBy: number): void {
      store.timers.removeForPayment(key)
      if (payment === null) return
      for (const timer of timersOf(payment)) if (timer.dueAt > dueBy) setTimer(key, timer)
    },
  }
}

function requestIdOf(event: PaymentEvent): string | null {
  if ('requestId' in event) return event.requestId
  return 'operation' in event ? event.operation.requestId : null
}

/** Payments by the store's record object, which never changes. An entry is garbage-collected with its record. */
const payments = new WeakMap<PaymentRecord, Payment>()

function toRecord(payment: Payment): PaymentRecord {
  const { clarification: open, requested, real } = payment
  const wait = open ?? payment.challenge ?? waitingPages(payment).at(-1)
  const record: PaymentRecord = {
    key: payment.key,
    projectId: payment.projectId,
    paymentId: payment.paymentId,
    paymentIdFolded: foldPaymentId(payment.paymentId),
    status: payment.status,
    amount: requested.amount,
    currency: requested.currency,
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
    waitEndsAt: wait?.expiresAt ?? null,
    deadlineAt: deadlineOf(payment) ?? payment.deadlineAt,
    clarification:
      open === null ? null : JSON.stringify({ requested: open.requested, remaining: open.remaining }),
    chargedAmount: real.amount === requested.amount ? null : real.amount,
    state: JSON.stringify(payment),
  }
  payments.set(record, payment)
  return record
}

/** `wallAt`: when the event was written, epoch milliseconds; null in older logs. */
export type StoredEvent = PaymentEvent & { readonly wallAt: number | null }

const EVENTS_BEFORE_ATTEMPTS = { kind: 'purchase', retries: null, attempts: null, wallAt: null } as const
const PAYMENTS_BEFORE_ATTEMPTS = {
  challenge: null,
  retries: null,
  retriesEndAt: null,
  attempts: null,
} as const

/** Accepts any event with a type, and adds missing members. @throws UnreadableValue for damaged JSON */
export function fromEvent(data: string): StoredEvent {
  return withCause(withDefaults(readObject('data', data, isEvent), EVENTS_BEFORE_ATTEMPTS))
}

/** Earlier versions wrote `gave up` when the customer abandoned the payment. */
function withCause(event: StoredEvent): StoredEvent {
  if (event.type !== 'attemptsEnded') return event
  const cause: string = event.cause
  return cause === 'gave up' ? { ...event, cause: 'abandoned' } : event
}

/** @throws UnreadableValue for damaged JSON */
export function fromRecord(record: PaymentRecord): Payment {
  const before = payments.get(record)
  if (before !== undefined) return before
  const payment = fromState(record.state)
  payments.set(record, payment)
  return payment
}

/** Accepts a state with its oldest members, and adds missing newer members. @throws UnreadableValue for damaged JSON */
export const fromState = (state: string): Payment =>
  withDefaults(readObject('state', state, isPayment), PAYMENTS_BEFORE_ATTEMPTS)

/** Copies the value only if a member is missing, because a copy takes longer than reading the JSON. */
function withDefaults<Stored extends object>(stored: Stored, defaults: Partial<Stored>): Stored {
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
  throw new UnreadableValue(`The database contains unexpected JSON in "${column}"`)
}

const isEvent = (value: object): value is StoredEvent => 'type' in value && typeof value.type === 'string'

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

/** Whether a due timer must wait for a callback of its payment that is due before it. `dueAt`: virtual, epoch ms. */
export function waitsForCallback(store: Store, paymentKey: PaymentKey, dueAt: number): boolean {
  return store.callbacks.dueBefore(paymentKey, dueAt).length > 0
}
