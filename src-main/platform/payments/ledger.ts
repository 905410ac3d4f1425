import { callbacksFor } from '../../domain/payment/callbacks'
import type { Decision, DecisionEnv, PaymentCommand, TimerName } from '../../domain/payment/commands'
import { decide } from '../../domain/payment/decide'
import type { PaymentEvent, SeriesDue } from '../../domain/payment/events'
import { evolve } from '../../domain/payment/evolve'
import { foldPaymentId } from '../../domain/payment/payment'
import type { Account, Payment } from '../../domain/payment/payment'
import { brandOfAccount, cardToSave } from '../../domain/payment/saved-card'
import { registeredSeries } from '../../domain/payment/series'
import { timersOf } from '../../domain/payment/timers'
import type { PaymentTimer } from '../../domain/payment/timers'
import type { Project } from '../../domain/project/project'
import type { SignatureCrypto } from '../../domain/signature/crypto'
import type { Store } from '../../store/store'
import { debitParts } from './registration'
import { newCallback } from '../callbacks/enqueue'
import type { Changes } from '../../bench/changes'
import type { Projects } from '../../bench/projects'
import type { PlatformIds } from '../../bench/ids'
import { fromState, toRecord } from './payment-record'
import type { StoredEvent } from './payment-record'
import { acsUrlOf } from '../../bench/self-address'
import type { SelfAddresses } from '../../bench/ports'

/** What a command came to. The decision is written, with everything that follows from it, or nothing is. */
export interface Executed {
  readonly decision: Decision
  /** The payment afterwards; null where there is none. */
  readonly payment: Payment | null
}

/** The payments of the bench: core decides, the ledger writes events, state, timers and callbacks as one. */
export interface Ledger {
  byKey(key: string): Payment | null
  byPaymentId(projectId: number, paymentId: string): Payment | null
  /** The payment that registers the series with this id, up to date; null where the project has none. */
  bySeries(projectId: number, seriesId: number): Payment | null
  /** The payment with every timer fired that is due by now. */
  upToDate(key: string): Payment | null
  /** Runs a command on the payment with this key, or registers a new one (`key` null). */
  execute(key: string | null, command: PaymentCommand, project: Project): Executed
  /** Fires the timers of a payment that are due by then, each at its own due time. */
  fireTimer(key: string, dueAt: number): void
}

export function createLedger(options: {
  readonly store: Store
  readonly projects: Projects
  readonly ids: PlatformIds
  readonly crypto: SignatureCrypto
  readonly randomHex: (digits: number) => string
  readonly now: () => number
  /** Wall time, epoch milliseconds: kept beside an event, because many share one virtual time on a frozen clock. */
  readonly wallNow: () => number
  readonly changes: Changes
  readonly addresses: () => SelfAddresses | null
}): Ledger {
  const { store, projects, ids, crypto, randomHex, now, wallNow, changes, addresses } = options

  const byKey = (key: string): Payment | null => {
    const record = store.payments.byKey(key)
    return record === null ? null : fromState(record.state)
  }

  const envAt = (at: number, project: Project): DecisionEnv => ({
    now: at,
    project,
    newOperationId: () => ids.operationId(),
    newHex: randomHex,
  })

  const projectOf = (payment: Payment): Project => {
    const project = projects.byId(payment.projectId)
    if (project === null) throw new Error(`Payment ${payment.key} belongs to no project`)
    return project
  }

  /** Events, state, timers and callbacks; runs inside the transaction. */
  const write = (
    before: Payment | null,
    events: readonly PaymentEvent[],
    project: Project,
  ): Payment | null => {
    const after = events.reduce<Payment | null>(evolve, before)
    if (after === null || events.length === 0) return after
    if (before === null) store.payments.insert(toRecord(after))
    else store.payments.update(toRecord(after))
    let payment = before
    for (const event of events) {
      payment = evolve(payment, event)
      const stored: StoredEvent = { ...event, wallAt: wallNow() }
      store.events.append(payment.key, event.at, event.type, JSON.stringify(stored))
      const requestId = requestIdOf(event)
      if (requestId !== null) store.requestIds.remember(requestId, payment.key)
      rememberSeries(event, payment)
      const card = cardToSave(event, payment)
      if (card !== null) saveCard(payment, card, event.at)
      for (const due of callbacksFor(event, payment, project.switches)) {
        const id = ids.messageId('cb')
        store.callbacks.insert(
          newCallback({
            ...{ id, due, payment, project, crypto, createdAt: event.at },
            acsUrl: acsUrlOf(payment.key, addresses()),
          }),
        )
        changes.callback(id, true)
      }
    }
    writeTimers(before, after)
    changes.payment(after.key, before === null)
    for (const event of events) if (event.type === 'seriesDue') registerDebit(after, event, project)
    return after
  }

  const rememberSeries = (event: PaymentEvent, { key }: Payment): void => {
    if (event.type !== 'registered') return
    if (event.series !== undefined) store.requestIds.rememberSeries(event.series.id, key)
    if (event.debitOf !== undefined) store.requestIds.rememberDebit(event.operation.id, key)
  }

  /** A payment of a scheduled series that comes by itself (contract 13.1). */
  const registerDebit = (registration: Payment, { at, n }: SeriesDue, project: Project): void => {
    const { projectId, method, customer, description, callbacks, supplied, origin } = registration
    const series = registeredSeries(registration)
    const schedule = registration.series?.schedule
    if (series === null || schedule === undefined) return
    const wanted = `${registration.paymentId.slice(0, 230)}-${String(n)}`
    const isFree = store.payments.byPaymentId(projectId, foldPaymentId(wanted)) === null
    const decision = decide(
      null,
      {
        type: 'register',
        ...debitParts(registration, { ...series, isScheduled: true }, project),
        key: ids.paymentKey(),
        paymentId: isFree ? wanted : `${wanted}-${randomHex(8)}`,
        requestId: ids.requestId(projectId),
        sum: { amount: schedule.amount, currency: series.currency },
        retries: null,
        ...{ origin, method, customer, description, callbacks, supplied },
      },
      envAt(at, project),
    )
    if (decision.ok) write(null, decision.events, project)
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

  const setTimer = (paymentKey: string, { name, dueAt }: PaymentTimer): void => {
    store.timers.set({ id: `${paymentKey}:${name}`, paymentKey, name, dueAt, data: '{}' })
  }

  const writeTimers = (before: Payment | null, after: Payment): void => {
    const wanted = timersOf(after)
    for (const old of before === null ? [] : timersOf(before)) {
      if (!wanted.some(({ name }) => name === old.name)) store.timers.remove(`${after.key}:${old.name}`)
    }
    for (const timer of wanted) setTimer(after.key, timer)
  }

  /** Timers that are due by `at` fire before anything else happens to the payment, each at its own time. */
  const catchUp = (payment: Payment, at: number): Payment => {
    let current = payment
    for (let rounds = 0; rounds < 1000; rounds += 1) {
      const timer = [...timersOf(current)].sort((a, b) => a.dueAt - b.dueAt)[0]
      if (timer === undefined || timer.dueAt > at) return current
      const next = fire(current, timer.name, timer.dueAt)
      if (next === current) return current
      current = next
    }
    throw new Error(`The timers of payment ${payment.key} do not come to rest`)
  }

  const fire = (payment: Payment, name: TimerName, dueAt: number): Payment => {
    const project = projectOf(payment)
    const at = Math.max(dueAt, payment.updatedAt)
    const decision = decide(payment, { type: 'timerFired', timer: name }, envAt(at, project))
    if (!decision.ok || decision.events.length === 0) return payment
    return write(payment, decision.events, project) ?? payment
  }

  const upToDate = (key: string): Payment | null =>
    store.write(() => {
      const payment = byKey(key)
      return payment === null ? null : catchUp(payment, now())
    })

  return {
    byKey,
    bySeries(projectId, seriesId) {
      const key = store.requestIds.seriesPaymentKey(seriesId, projectId)
      return key === null ? null : upToDate(key)
    },
    byPaymentId(projectId, paymentId) {
      const record = store.payments.byPaymentId(projectId, foldPaymentId(paymentId))
      return record === null ? null : fromState(record.state)
    },
    upToDate,
    execute: (key, command, project) =>
      store.write(() => {
        const stored = key === null ? null : byKey(key)
        const current = stored === null ? null : catchUp(stored, now())
        const at = Math.max(now(), current?.updatedAt ?? 0)
        const decision = decide(current, command, envAt(at, project))
        if (!decision.ok) return { decision, payment: current }
        return { decision, payment: write(current, decision.events, project) }
      }),
    fireTimer(key, dueAt) {
      store.write(() => {
        const payment = byKey(key)
        if (payment === null) {
          store.timers.removeForPayment(key)
          return
        }
        // Timers of a batch may be long past: an earlier one of this payment goes first, also one made meanwhile.
        if (catchUp(payment, dueAt) !== payment) return
        // A stored timer that the payment does not have, or that does nothing, would stay due for ever.
        store.timers.removeForPayment(key)
        for (const timer of timersOf(payment)) if (timer.dueAt > dueAt) setTimer(key, timer)
      })
    },
  }
}

/** The accepted request that an event comes from (contract 5.4). */
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
