import { acsUrlOf, toUrl } from '#core/self-address'
import { statusObject } from '#domain/callback/status-object'
import { chooseTarget } from '#domain/callback/target'
import { activeOperation, type Payment, refundable } from '#domain/payment/payment'
import { resultMessage } from '#domain/result-code/result-codes'
import { registeredSeries, reportedSeries } from '#domain/payment/series'
import { deadlineOf } from '#domain/payment/timers'
import type { PaymentAction, PaymentDetail } from '#protocol/payments'
import type { Project } from '#domain/project/project'
import { signPlain } from '#domain/signature/sign'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { Store } from '#store/store'
import type { SelfAddresses } from '#core/ports'
import { newestSteps, withNewestAttempts } from './newest-steps'
import { requestBurst } from './request-burst'
import { timelineOf } from './timeline'
import { iso, paymentSummary } from '#core/views'

/** What the workbench may offer for the payment as it stands (contract 4.4). Virtual now, epoch milliseconds. */
function actionsOf(payment: Payment, now: number): PaymentAction[] {
  const operation = activeOperation(payment)
  const open = operation !== null
  const actions: PaymentAction[] = []
  if (operation?.status === 'processing') actions.push('requestClarification')
  if (payment.clarification !== null) actions.push('answerClarification', 'expireClarification')
  if (open) actions.push('approve', 'decline')
  if (payment.status === 'awaiting capture' && !open) actions.push('capture', 'cancel')
  if (refundable(payment) > 0 && !open) actions.push('refund')
  if (canBeChargedAgain(payment, now)) actions.push('chargeAgain')
  if (registeredSeries(payment) !== null && payment.series?.isCanceled !== true) actions.push('cancelSeries')
  return actions
}

function canBeChargedAgain(payment: Payment, now: number): boolean {
  const { series } = payment
  const reported = reportedSeries(payment)
  const canCharge = !isScheduledSeries(payment) && series?.isCanceled !== true
  return reported !== null && reported.endsAt > now && canCharge
}

/** Whether the series of the payment is charged by its schedule. */
const isScheduledSeries = ({ series, debitOf }: Payment): boolean =>
  series?.type === 'R' || debitOf?.isScheduled === true

function seriesPart(payment: Payment): Pick<PaymentDetail, 'series'> {
  const series = reportedSeries(payment)
  if (series === null) return {}
  const isDebit = payment.debitOf !== undefined
  return {
    series: {
      id: series.id,
      validThru: iso(series.endsAt),
      isDebit,
      isScheduled: isScheduledSeries(payment),
    },
  }
}

interface DetailOptions {
  readonly payment: Payment
  readonly project: Project
  readonly store: Store
  readonly crypto: SignatureCrypto
  readonly addresses: SelfAddresses | null
  /** Virtual now, epoch milliseconds. */
  readonly now: number
  /** Maximum past steps of the timeline, the newest; null: all. */
  readonly maxSteps: number | null
}

/**
 * The steps of the timeline, the newest where they are limited, how many were left out, and the number of callbacks.
 * `requests`: all of them, oldest first.
 */
function timelinePart(
  { payment, project, store, maxSteps }: DetailOptions,
  requests: readonly { readonly seq: number }[],
): Pick<PaymentDetail, 'timeline' | 'earlierSteps' | 'callbackCount'> {
  const first = maxSteps === null ? undefined : requests.at(-maxSteps)
  const known = new Set(requests.map(({ seq }) => seq))
  const exchanges = store.exchanges
    .byPayment(payment.key, first === undefined ? 0 : first.seq - 1)
    .filter(({ seq }) => known.has(seq))
  const rows = store.callbacks.byPayment(payment.key)
  const { read, leftOut } = withNewestAttempts(rows, maxSteps)
  const steps = timelineOf({
    payment,
    project,
    events: store.events.byPayment(payment.key),
    exchanges,
    callbacks: rows.map((row) => ({ row, attempts: read(row) ? store.attempts.outlines(row.id) : [] })),
  })
  const { timeline, earlier } = newestSteps(steps, maxSteps)
  const earlierSteps = earlier + leftOut + requests.length - exchanges.length
  const callbackCount = rows.length
  return earlierSteps === 0 ? { timeline, callbackCount } : { timeline, callbackCount, earlierSteps }
}

/** Returns the payment with everything that its detail shows. */
export function paymentDetail(options: DetailOptions): PaymentDetail {
  const { payment, project, store, crypto, addresses, now } = options
  const row = store.payments.row(payment.key)
  if (row === null) throw new Error(`Payment ${payment.key} has no row`)
  const status = statusObject(payment, 'response', project.switches, now, acsUrlOf(payment.key, addresses))
  const target = chooseTarget(payment, true)
  const open = payment.clarification
  const requests = store.exchanges.requestTimes(payment.key)
  const burst = requestBurst(requests)
  return {
    ...paymentSummary(row),
    statusObject: { ...status, signature: signPlain(status, project.secret, crypto) },
    ...timelinePart(options, requests),
    requestCount: requests.length,
    ...(burst === null ? {} : { requestBurst: { requests: burst.requests, wallFrom: iso(burst.wallFrom) } }),
    operations: payment.operations.map((operation) => ({
      id: operation.id,
      type: operation.type,
      status: operation.status,
      amount: operation.sum.amount,
      currency: operation.sum.currency,
      code: operation.code,
      message: resultMessage(operation.code, operation.message),
      createdAt: iso(operation.createdAt),
      updatedAt: iso(operation.updatedAt),
      requestId: operation.requestId,
    })),
    actions: actionsOf(payment, now),
    deadlineAt: iso(deadlineOf(payment) ?? payment.deadlineAt),
    description: payment.description,
    origin: payment.origin,
    type: payment.type,
    callbackTarget: target === null ? null : toUrl(target, addresses),
    available: {
      capture: payment.status === 'awaiting capture' ? payment.held : 0,
      refund: refundable(payment),
    },
    ...(payment.challenge === null
      ? {}
      : {
          challenge: {
            version: payment.challenge.version,
            fallback: payment.challenge.fallback,
            valid: payment.challenge.valid,
            expiresAt: iso(payment.challenge.expiresAt),
          },
        }),
    ...seriesPart(payment),
    ...(payment.attempts === null
      ? {}
      : { attempts: { left: payment.attempts.left, endsAt: iso(payment.attempts.endsAt) } }),
    ...(open === null
      ? {}
      : {
          submission: {
            accepted: Object.keys(open.accepted),
            refused: open.refused.map((item) => ({ ...item })),
          },
        }),
  }
}
