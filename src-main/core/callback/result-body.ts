import { wireTime } from '../clock/wire-time'
import { resultMessage } from '../payment/result-codes'
import type { Operation, Payment } from '../payment/payment'
import { isFirstOperation } from '../payment/statuses'
import type { ProjectSwitches } from '../project/project'
import { PROVIDER } from '../provider/provider'
import { avsPart } from './status-object'
import type { JsonObject } from './status-object'

/** Result callback of one finished operation, unsigned (contract 3.6). Unknown values are `""` or 0. */
export function resultBody(payment: Payment, operation: Operation, switches: ProjectSwitches): JsonObject {
  return {
    account: accountPart(payment),
    customer: { id: payment.customer.id, phone: maskPhone(payment.customer.phone) },
    payment: {
      date: wireTime(payment.updatedAt),
      id: payment.paymentId,
      method: payment.method,
      status: payment.status,
      sum: sumLeft(payment),
      type: payment.type,
      description: payment.description,
    },
    project_id: payment.projectId,
    processingDateTime: wireTime(operation.provider?.answeredAt ?? operation.updatedAt),
    country: countryOf(payment),
    product_name: payment.account === null ? '' : 'CLASSIC',
    issuer_name: '',
    operation: {
      id: operation.id,
      type: operation.type,
      status: operation.status,
      date: wireTime(operation.updatedAt),
      created_date: wireTime(operation.createdAt),
      request_id: operation.requestId,
      sum_initial: operation.sum,
      sum_converted: convertedSum(payment, operation),
      provider: providerPart(operation),
      code: operation.code,
      message: resultMessage(operation.code, operation.message),
      eci: operation.provider?.eci ?? '',
    },
    ...avsPart(payment, switches.publicFields),
  }
}

function accountPart(payment: Payment): JsonObject {
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

function providerPart(operation: Operation): JsonObject {
  const { provider } = operation
  return {
    id: PROVIDER.id,
    payment_id: provider?.paymentId ?? '',
    date: wireTime(provider?.answeredAt ?? operation.updatedAt),
    auth_code: provider?.authCode ?? '',
    endpoint_id: PROVIDER.endpointId,
  }
}

/** After refunds: what is left for further ones (contract 3.6). */
function sumLeft(payment: Payment): JsonObject {
  return { amount: payment.real.amount - payment.refunded, currency: payment.real.currency }
}

/** A partial approval takes less than was asked; the real amount shows here (contract 9.5). */
function convertedSum(payment: Payment, operation: Operation): JsonObject {
  const first = isFirstOperation(operation.type)
  return first && operation.status === 'success' ? { ...payment.real } : { ...operation.sum }
}

function countryOf(payment: Payment): string {
  const { supplied } = payment
  const country = supplied['customer.billing.country'] ?? supplied['customer.country']
  return typeof country === 'string' ? country : ''
}

function maskPhone(phone: string): string {
  return phone.length < 7 ? phone : `${phone.slice(0, 4)}${'*'.repeat(phone.length - 6)}${phone.slice(-2)}`
}
