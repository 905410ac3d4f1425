import type { Money, Operation, Payment } from '#domain/payment/payment'

/**
 * What is really charged: while money is held, what is still held of it (contract 3.2, 12 row 12). A capture or refund that
 * awaits data has moved nothing yet.
 */
export function realSum(payment: Payment): Money {
  return payment.held > 0 ? { ...payment.real, amount: payment.held } : payment.real
}

/** What a payment is still worth: what is held, or what is left for further refunds (contract 3.6). */
export function sumLeft(payment: Payment): Money {
  const { amount, currency } = realSum(payment)
  return { amount: amount - payment.refunded, currency }
}

/** `payment.sum` of the result of one operation: of a cancel the amount that it released (contract 12 row 12). */
export function resultSum(payment: Payment, operation: Operation): Money {
  return operation.type === 'cancel' && operation.status === 'success' ? operation.sum : sumLeft(payment)
}
