import { callbackBody } from '#domain/callback/body'
import type { JsonObject } from '#domain/callback/status-object'
import { type CallbackDue, callbacksFor } from '#domain/payment/callbacks'
import type { Decision, PaymentCommand, Register } from '#domain/payment/commands'
import { decide } from '#domain/payment/decide'
import type { PaymentEvent } from '#domain/payment/events'
import { evolve } from '#domain/payment/evolve'
import type { Payment } from '#domain/payment/payment'
import { type PaymentTimer, timersOf } from '#domain/payment/timers'
import type { ProjectSwitches } from '#domain/project/project'
import { anEnv, aProject, aRegistration, START } from './builders'

/** More than any test needs; only an endless loop gets here. */
const MAX_STEPS = 2000

/** One event with the payment before and after it. */
export interface LivedStep {
  readonly event: PaymentEvent
  readonly before: Payment | null
  readonly after: Payment
}

export interface OwedCallback extends CallbackDue {
  readonly body: JsonObject
}

/** A payment simulated on its own clock: due timers fire in order, each at its own time. */
export interface PaymentLife {
  readonly now: number
  readonly payment: Payment
  readonly steps: readonly LivedStep[]
  readonly events: readonly PaymentEvent[]
  readonly callbacks: readonly OwedCallback[]
  readonly timers: readonly PaymentTimer[]
  /** Fires the timers that are due, then runs a command; timers that the command sets fire on the next call. */
  run(command: PaymentCommand): Decision
  /** Runs a command that must be accepted. */
  must(command: PaymentCommand): Decision & { ok: true }
  /** Runs a command that must be accepted, then fires the timers that are due. */
  settle(command: PaymentCommand): void
  /** Runs a command and returns the code, field and constraint of its refusal. */
  refusal(command: PaymentCommand): string
  /** Moves the clock and fires the timers that become due; 0 fires those already due. Milliseconds. */
  advance(ms: number): void
  /** Moves the clock to the next timer and fires it; false if there is none. */
  advanceToNext(): boolean
}

interface LifeOptions {
  readonly register?: Partial<Omit<Register, 'type'>>
  readonly switches?: Partial<ProjectSwitches>
}

/** Registers a payment and lets an immediate provider respond. */
export function aSettledLife(options: LifeOptions): PaymentLife {
  const life = aPaymentLife(options)
  life.advance(0)
  return life
}

/** Registers a payment. Nothing has fired yet: `advance(0)` lets an immediate provider respond. */
export function aPaymentLife({ register, switches = {} }: LifeOptions = {}): PaymentLife {
  const project = aProject({ switches })
  const ids = anEnv()
  const steps: LivedStep[] = []
  const callbacks: OwedCallback[] = []
  let now = START
  let payment: Payment | null = null

  const currentPayment = (): Payment => {
    if (payment === null) throw new Error('The registration was refused')
    return payment
  }

  const decideNow = (command: PaymentCommand): Decision => {
    const decision = decide(deepFreeze(payment), command, { ...ids, now, project })
    for (const event of decision.ok ? decision.events : []) {
      const before = payment
      const after = evolve(before, event)
      payment = after
      steps.push({ event, before, after })
      for (const due of callbacksFor(event, after, project.switches)) {
        callbacks.push({ ...due, body: callbackBody(due.kind, after, due.operationId, project.switches) })
      }
    }
    return decision
  }

  const nextTimer = (): PaymentTimer | undefined =>
    [...timersOf(currentPayment())].sort((a, b) => a.dueAt - b.dueAt)[0]

  const advanceTo = (target: number): void => {
    for (let timer = nextTimer(); timer !== undefined && timer.dueAt <= target; timer = nextTimer()) {
      now = Math.max(now, timer.dueAt)
      const done = steps.length
      decideNow({ type: 'timerFired', timer: timer.name })
      if (steps.length === done) throw new Error(`The ${timer.name} timer fires without effect`)
      if (done > MAX_STEPS) throw new Error('The timers never stop firing')
    }
    now = target
  }

  const run = (command: PaymentCommand): Decision => {
    advanceTo(now)
    return decideNow(command)
  }

  const must = (command: PaymentCommand): Decision & { ok: true } => {
    const decision = run(command)
    if (!decision.ok) throw new Error(`${command.type} was refused: ${decision.refusal.message}`)
    return decision
  }

  decideNow(aRegistration(register))

  return {
    get now() {
      return now
    },
    get payment() {
      return currentPayment()
    },
    steps,
    get events() {
      return steps.map(({ event }) => event)
    },
    callbacks,
    get timers() {
      return timersOf(currentPayment())
    },
    run,
    must,
    settle(command) {
      must(command)
      advanceTo(now)
    },
    refusal: (command) => refusalOf(run(command)),
    advance: (ms) => advanceTo(now + ms),
    advanceToNext() {
      const timer = nextTimer()
      if (timer === undefined) return false
      advanceTo(Math.max(now, timer.dueAt))
      return true
    },
  }
}

/** Code, field and constraint of a refusal, such as `3060 general.payment_id state`. */
export const refusalOf = (decision: Decision): string =>
  decision.ok
    ? 'accepted'
    : `${decision.refusal.code} ${decision.refusal.field} ${decision.refusal.constraint}`

/** Freezes a value deeply, so that a decision that mutates its payment throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) deepFreeze(member)
  }
  return value
}
