import type { Foreign } from '#scenarios/foreign/foreign'
import type { SendHttp } from '#scenarios/running/http'
import type { ScenarioResult } from '#scenarios/running/result'
import type { Merchant, OrderPart } from '#exam/setup/exam-setup'
import type { TrialStep } from '#exam/trials/trial'
import { nothingAt, orderUrl, readOrder } from './read-order'

const PARTS: Readonly<Record<OrderPart, string>> = {
  state: 'the state',
  deliveries: 'the deliveries',
  amount: 'the amount paid',
}

/**
 * Finds out whether a trial failed only because the order shows nothing where the setup says that it does: a wrong path
 * proves nothing about the merchant. Reads the order once more.
 * @returns the reason with its remedy; null: the order shows a value there, or the step compared no order of the merchant
 */
export async function unseenOrder(
  steps: readonly TrialStep[],
  { steps: done, payments }: Pick<ScenarioResult, 'steps' | 'payments'>,
  { orders, style, remedies }: Merchant,
  ports: { readonly send: SendHttp; readonly foreign: Foreign; readonly signal: AbortSignal },
): Promise<string | null> {
  const failed = done.find(({ state }) => state === 'failed')
  const reads = failed === undefined ? undefined : steps[failed.index]?.reads
  const [payment] = payments
  // A payment that the exam made itself is none of the merchant's orders.
  if (reads === undefined || orders === null || payment === undefined || style === 'none') return null
  const path = orders[reads]
  if (path === null || ports.signal.aborted) return null
  const reading = await readOrder(orderUrl(orders.url, payment.id), [path], ports)
  const reason = nothingAt(reading, path, PARTS[reads])
  if (reason === null) return null
  return `${reason} ${reading.problem === null ? remedies[reads] : remedies.orders}`
}
