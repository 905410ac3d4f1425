import type { PaymentKey } from '#domain/ids'
import { notFound } from '#core/errors'
import { paymentSummary } from '#core/views'
import type { Payment } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import type { PaymentSummary } from '#protocol/payments'
import type { BenchContext } from '#workbench/context'

/**
 * Finds a payment and its project. Fires the due timers of the payment first.
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

/** Returns the view of a payment for lists, once everything that was written about it is committed. */
export async function committedSummary({ store }: BenchContext, key: PaymentKey): Promise<PaymentSummary> {
  await store.committed()
  const row = store.payments.row(key)
  if (row === null) throw notFound('payment', key)
  return paymentSummary(row)
}
