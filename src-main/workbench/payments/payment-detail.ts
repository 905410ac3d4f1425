import { toUrl } from '#core/self-address'
import { statusObject } from '#domain/callback/status-object'
import { chooseTarget } from '#domain/callback/target'
import { displayItems, providerPageUrl } from '#domain/method/customer-part'
import {
  activeOperation,
  openProviderPage,
  type Payment,
  refundable,
  waitingPages,
} from '#domain/payment/payment'
import { resultMessage } from '#domain/result-code/result-codes'
import { registeredSeries, reportedSeries } from '#domain/payment/series'
import { deadlineOf } from '#domain/payment/timers'
import {
  type PaymentAction,
  paymentAction,
  type PaymentDetail,
  type PaymentSummary,
  type TimelineStep,
} from '#protocol/payments'
import type { Project } from '#domain/project/project'
import { signPlain } from '#domain/signature/sign'
import { iso, paymentSummary } from '#core/views'
import type { CallbackRow } from '#store/records'
import type { PaymentKey } from '#domain/ids'
import { notFound } from '#core/errors'
import { pick, present } from '#lib/members'
import type { BenchContext } from '#workbench/payment-engine'
import { timelineOf } from './timeline'

/** Decisions at a method's provider, which the tester makes in the customer's place. */
const AS_CUSTOMER = paymentAction.options.filter((action) => action.endsWith('AsCustomer'))

/**
 * What the tester can do with the payment in its current state (contract 4.4).
 * @param now virtual, epoch milliseconds
 */
function actionsOf(payment: Payment, now: number): PaymentAction[] {
  const operation = activeOperation(payment)
  const open = operation !== null
  const actions: PaymentAction[] = []
  if (operation?.status === 'processing') actions.push('requestClarification')
  const { clarification } = payment
  if (clarification !== null) actions.push('answerClarification')
  if (clarification !== null || openProviderPage(payment) !== null) actions.push('expireClarification')
  if (clarification?.code !== undefined) actions.push('resendCode')
  const page = waitingPages(payment).at(-1)
  // A customer who has left sees no choices on the page, but the tester may still decide (contract 16.4).
  if (page?.outcome === null) actions.push('openProvider')
  if (page !== undefined) actions.push(...AS_CUSTOMER)
  if (open) actions.push('approve', 'decline')
  if (payment.status === 'awaiting capture' && !open) actions.push('capture', 'cancel')
  if (refundable(payment) > 0 && !open) actions.push('refund')
  if (canBeChargedAgain(payment, now)) actions.push('chargeAgain')
  if (registeredSeries(payment) !== null && payment.series?.isCanceled !== true) actions.push('cancelSeries')
  return actions
}

/** What the customer gets to pay with a method, and what a customer who left has decided (contract 16.4). */
function providerPart(
  payment: Payment,
  platformUrl: string | undefined,
): Pick<PaymentDetail, 'providerUrl' | 'atProvider'> {
  const page = waitingPages(payment).at(-1)
  if (page === undefined || platformUrl === undefined) return {}
  const { way, expiresAt, outcome, later } = page
  return {
    atProvider: {
      way,
      display: displayItems(payment, page, platformUrl),
      expiresAt: iso(expiresAt),
      hasLeft: outcome === 'left',
      ...present({ later: later && { outcome: later.outcome, dueAt: iso(later.dueAt) } }),
    },
    ...(outcome === null ? { providerUrl: providerPageUrl(platformUrl, payment, page) } : {}),
  }
}

function codePart({ clarification }: Payment): Pick<PaymentDetail, 'code'> {
  if (clarification?.code === undefined) return {}
  const { newAttemptAt, resendsLeft } = clarification.code
  const [valid = ''] = Object.values(clarification.expects)
  return { code: { valid, newAttemptAt: iso(newAttemptAt), resendsLeft } }
}

function canBeChargedAgain(payment: Payment, now: number): boolean {
  const reported = reportedSeries(payment)
  const canCharge = !isScheduledSeries(payment) && payment.series?.isCanceled !== true
  return reported !== null && reported.endsAt > now && canCharge
}

const isScheduledSeries = ({ series, debitOf }: Payment): boolean =>
  series?.type === 'R' || debitOf?.isScheduled === true

function seriesPart(payment: Payment): Pick<PaymentDetail, 'series'> {
  const series = reportedSeries(payment)
  if (series === null) return {}
  const isDebit = payment.debitOf !== undefined
  const isScheduled = isScheduledSeries(payment)
  return { series: { id: series.id, validThru: iso(series.endsAt), isDebit, isScheduled } }
}

/**
 * The newest steps within the limit, how many were left out, and the number of callbacks.
 * @param requests all requests of the payment, oldest first
 */
function timelinePart(
  { store }: BenchContext,
  { payment, project }: { readonly payment: Payment; readonly project: Project },
  maxSteps: number | null,
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
    callbacks: rows.map((row) =>
      read(row)
        ? { row, attempts: store.attempts.outlines(row.id), captures: store.exchanges.capturesOf(row.id) }
        : { row, attempts: [], captures: [] },
    ),
  })
  const { timeline, earlier } = newestSteps(steps, maxSteps)
  const earlierSteps = earlier + leftOut + requests.length - exchanges.length
  const callbackCount = rows.length
  return earlierSteps === 0 ? { timeline, callbackCount } : { timeline, callbackCount, earlierSteps }
}

/**
 * @param maxSteps maximum number of past steps in the timeline (the newest ones); null for all
 * @throws BenchError not_found
 */
export function paymentDetail(
  context: BenchContext,
  key: PaymentKey,
  maxSteps: number | null,
): PaymentDetail {
  const { store, crypto } = context
  const found = findPayment(context, key)
  const { payment, project } = found
  const now = context.now()
  const addresses = context.addresses()
  const platformUrl = addresses?.platform
  const row = store.payments.row(key)
  if (row === null) throw new Error(`Payment ${key} has no row`)
  const status = statusObject(payment, 'response', project.switches, now, platformUrl)
  const target = chooseTarget(payment, true)
  const { challenge, attempts, clarification } = payment
  const requests = store.exchanges.requestTimes(key)
  return {
    ...paymentSummary(row),
    statusObject: { ...status, signature: signPlain(status, project.secret, crypto) },
    ...timelinePart(context, found, maxSteps, requests),
    requestCount: requests.length,
    operations: payment.operations.map((operation) => ({
      ...pick(operation, 'id', 'type', 'status', 'code', 'requestId'),
      ...pick(operation.sum, 'amount', 'currency'),
      message: resultMessage(operation.code, operation.message),
      createdAt: iso(operation.createdAt),
      updatedAt: iso(operation.updatedAt),
    })),
    actions: actionsOf(payment, now),
    deadlineAt: iso(deadlineOf(payment) ?? payment.deadlineAt),
    ...pick(payment, 'description', 'origin', 'type'),
    callbackTarget: target === null ? null : toUrl(target, addresses),
    available: {
      capture: payment.status === 'awaiting capture' ? payment.held : 0,
      refund: refundable(payment),
    },
    ...seriesPart(payment),
    ...providerPart(payment, platformUrl),
    ...codePart(payment),
    ...present({
      methodPath: payment.methodPath,
      challenge: challenge && {
        ...pick(challenge, 'version', 'fallback', 'valid'),
        expiresAt: iso(challenge.expiresAt),
      },
      attempts: attempts && { left: attempts.left, endsAt: iso(attempts.endsAt) },
      submission: clarification && {
        accepted: Object.keys(clarification.accepted),
        refused: [...clarification.refused],
      },
    }),
  }
}

/**
 * Chooses the callbacks whose attempts are read, because a payment may have thousands: the newest, until they
 * have `maxSteps` attempts, and earlier ones that were not delivered on the first attempt. `leftOut` counts
 * the attempts that are not read.
 * @param rows in the order of their creation
 */
export function withNewestAttempts<Row extends Pick<CallbackRow, 'id' | 'state' | 'attemptCount'>>(
  rows: readonly Row[],
  maxSteps: number | null,
): { readonly read: (row: Row) => boolean; readonly leftOut: number } {
  if (maxSteps === null) return { read: () => true, leftOut: 0 }
  const unread = new Set<string>()
  let room = maxSteps
  for (const { id, state, attemptCount } of rows.toReversed()) {
    if (room <= 0 && state === 'delivered' && attemptCount === 1) unread.add(id)
    else room -= attemptCount
  }
  return { read: ({ id }) => !unread.has(id), leftOut: unread.size }
}

/** The newest past steps, or all if `maxSteps` is null, and all planned ones; `earlier` counts those left out. */
export function newestSteps(
  steps: readonly TimelineStep[],
  maxSteps: number | null,
): { readonly timeline: TimelineStep[]; readonly earlier: number } {
  if (maxSteps === null) return { timeline: [...steps], earlier: 0 }
  const past = steps.filter(({ kind }) => kind !== 'planned')
  const earlier = Math.max(0, past.length - maxSteps)
  const dropped = new Set(past.slice(0, earlier))
  return { timeline: steps.filter((step) => !dropped.has(step)), earlier }
}

/**
 * Finds a payment, after firing its due timers.
 * @throws BenchError not_found
 */
export function findPayment(
  { paymentService, projects }: BenchContext,
  key: PaymentKey,
): { readonly payment: Payment; readonly project: Project } {
  const payment = paymentService.upToDate(key)
  if (payment === null) throw notFound('payment', key)
  return { payment, project: projects.find(payment.projectId) }
}

/** The payment as lists show it, once everything written about it is committed. */
export async function committedSummary({ store }: BenchContext, key: PaymentKey): Promise<PaymentSummary> {
  await store.committed()
  const row = store.payments.row(key)
  if (row === null) throw notFound('payment', key)
  return paymentSummary(row)
}
