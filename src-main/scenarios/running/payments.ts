import type { PaymentKey } from '#domain/ids'
import { formatWord } from '#domain/query/format'
import type { PaymentRef, RunContext } from './context'
import { StepFailure } from './result'

/**
 * The payment that a step names.
 * @throws StepFailure where the name stands for something else
 */
export function paymentNamed(run: RunContext, name: string): PaymentRef {
  const payment = run.payments.get(name)
  if (payment === undefined)
    throw new StepFailure(`${name} is not a payment. Give the name that an earlier step gave to one.`)
  return payment
}

/** The key of a payment; null while the platform does not have it. */
export async function keyOf(run: RunContext, payment: PaymentRef): Promise<PaymentKey | null> {
  if (payment.key !== null) return payment.key
  const { items } = await run.bench.call('payments.list', {
    projectId: run.projectId,
    query: `id=${formatWord(payment.id)}`,
    limit: 10,
  })
  const found = items.find(({ paymentId }) => paymentId.toLowerCase() === payment.id.toLowerCase())
  payment.key = found?.key ?? null
  return payment.key
}

/**
 * The key of a payment that a step needs.
 * @throws StepFailure while the platform does not have the payment
 */
export async function neededKey(run: RunContext, name: string): Promise<PaymentKey> {
  const payment = paymentNamed(run, name)
  const key = await keyOf(run, payment)
  if (key === null) throw new StepFailure(`The platform has no payment ${payment.id} (${name}).`)
  return key
}

/** Names a payment for the steps that follow. `more`: further members of its variable. */
export function namePayment(
  run: RunContext,
  name: string,
  id: string,
  more: Readonly<Record<string, unknown>> = {},
): PaymentRef {
  const payment = { name, id, key: null }
  run.payments.set(name, payment)
  run.names.set(name, { ...more, id })
  return payment
}
