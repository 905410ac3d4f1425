import type { CallbackPlan, Payment } from '#domain/payment/payment'
import type { OperationId } from '#domain/ids'

/** Callbacks that go nowhere. */
export const NO_TARGETS: CallbackPlan = {
  successUrl: null,
  declineUrl: null,
  paymentUrl: null,
  rules: [],
  projectUrl: null,
  delayMs: 0,
  disabled: false,
}

/** Whether a status counts as success or decline for the choice of a target (contract 9.3). */
export function finalResult(status: Payment['status']): 'success' | 'decline' | null {
  if (status === 'success' || status === 'awaiting capture') return 'success'
  if (status === 'decline' || status === 'expired') return 'decline'
  return null
}

/**
 * The first URL that is set: the operation's (contract 12 row 19), that for the final result, the payment's, that of a
 * matching rule, the project's (contract 9.3). Null if there is none.
 */
export function chooseTarget(
  payment: Payment,
  isResult: boolean,
  operationId: OperationId | null = null,
): string | null {
  const { callbacks, operations } = payment
  const own = operations.find(({ id }) => id === operationId)?.callbacks?.url
  if (own !== undefined) return own
  const result = isResult ? finalResult(payment.status) : null
  if (result === 'success' && callbacks.successUrl !== null) return callbacks.successUrl
  if (result === 'decline' && callbacks.declineUrl !== null) return callbacks.declineUrl
  if (callbacks.paymentUrl !== null) return callbacks.paymentUrl
  const rule = callbacks.rules.find(
    (candidate) =>
      (candidate.paymentType === undefined || candidate.paymentType === payment.type) &&
      (candidate.method === undefined || candidate.method === payment.method) &&
      (candidate.result === undefined || candidate.result === result),
  )
  return rule?.url ?? callbacks.projectUrl
}
