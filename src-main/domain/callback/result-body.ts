import { wireTime } from '#lib/time/time'
import { resultMessage } from '#domain/result-code/result-codes'
import { methodAccountPart } from '#domain/method/customer-part'
import type { Operation, Payment } from '#domain/payment/payment'
import type { ProjectSwitches } from '#domain/project/project'
import {
  avsPart,
  convertedSum,
  initialSum,
  type JsonObject,
  providerPart,
  refundIdPart,
  resultSum,
  seriesDetails,
  seriesPart,
  wireStatus,
} from './status-object'

/** Unsigned body of one finished operation's result callback (contract 3.6). Unknown values are `""` or 0. */
export function resultBody(payment: Payment, operation: Operation, switches: ProjectSwitches): JsonObject {
  return {
    account: accountPart(payment),
    customer: { id: payment.customer.id, phone: maskPhone(payment.customer.phone) },
    payment: {
      date: wireTime(payment.updatedAt),
      id: payment.paymentId,
      method: payment.method,
      status: wireStatus(payment.status, switches),
      sum: resultSum(payment, operation),
      type: payment.type,
      description: payment.description,
      ...refundIdPart(operation, switches.publicFields),
    },
    project_id: payment.projectId,
    processingDateTime: wireTime(operation.provider?.answeredAt ?? operation.updatedAt),
    country: countryOf(payment),
    product_name: payment.account === null || payment.methodPath !== undefined ? '' : 'CLASSIC',
    issuer_name: '',
    operation: {
      id: operation.id,
      type: operation.type,
      status: operation.status,
      date: wireTime(operation.updatedAt),
      created_date: wireTime(operation.createdAt),
      request_id: operation.requestId,
      sum_initial: initialSum(payment, operation),
      sum_converted: convertedSum(payment, operation),
      provider: providerPart(operation),
      code: operation.code,
      message: resultMessage(operation.code, operation.message),
      eci: operation.provider?.eci ?? '',
    },
    ...avsPart(payment, switches.publicFields),
    ...(operation.type === 'recurring update' || operation.type === 'recurring cancel'
      ? seriesDetails(payment)
      : seriesPart(payment, switches.publicFields)),
  }
}

function accountPart(payment: Payment): JsonObject {
  if (payment.methodPath !== undefined) return methodAccountPart(payment)
  const { account } = payment
  return {
    number: account?.number ?? '',
    token: account?.token ?? '',
    type: account?.type ?? '',
    card_holder: account?.cardHolder ?? '',
    id: account?.id ?? 0,
    expiry_month: account === null ? '' : '**',
    expiry_year: account === null ? '' : '****',
  }
}

function countryOf(payment: Payment): string {
  const { supplied } = payment
  const country = supplied['customer.billing.country'] ?? supplied['customer.country']
  return typeof country === 'string' ? country : ''
}

function maskPhone(phone: string): string {
  return phone.length < 7 ? phone : `${phone.slice(0, 4)}${'*'.repeat(phone.length - 6)}${phone.slice(-2)}`
}
