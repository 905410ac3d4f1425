import { errorOf, invalidParam } from '#core/errors'
import { isCardNumber } from '#domain/card/card-number'
import type { Register } from '#domain/payment/commands'
import { checkDebit, newSeries } from '#domain/payment/series'
import type { Project } from '#domain/project/project'
import { planFor } from '#domain/provider/outcome'
import { accountOf, callbackPlan, debitParts } from '#platform/payments/registration'
import { BenchError } from '#protocol/connection'
import type { ParsedParams } from '#protocol/methods'
import type { PaymentSummary } from '#protocol/payments'
import type { BenchContext } from '#workbench/payment-engine'
import { committedSummary, findPayment } from './payment-detail'

const CARD_OF_HAND_MADE = { holder: 'TEST CUSTOMER', month: 12, yearsAhead: 4 } as const

type HandMade = Omit<
  Register,
  'type' | 'key' | 'origin' | 'method' | 'requestId' | 'callbacks' | 'supplied' | 'retries'
>

/** Creates a payment that no merchant requested; see `payments.create`. */
export function createByHand(
  context: BenchContext,
  params: ParsedParams<'payments.create'>,
): Promise<PaymentSummary> {
  const { projects, clock, ids } = context
  const { projectId, card, series } = params
  const project = projects.find(projectId)
  const paymentId = freePaymentId(context, project, params.paymentId)
  if (card !== undefined && !isCardNumber(card)) {
    throw invalidParam('card', 'A card number has 16 to 19 digits (amex also 15) and passes the Luhn check.')
  }
  if (series !== undefined && card === undefined) {
    throw invalidParam('series', 'A series needs a card to charge. Give a card number.')
  }
  const year = new Date(clock.now()).getUTCFullYear() + CARD_OF_HAND_MADE.yearsAhead
  return register(context, project, {
    kind: 'purchase',
    operation: params.operation ?? 'sale',
    paymentId,
    sum: { amount: params.amount, currency: params.currency },
    customer: { id: params.customerId ?? 'customer-1', phone: '' },
    account: card === undefined ? null : accountOf({ ...CARD_OF_HAND_MADE, number: card, year }, ids),
    description: params.description ?? '',
    plan: planOf(params),
    ...(series === undefined ? {} : { series: newSeries(ids.accountId(), { type: series }, params.amount) }),
  })
}

/** Charges the card of a payment's series again; see `payments.chargeAgain`. */
export function chargeAgain(
  context: BenchContext,
  { key, amount, paymentId, outcome }: ParsedParams<'payments.chargeAgain'>,
): Promise<PaymentSummary> {
  const { paymentService, clock } = context
  const { payment, project } = findPayment(context, key)
  const registration =
    payment.debitOf === undefined ? payment : paymentService.bySeries(project.projectId, payment.debitOf.id)
  const checked = checkDebit(registration, payment.customer.id, clock.now())
  if (!checked.ok) throw errorOf(checked.refusal)
  const parts = debitParts(checked.registration, checked.series, project)
  return register(context, project, {
    ...parts,
    paymentId: freePaymentId(context, project, paymentId),
    sum: { amount: amount ?? payment.requested.amount, currency: checked.series.currency },
    customer: payment.customer,
    description: payment.description,
    plan: outcome === 'hold' ? [] : parts.plan,
  })
}

function register(context: BenchContext, project: Project, handMade: HandMade): Promise<PaymentSummary> {
  const { paymentService, ids, scheduler } = context
  const { decision, payment } = paymentService.execute(
    null,
    {
      type: 'register',
      key: ids.paymentKey(),
      origin: 'workbench',
      method: 'card',
      requestId: ids.requestId(project.projectId),
      callbacks: callbackPlan(project),
      supplied: {},
      retries: null,
      ...handMade,
    },
    project,
  )
  if (!decision.ok || payment === null) throw new Error('A payment made by hand was refused')
  scheduler.wake()
  return committedSummary(context, payment.key)
}

function planOf({ outcome, card, series }: ParsedParams<'payments.create'>): Register['plan'] {
  if (outcome !== 'card' || card === undefined) return []
  return planFor({
    cardNumber: card,
    switches: { outcome: { mode: 'card' } },
    registersRecurring: series !== undefined,
    threeDSecure: false,
  })
}

function freePaymentId(
  { paymentService, ports }: BenchContext,
  project: Project,
  given: string | undefined,
): string {
  const paymentId = given ?? `bench-${ports.randomHex(8)}`
  if (paymentId.trim() !== paymentId) {
    throw invalidParam('paymentId', 'A payment id must not start or end with white space.')
  }
  const existing = paymentService.byPaymentId(project.projectId, paymentId)
  if (existing !== null && existing.status !== 'error') {
    throw new BenchError(
      'conflict',
      `Project ${String(project.projectId)} already has a payment ${existing.paymentId} (letter case is ignored). Use another id.`,
      [{ field: 'paymentId', message: 'is taken' }],
    )
  }
  return paymentId
}
