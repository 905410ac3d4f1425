import { encodeBase64 } from '#lib/bytes/base64'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { DAY_MS, wireTime } from '#lib/time/time'
import type { ClarificationFields } from '#domain/clarification/fields'
import { resultMessage } from '#domain/result-code/result-codes'
import {
  firstOperation,
  isCharged,
  type Money,
  type Operation,
  paidAmount,
  type Payment,
  type SentCode,
} from '#domain/payment/payment'
import type { ProjectSwitches } from '#domain/project/project'
import { PROVIDER } from '#domain/provider/outcome-steps'
import { isFinal, type PaymentStatus } from '#domain/payment/statuses'
import { customerPart, methodAccountPart } from '#domain/method/customer-part'
import { registeredSeries, reportedSeries } from '#domain/payment/series'

/** Sources disagree about the spelling of `canceled`, so a project switch sets it (contract 4.1). */
export function wireStatus(
  status: PaymentStatus,
  { cancelSpelling }: Pick<ProjectSwitches, 'cancelSpelling'>,
): string {
  return status === 'canceled' ? cancelSpelling : status
}

/** The charged amount; while money is held, the rest of the hold (contract 3.2, 12 row 12). */
export function realSum(payment: Payment): Money {
  return payment.held > 0 ? { ...payment.real, amount: payment.held } : payment.real
}

/** What is left of the hold, or of the refundable amount (contract 3.6). */
function sumLeft(payment: Payment): Money {
  const { amount, currency } = realSum(payment)
  return { amount: amount - payment.refunded, currency }
}

/** `payment.sum` of an operation's result; for a cancel the released amount (contract 12 row 12). */
export function resultSum(payment: Payment, operation: Operation): Money {
  return operation.type === 'cancel' && operation.status === 'success' ? operation.sum : sumLeft(payment)
}

/** Later attempts of a payment may be made through other providers (contract 16.7). */
const providerIdOf = ({ providerId = PROVIDER.id }: Operation): number => providerId

/** The provider's data about an operation; unknown values are empty (contract 3.6). */
export function providerPart(operation: Operation) {
  const { provider } = operation
  return {
    id: providerIdOf(operation),
    payment_id: provider?.paymentId ?? '',
    date: wireTime(provider?.answeredAt ?? operation.updatedAt),
    auth_code: provider?.authCode ?? '',
    endpoint_id: PROVIDER.endpointId,
  }
}

/** The merchant's own id of a refund (contract 12 row 2). */
export function refundIdPart(operation: Operation | undefined, optional: ProjectSwitches['publicFields']) {
  const id = operation?.merchantRefundId
  return id === undefined || optional === 'mission_only' ? {} : { merchant_refund_id: id }
}

/** The amount of an operation; of a charge, what the customer paid (contract 16.6). */
export function initialSum(payment: Payment, operation: Operation): Money {
  const paid = isCharged(operation) ? paidAmount(payment, operation) : null
  return paid === null ? operation.sum : { ...operation.sum, amount: paid }
}

/** The approved amount of the only charge of a payment (contract 9.5); of other operations, their amount. */
export function convertedSum(payment: Payment, operation: Operation): Money {
  const charged = payment.operations.filter(isCharged)
  const isOnlyCharge = charged.length === 1 && charged[0]?.id === operation.id
  return isOnlyCharge ? payment.real : initialSum(payment, operation)
}

/** `callback`: status at the top; `response`: inside `payment`, with request ids (contract 3.2 to 3.4). */
export type StatusForm = 'callback' | 'response'

export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Unsigned status object (contract 3.2). `now`: time of event or request, epoch milliseconds. `platformUrl`: base of
 * the addresses of our pages (contract 13.3, 16.4).
 */
export function statusObject(
  payment: Payment,
  form: StatusForm,
  switches: ProjectSwitches,
  now: number = payment.updatedAt,
  platformUrl?: string,
): JsonObject {
  const optional = switches.publicFields
  const operation = firstOperation(payment)
  return {
    sum_request: payment.requested,
    sum_real: realSum(payment),
    request_id: payment.requestId,
    project_id: payment.projectId,
    payment: paymentPart(payment, form, switches, now),
    ...(form === 'callback' ? { status: wireStatus(payment.status, switches) } : {}),
    customer: { id: payment.customer.id },
    account: accountPart(
      payment,
      optional === 'all',
      form === 'response' && switches.statusFields === 'extended',
    ),
    ...clarificationPart(payment, optional !== 'mission_only'),
    description: payment.description,
    operations: payment.operations.map((item) => operationPart(payment, item, form, switches)),
    ...(payment.refunded > 0 && optional !== 'mission_only'
      ? { sum_refund: { amount: payment.refunded, currency: payment.real.currency } }
      : {}),
    ...avsPart(payment, optional),
    ...seriesPart(payment, optional),
    ...acsPart(payment, platformUrl),
    ...customerPart(payment, platformUrl, switches),
    ...(optional === 'all' && operation.provider !== null ? { auth_code: operation.provider.authCode } : {}),
    ...(optional === 'all'
      ? { transaction: { id: operation.id, date: wireTime(operation.createdAt), type: payment.type } }
      : {}),
  }
}

/** The AVS result of a mismatch, or of every check if the project sends all optional fields (contract 5.9). */
export function avsPart(payment: Payment, optional: ProjectSwitches['publicFields']): JsonObject {
  const result = payment.avsResult
  if (result === null || optional === 'mission_only') return {}
  return optional === 'all' || result === 'N' ? { avs_result: result } : {}
}

function paymentPart(payment: Payment, form: StatusForm, switches: ProjectSwitches, now: number): JsonObject {
  const extended = form === 'response' && switches.statusFields === 'extended'
  const lastReturn = payment.operations.findLast(({ type }) => type === 'refund' || type === 'reversal')
  return {
    id: payment.paymentId,
    method: payment.method,
    date: wireTime(payment.updatedAt),
    result_code: payment.resultCode,
    result_message: resultMessage(payment.resultCode, payment.resultMessage),
    is_new_attempts_available: payment.attempts !== null,
    attempts_timeout:
      payment.attempts === null ? 0 : Math.max(0, Math.ceil((payment.attempts.endsAt - now) / 1000)),
    provider_id: providerIdOf(firstOperation(payment)),
    ...(form === 'response' || switches.statusInPayment
      ? { status: wireStatus(payment.status, switches) }
      : {}),
    ...(form === 'response' ? { cascading_with_redirect: false } : {}),
    ...(extended || switches.publicFields === 'all' ? { type: payment.type, sum: sumLeft(payment) } : {}),
    ...(extended ? { description: payment.description } : {}),
    ...refundIdPart(lastReturn, switches.publicFields),
  }
}

/** What the browser posts to the issuer's page, if the merchant must send the customer there (contract 13.3). */
export function acsPart({ challenge, key }: Payment, platformUrl: string | undefined): JsonObject {
  if (challenge?.returnUrl === undefined || platformUrl === undefined) return {}
  const request = JSON.stringify({ version: challenge.version, operation: challenge.operationId })
  return { acs: { pa_req: encodeBase64(encodeUtf8(request)), md: key, acs_url: `${platformUrl}/acs/${key}` } }
}

function accountPart(payment: Payment, all: boolean, withToken: boolean): JsonObject {
  if (payment.methodPath !== undefined) return methodAccountPart(payment)
  const { account } = payment
  return {
    number: account?.number ?? '',
    type: account?.type ?? '',
    card_holder: account?.cardHolder ?? '',
    expiry_month: account?.expiryMonth ?? '',
    expiry_year: account?.expiryYear ?? '',
    ...(all && account !== null ? { id: account.id } : {}),
    ...(withToken || (all && account !== null) ? { token: account?.token ?? '' } : {}),
  }
}

/** The data that is still missing; with `explain` also why values were refused (contract 3.5). */
export function clarificationPart(payment: Payment, explain: boolean): JsonObject {
  const open = payment.clarification
  if (open === null) return {}
  const fields: ClarificationFields = open.remaining
  const errors = open.refused.map(({ path, code, message, constraint }) => ({
    code: Number(code),
    message,
    field: path,
    constraint,
  }))
  return {
    clarification_fields: fields,
    ...(open.code === undefined ? {} : codePart(open.code)),
    ...(explain && errors.length > 0 ? { errors } : {}),
  }
}

/** When the one-time code can be sent again, in Unix seconds, and how often (contract 16.4). */
function codePart({ newAttemptAt, resendsLeft }: SentCode): JsonObject {
  const time = { new_attempt_time: newAttemptAt / 1000 }
  const resend = { available_attempts_number: resendsLeft, ...time }
  return { ...time, provider_extra_fields: { resend } }
}

function operationPart(
  payment: Payment,
  operation: Operation,
  form: StatusForm,
  switches: ProjectSwitches,
): JsonObject {
  const extended = form === 'response' && switches.statusFields === 'extended'
  return {
    id: operation.id,
    type: operation.type,
    status: operation.status,
    date: wireTime(operation.updatedAt),
    processing_time: isFinal(operation.status) ? wireTime(operation.updatedAt) : null,
    ...(form === 'response' ? { request_id: operation.requestId } : {}),
    sum: operation.sum,
    code: operation.code,
    message: resultMessage(operation.code, operation.message),
    ...(!extended && switches.publicFields === 'all' && operation.provider !== null
      ? { provider: { id: providerIdOf(operation), payment_id: operation.provider.paymentId } }
      : {}),
    ...(extended
      ? {
          sum_initial: initialSum(payment, operation),
          sum_converted: convertedSum(payment, operation),
          created_date: wireTime(operation.createdAt),
          provider: providerPart(operation),
          eci: operation.provider?.eci ?? '',
        }
      : {}),
  }
}

/** The member `recurring` of callbacks about a changed series, and of responses about a series (contract 3.9, 13.1). */
export function seriesDetails(registration: Payment) {
  const series = registeredSeries(registration)
  if (series === null) return {}
  const { id, type, currency, endsAt } = series
  const { isCanceled, schedule } = registration.series ?? {}
  const lastDay = new Date(endsAt - DAY_MS)
  return {
    recurring: {
      id,
      status: isCanceled === true ? 'canceled' : 'active',
      type,
      currency,
      exp_year: lastDay.getUTCFullYear(),
      exp_month: lastDay.getUTCMonth() + 1,
      period: schedule?.period ?? '',
      time: schedule?.time ?? '',
      ...(schedule === undefined ? {} : { amount: schedule.amount, interval: schedule.interval }),
    },
  }
}

/** The member `recurring` of a payment that registered a series or is a debit of one (contract 3.6, 12 row 1). */
export function seriesPart(payment: Payment, optional: ProjectSwitches['publicFields']) {
  const series = optional === 'mission_only' ? null : reportedSeries(payment)
  if (series === null) return {}
  const { id, currency, endsAt } = series
  return {
    recurring: { id, currency, valid_thru: wireTime(endsAt - DAY_MS) },
  }
}
