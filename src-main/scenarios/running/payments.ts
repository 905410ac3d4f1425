import type { PaymentKey } from '../../domain/ids'
import { formatWord } from '../../domain/query/format'
import type { PaymentRef, RunContext } from './context'
import { StepFailure } from './result'

/** The payment that a step names. @throws StepFailure where a name stands for something else */
export function paymentNamed(run: RunContext, name: string): PaymentRef {
  const payment = run.payments.get(name)
  if (payment === undefined) throw new StepFailure(`${name} is not a payment.`)
  return payment
}

/** The key of a payment, once the platform has it. */
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

/** The same, where a step cannot do without. @throws StepFailure while the platform does not have the payment */
export async function neededKey(run: RunContext, name: string): Promise<PaymentKey> {
  const payment = paymentNamed(run, name)
  const key = await keyOf(run, payment)
  if (key === null) throw new StepFailure(`The platform has no payment ${payment.id} (${name}).`)
  return key
}

/** Gives a payment its name for the steps that follow. */
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
