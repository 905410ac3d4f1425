import { errorOf, invalidParam, refuseParams } from '#core/errors'
import { toReference } from '#core/self-address'
import { endpointOf } from '#domain/api/endpoints'
import { type FieldError, fieldError } from '#domain/api/errors'
import { valueAt } from '#domain/api/rules'
import { isCardNumber } from '#domain/card/card-number'
import { isBlank } from '#domain/clarification/check'
import { additionalDataOf } from '#domain/clarification/fields'
import type { AcceptedValues } from '#domain/clarification/submission'
import { bankError } from '#domain/method/banks'
import { CARD } from '#domain/form/ways-to-pay'
import { findMethod } from '#domain/method/method'
import type { Register } from '#domain/payment/commands'
import { checkDebit, newSeries } from '#domain/payment/series'
import type { Project } from '#domain/project/project'
import { ownMember } from '#lib/own-member'
import { planFor } from '#domain/provider/outcome'
import { offeredMethod, registersMethod } from '#platform/api/actions'
import { accountOf, callbackPlan, debitParts, methodCommand } from '#platform/payments/registration'
import { BenchError } from '#protocol/connection'
import type { ParsedParams } from '#protocol/methods'
import type { PaymentSummary } from '#protocol/payments'
import type { BenchContext } from '#workbench/payment-engine'
import { committedSummary, findPayment } from './payment-detail'

const CARD_OF_HAND_MADE = { holder: 'TEST CUSTOMER', month: 12, yearsAhead: 4 } as const
const CUSTOMER_ID = 'customer-1'

type HandMade = Omit<
  Register,
  'type' | 'key' | 'origin' | 'method' | 'requestId' | 'callbacks' | 'supplied' | 'retries'
>

/** Creates a payment that no merchant requested; see `payments.create`. */
export function createByHand(
  context: BenchContext,
  params: ParsedParams<'payments.create'>,
): Promise<PaymentSummary> {
  const { method = CARD, data, operation } = params
  if (method !== CARD) return createByMethod(context, params, method)
  if (data !== undefined) throw invalidParam('data', 'Only methods other than cards have such values.')
  if (operation === 'payout')
    throw invalidParam('operation', 'Only methods other than cards have payouts that are made by hand.')
  return createByCard(context, params)
}

function createByCard(
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
    customer: { id: params.customerId ?? CUSTOMER_ID, phone: '' },
    account: card === undefined ? null : accountOf({ ...CARD_OF_HAND_MADE, number: card, year }, ids),
    description: params.description ?? '',
    plan: planOf(params),
    ...(series === undefined ? {} : { series: newSeries(ids.accountId(), { type: series }, params.amount) }),
  })
}

/** Parameters that a payment by a method does not have. */
const OF_CARDS = ['card', 'outcome', 'series'] as const

/** Fields of a request that are parameters; all others are values of `data`. */
const PARAMETERS: Readonly<Partial<Record<string, string>>> = {
  '': 'method',
  'general.payment_id': 'paymentId',
  'customer.id': 'customerId',
  'payment.amount': 'amount',
  'payment.currency': 'currency',
  'payment.description': 'description',
}

/** Makes the payment that an accepted sale, auth or payout with these values would make (contract 16.2, 16.8). */
function createByMethod(
  context: BenchContext,
  params: ParsedParams<'payments.create'>,
  path: string,
): Promise<PaymentSummary> {
  const { projects, clock, ids } = context
  const project = projects.find(params.projectId)
  const { operation = 'sale' } = params
  const endpoint = endpointOf(`/v2/payment/${path}/${operation}`)
  const method = findMethod(path, project.switches.ownMethods)
  const parameters = method?.operations[operation]?.parameters
  if (endpoint === null || method === null || parameters === undefined) {
    throw invalidParam(
      'method',
      `No method with the operation ${operation} has this path. Use a path of the catalogue, or that of an own method.`,
    )
  }
  const ofCard = OF_CARDS.find((name) => params[name] !== undefined)
  if (ofCard !== undefined) throw invalidParam(ofCard, 'Only card payments have it. Leave it out.')
  const paymentId = freePaymentId(context, project, params.paymentId)
  const { amount, currency, description = '', customerId = CUSTOMER_ID } = params
  const values: AcceptedValues = params.data ?? {}
  const body = additionalDataOf([
    ['customer.ip_address', '127.0.0.1'],
    ...Object.entries(values),
    ['general.payment_id', paymentId],
    ['customer.id', customerId],
    ['payment.amount', amount],
    ['payment.currency', currency],
    ['payment.description', description],
  ])
  const now = clock.now()
  const call = { request: { endpoint, body, project, fingerprint: '' }, payment: null, now }
  const problems: readonly (FieldError | null)[] = [
    offeredMethod(call, operation).refusal,
    ...parameters
      .filter(({ name, need }) => need === 'strict' && isBlank(valueAt(body, name.split('.'))))
      .map(({ name }) => fieldError('2004', name, 'required', 'The method does not work without it.')),
    ...registersMethod(operation).violations(call),
    bankError(method, operation, body),
  ]
  refuseParams(
    problems
      .filter((problem) => problem !== null)
      .map(({ field, message }) => ({ field: ownMember(PARAMETERS, field) ?? `data.${field}`, message })),
  )
  const reference = (url: string): string => toReference(url, context.addresses())
  const command = methodCommand({ body, method, operation, project, ids, now, reference })
  return register(context, project, { ...command, origin: 'workbench' })
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

/** Registers a payment. `command`: what differs from a card payment without data. */
function register(
  context: BenchContext,
  project: Project,
  command: HandMade | Register,
): Promise<PaymentSummary> {
  const { paymentService, ids, scheduler } = context
  const { decision, payment } = paymentService.execute(
    null,
    {
      type: 'register',
      key: ids.paymentKey(),
      origin: 'workbench',
      method: CARD,
      requestId: ids.requestId(project.projectId),
      callbacks: callbackPlan(project),
      supplied: {},
      retries: null,
      ...command,
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
