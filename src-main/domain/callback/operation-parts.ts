import { wireTime } from '#lib/time/wire-time'
import type { Money, Operation, Payment } from '#domain/payment/payment'
import { isFirstOperation } from '#domain/payment/statuses'
import type { ProjectSwitches } from '#domain/project/project'
import { PROVIDER } from '#domain/provider/provider'

/** What the provider said about an operation; unknown values are empty (contract 3.6). */
export function providerPart(operation: Operation) {
  const { provider } = operation
  return {
    id: PROVIDER.id,
    payment_id: provider?.paymentId ?? '',
    date: wireTime(provider?.answeredAt ?? operation.updatedAt),
    auth_code: provider?.authCode ?? '',
    endpoint_id: PROVIDER.endpointId,
  }
}

/** The merchant's own id of a refund that was sent with one (contract 12 row 2). */
export function refundIdPart(operation: Operation | undefined, optional: ProjectSwitches['publicFields']) {
  const id = operation?.merchantRefundId
  return id === undefined || optional === 'mission_only' ? {} : { merchant_refund_id: id }
}

/** A partial approval takes less than was asked; the real amount shows here (contract 9.5). */
export function convertedSum(payment: Payment, operation: Operation): Money {
  const first = isFirstOperation(operation.type)
  return first && operation.status === 'success' ? payment.real : operation.sum
}
