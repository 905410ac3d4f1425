import type { Api } from '#e2e/fixtures/automation'
import type { Workbench } from '#e2e/fixtures/workbench'
import type { Receiver } from '#e2e/fixtures/merchant/receiver'

export type Bench = Pick<Workbench, 'api' | 'info'>

/** Makes a payment that succeeds, which causes a result callback; returns the payment's key. */
export async function sell(api: Api, paymentId: string, amount = 4650): Promise<string> {
  const { key } = await api('payments.create', { amount, currency: 'EUR', paymentId })
  await api('payments.complete', { key, outcome: 'success' })
  return key
}

/** Freezes the clock and sets this merchant's address for callbacks. */
export async function callBackTo(
  { api, info }: Bench,
  { url: callbackUrl }: Pick<Receiver, 'url'>,
  secret = info.project.secret,
): Promise<void> {
  await api('clock.set', { mode: 'frozen' })
  await api('projects.update', { projectId: info.project.id, secret, callbackUrl })
}

/** Makes a result callback to which the merchant responds with 500, and lets `forMs` of virtual time pass. */
export async function refusedCallback(
  bench: Bench,
  receiver: Receiver,
  { paymentId, forMs }: { readonly paymentId: string; readonly forMs: number },
): Promise<void> {
  receiver.answerWith(500)
  await callBackTo(bench, receiver)
  await sell(bench.api, paymentId, 100)
  await bench.api('clock.advance', { ms: forMs })
}
