import { callbacksFor } from '#domain/payment/callbacks'
import type { PaymentEvent } from '#domain/payment/events'
import { evolve } from '#domain/payment/evolve'
import type { Account, Payment } from '#domain/payment/payment'
import { brandOfAccount, cardToSave } from '#domain/payment/saved-card'
import { type PaymentTimer, timersOf } from '#domain/payment/timers'
import type { Project } from '#domain/project/project'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { Store } from '#store/store'
import type { Changes } from '#core/changes'
import type { PlatformIds } from '#core/ids'
import type { SelfAddresses } from '#core/ports'
import { acsUrlOf } from '#core/self-address'
import { newCallback } from '#platform/callbacks/enqueue'
import { type StoredEvent, toRecord } from './payment-record'
import type { PaymentKey } from '#domain/ids'

/** An event, and the payment after it. */
export interface PaymentStep {
  readonly event: PaymentEvent
  readonly payment: Payment
}

/** Returns each of these events with the payment after it. */
export function stepsAfter(before: Payment | null, events: readonly PaymentEvent[]): readonly PaymentStep[] {
  let after = before
  return events.map((event) => {
    const payment = evolve(after, event)
    after = payment
    return { event, payment }
  })
}

/** Stores decisions about payments. Call every method within a transaction. */
export interface PaymentWriter {
  /** Adds events and stores their effects: state, timers, callbacks, saved cards. Returns the new state. */
  append(before: Payment | null, steps: readonly PaymentStep[], project: Project): Payment | null
  /** Replaces the stored timers of a payment, leaving out those that are due by `dueBy`. */
  rewriteTimers(key: PaymentKey, payment: Payment | null, dueBy: number): void
}

export function createPaymentWriter(options: {
  readonly store: Store
  readonly ids: PlatformIds
  readonly crypto: SignatureCrypto
  /** Wall time, epoch milliseconds: kept beside an event, because many share one virtual time on a frozen clock. */
  readonly wallNow: () => number
  readonly changes: Changes
  readonly addresses: () => SelfAddresses | null
}): PaymentWriter {
  const { store, ids, crypto, wallNow, changes, addresses } = options

  const appendEvent = (event: PaymentEvent, payment: Payment): void => {
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
      const acsUrl = acsUrlOf(payment.key, addresses())
      store.callbacks.insert(newCallback({ id, due, payment, project, crypto, createdAt: event.at, acsUrl }))
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
    append(before, steps, project) {
      const after = steps.at(-1)?.payment
      if (after === undefined) return before
      if (before === null) store.payments.insert(toRecord(after))
      else store.payments.update(toRecord(after))
      for (const { event, payment } of steps) {
        appendEvent(event, payment)
        const card = cardToSave(event, payment)
        if (card !== null) saveCard(payment, card, event.at)
        enqueueCallbacks(event, payment, project)
      }
      writeTimers(before, after)
      changes.payment(after.key, before === null)
      return after
    },
    rewriteTimers(key, payment, dueBy) {
      store.timers.removeForPayment(key)
      if (payment === null) return
      for (const timer of timersOf(payment)) if (timer.dueAt > dueBy) setTimer(key, timer)
    },
  }
}

/** Returns the id of the accepted request that caused an event; null: none did (contract 5.4). */
function requestIdOf(event: PaymentEvent): string | null {
  switch (event.type) {
    case 'registered':
    case 'clarificationSubmitted':
    case 'challengeFinished':
      return event.requestId
    case 'operationStarted':
    case 'attemptStarted':
    case 'seriesChanged':
      return event.operation.requestId
    case 'providerAsked':
    case 'planAdvanced':
    case 'clarificationRequested':
    case 'challengeRequested':
    case 'attemptsEnded':
    case 'waitEnded':
    case 'operationFinished':
    case 'seriesDue':
      return null
  }
}
