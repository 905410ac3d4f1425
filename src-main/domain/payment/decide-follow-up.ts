import { type FieldError, fieldError } from '#domain/api/errors'
import { DAY_MS, HOUR_MS, sameBusinessDay } from '#lib/time/time'
import { newOperation } from './new-operation'
import {
  activeOperation,
  isPurchase,
  isRefundableStatus,
  type Operation,
  type Payment,
  refundable,
} from './payment'
import { type Decision, type DecisionEnv, type FollowUp, wrongState, accepted } from './commands'
import type { OperationType } from './statuses'
import { holdActionAt } from './timers'

/** Capture, cancel or refund (contract 5.6): accepted and acknowledged; the provider's result follows. */
export function decideFollowUp(payment: Payment, command: FollowUp, env: DecisionEnv): Decision {
  const refusal = refusalOf(payment, command)
  if (refusal !== null) return { ok: false, refusal }
  const isHeld =
    command.held === true || (env.project.switches.followUps === 'hold' && command.by !== 'platform')
  const providerTime = isHeld ? 0 : providerTimeOf(payment, command, env)
  const { requestId } = command
  const sum = { amount: command.amount ?? availableAmount(payment, command), currency: payment.real.currency }
  const operation: Operation = {
    ...newOperation({ type: operationTypeOf(payment, command, env), sum, requestId }, env),
    ...(command.merchantRefundId === null ? {} : { merchantRefundId: command.merchantRefundId }),
    ...(command.callbacks === undefined ? {} : { callbacks: command.callbacks }),
    ...(isHeld || providerTime > 0 ? { deadlineAt: heldDeadline(payment, env) + providerTime } : {}),
  }
  const { by, merchantRefundId } = command
  const dueAt = isHeld ? null : env.now + providerTime
  return accepted(
    [
      { type: 'operationStarted', at: env.now, by, operation, merchantRefundId },
      { type: 'providerAsked', at: env.now, operationId: operation.id, dueAt },
    ],
    requestId,
  )
}

const REFUND_MS = { immediate: 0, hour: HOUR_MS, two_days: 2 * DAY_MS } as const

/** Refunds of methods other than cards may take time (contract 16.8). Milliseconds. */
function providerTimeOf({ methodPath }: Payment, { type }: FollowUp, { project }: DecisionEnv): number {
  return type === 'refund' && methodPath !== undefined ? REFUND_MS[project.switches.refundTime] : 0
}

/** Deadline of an operation that the tester decides, never after the platform ends the hold (contract 5.6, 6.3). */
function heldDeadline(payment: Payment, env: DecisionEnv): number {
  const own = env.now + env.project.switches.processingDeadlineMs
  const hold = holdActionAt(payment)
  return hold === null ? own : Math.min(own, hold)
}

function availableAmount(payment: Payment, command: FollowUp): number {
  return command.type === 'refund' ? refundable(payment) : payment.held
}

function operationTypeOf(payment: Payment, command: FollowUp, env: DecisionEnv): OperationType {
  if (command.type !== 'refund') return command.type
  const whole = (command.amount ?? refundable(payment)) === payment.real.amount
  const sameDay = payment.succeededAt !== null && sameBusinessDay(payment.succeededAt, env.now)
  return sameDay && (whole || env.project.switches.reversalRule === 'day') ? 'reversal' : 'refund'
}

function refusalOf(payment: Payment, command: FollowUp): FieldError | null {
  const { type, amount, currency } = command
  const label = type === 'capture' ? 'A capture' : type === 'cancel' ? 'A cancel' : 'A refund'
  const fits = type === 'refund' ? isRefundableStatus(payment.status) : payment.status === 'awaiting capture'
  if (!fits) {
    const refundableIn = '"success", "partially refunded" or "partially reversed"'
    return wrongState(payment, label, type === 'refund' ? refundableIn : '"awaiting capture"')
  }
  if (!isPurchase(payment)) {
    const message = `${label} needs a purchase; this payment is of type "${payment.type}".`
    return fieldError('3610', 'general.payment_id', 'state', message)
  }
  if (activeOperation(payment) !== null) {
    const message = `${label} must wait: another operation of this payment is still in processing.`
    return fieldError('3060', 'general.payment_id', 'state', message)
  }
  if (currency !== null && currency !== payment.real.currency) {
    const message = `The currency must be that of the payment: ${payment.real.currency}.`
    return fieldError(type === 'refund' ? '3284' : '3121', 'payment.currency', 'enum', message)
  }
  if (amount !== null && (!Number.isSafeInteger(amount) || amount < 1)) {
    const message = 'The amount must be a whole number of minor units, at least 1.'
    return fieldError('502', 'payment.amount', 'minimum', message)
  }
  const left = availableAmount(payment, command)
  if (type !== 'capture' && amount !== null && amount > left) {
    const message = `Only ${String(left)} minor units are left.`
    return fieldError(type === 'refund' ? '3283' : '2642', 'payment.amount', 'maximum', message)
  }
  if (command.merchantRefundId === null || !payment.merchantRefundIds.includes(command.merchantRefundId))
    return null
  const message = 'A refund with this merchant_refund_id was already accepted; use a new one.'
  return fieldError('3230', 'payment.merchant_refund_id', 'unique', message)
}
