import type { PaymentDetail } from '#protocol/payments'
import { isFirstOperation, OPERATION_STATUSES } from '#domain/payment/statuses'

const ENDED = new Set<string>(
  OPERATION_STATUSES.filter(({ kind }) => kind === 'final').map(({ status }) => status),
)

/** A later operation that has not ended, such as a refund that waits for data; null while the payment itself is meant. */
export function openFollowUp({
  operations,
}: Pick<PaymentDetail, 'operations'>): PaymentDetail['operations'][number] | null {
  return operations.find(({ type, status }) => !isFirstOperation(type) && !ENDED.has(status)) ?? null
}
