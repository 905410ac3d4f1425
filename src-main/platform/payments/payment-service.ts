import type { Decision, DecisionEnv, PaymentCommand } from '#domain/payment/commands'
import { decide } from '#domain/payment/decide'
import type { EventOf } from '#domain/payment/events'
import { foldPaymentId, type Payment } from '#domain/payment/payment'
import { timersOf } from '#domain/payment/timers'
import type { Project } from '#domain/project/project'
import type { PaymentKey, ProjectId } from '#domain/ids'
import {
  createPaymentWriter,
  fromRecord,
  type PaymentStep,
  stepsAfter,
  waitsForCallback,
  type WriterServices,
} from './payment-writer'
import { scheduledDebitCommand } from './registration'
import type { BenchServices } from '#core/services'

/** The decision is stored with all its effects, or not at all. */
export interface Executed {
  readonly decision: Decision
  /** The payment after the decision, but before any timers that then fired in the same write. */
  readonly payment: Payment | null
}

/** Runs commands on payments. Writes everything that follows from a command in one transaction. */
export type PaymentService = ReturnType<typeof createPaymentService>

const MAX_TIMERS_IN_A_ROW = 1000

export function createPaymentService(
  options: WriterServices & Pick<BenchServices, 'projects' | 'randomHex' | 'now'>,
) {
  const { store, projects, ids, randomHex, now } = options
  const writer = createPaymentWriter(options)

  const byKey = (key: PaymentKey): Payment | null => {
    const record = store.payments.byKey(key)
    return record === null ? null : fromRecord(record)
  }

  const envAt = (at: number, project: Project): DecisionEnv => ({
    now: at,
    project,
    newOperationId: () => ids.operationId(),
    newHex: randomHex,
  })

  const apply = (before: Payment | null, steps: readonly PaymentStep[], project: Project): Payment | null => {
    const after = writer.append(before, steps, project)
    if (after === null) return null
    for (const { event, payment } of steps) {
      if (event.type === 'seriesDue') registerDebit(payment, event, project)
    }
    return after
  }

  const registerDebit = (registration: Payment, { at, n }: EventOf<'seriesDue'>, project: Project): void => {
    const isTaken = (paymentId: string): boolean =>
      store.payments.keyByPaymentId(registration.projectId, foldPaymentId(paymentId)) !== null
    const command = scheduledDebitCommand({ registration, n, project, ids, isTaken, randomHex })
    if (command === null) return
    const decision = decide(null, command, envAt(at, project))
    if (decision.ok) apply(null, stepsAfter(null, decision.events), project)
  }

  const projectOf = (payment: Payment): Project => {
    const project = projects.byId(payment.projectId)
    if (project === null) throw new Error(`Payment ${payment.key} belongs to no project`)
    return project
  }

  /** The effects of the timers that are due by `at`, each at its own time. Stores nothing. */
  const dueSteps = (payment: Payment, at: number, project: Project): readonly PaymentStep[] => {
    const steps: PaymentStep[] = []
    for (let fired = 0; fired < MAX_TIMERS_IN_A_ROW; fired += 1) {
      const current = steps.at(-1)?.payment ?? payment
      const timer = timersOf(current).toSorted((a, b) => a.dueAt - b.dueAt)[0]
      if (timer === undefined || timer.dueAt > at) return steps
      const env = envAt(Math.max(timer.dueAt, current.updatedAt), project)
      const decision = decide(current, { type: 'timerFired', timer: timer.name }, env)
      if (!decision.ok || decision.events.length === 0) return steps
      steps.push(...stepsAfter(current, decision.events))
    }
    throw new Error(`The timers of payment ${payment.key} never stop firing`)
  }

  /** Timers that are due by `at` fire before anything else happens to the payment. */
  const fireDueTimers = (payment: Payment, at: number): Payment => {
    // Without a due timer, which is the usual case, no project is needed.
    if (!hasDueTimer(payment, at)) return payment
    const project = projectOf(payment)
    return apply(payment, dueSteps(payment, at, project), project) ?? payment
  }

  const withDueTimersFired = (payment: Payment): Payment => {
    const at = now()
    if (!hasDueTimer(payment, at)) return payment
    return store.write(() => fireDueTimers(payment, at))
  }

  const run = (
    key: PaymentKey | null,
    command: PaymentCommand,
    project: Project,
    following: (payment: Payment) => readonly PaymentStep[],
  ): Executed =>
    store.write(() => {
      const stored = key === null ? null : byKey(key)
      const current = stored === null ? null : fireDueTimers(stored, now())
      const at = Math.max(now(), current?.updatedAt ?? 0)
      const decision = decide(current, command, envAt(at, project))
      if (!decision.ok) return { decision, payment: current }
      const steps = stepsAfter(current, decision.events)
      const payment = steps.at(-1)?.payment ?? current
      apply(current, payment === null ? steps : [...steps, ...following(payment)], project)
      return { decision, payment }
    })

  const upToDate = (key: PaymentKey): Payment | null => {
    const payment = byKey(key)
    return payment === null ? null : withDueTimersFired(payment)
  }

  return {
    byKey,
    /** The payment that registers the series with this id, up to date. */
    bySeries(projectId: ProjectId, seriesId: number): Payment | null {
      const key = store.requestIds.seriesPaymentKey(seriesId, projectId)
      return key === null ? null : upToDate(key)
    },
    byPaymentId(projectId: ProjectId, paymentId: string): Payment | null {
      const record = store.payments.byPaymentId(projectId, foldPaymentId(paymentId))
      return record === null ? null : fromRecord(record)
    },
    /** The payment with this key, after every due timer has fired. */
    upToDate,
    /** Like `upToDate`, for a payment that was read in the same turn of the event loop. */
    withDueTimersFired,
    /** A `key` of null registers a new payment. */
    execute: (key: PaymentKey | null, command: PaymentCommand, project: Project): Executed =>
      run(key, command, project, () => []),
    /** Like `execute`, but also fires due timers in the same write, unless callbacks of the payment are due. */
    executeAndSettle: (key: PaymentKey | null, command: PaymentCommand, project: Project): Executed =>
      run(key, command, project, (payment) => {
        const at = now()
        if (!hasDueTimer(payment, at)) return []
        // A new payment has no callbacks yet.
        const waits = key !== null && waitsForCallback(store, key, at)
        return waits ? [] : dueSteps(payment, at, project)
      }),
    /** Fires the timers that are due by `dueAt`, each at its own due time. */
    fireTimer(key: PaymentKey, dueAt: number): void {
      store.write(() => {
        const payment = byKey(key)
        // The timer may be long overdue: earlier timers of this payment, even new ones, fire first.
        if (payment !== null && fireDueTimers(payment, dueAt) !== payment) return
        // Otherwise a stored timer that the payment lacks, or that does nothing, would stay due forever.
        writer.rewriteTimers(key, payment, dueAt)
      })
    },
  }
}

function hasDueTimer(payment: Payment, at: number): boolean {
  return timersOf(payment).some(({ dueAt }) => dueAt <= at)
}
