import type { Workbench } from '#e2e/fixtures/workbench'
import type { Receiver } from '#e2e/fixtures/merchant/receiver'

/** A result callback that the merchant answers with 500, with all of its attempts within this virtual time. */
export async function refusedCallback(
  { api, info }: Pick<Workbench, 'api' | 'info'>,
  receiver: Receiver,
  { paymentId, forMs }: { readonly paymentId: string; readonly forMs: number },
): Promise<void> {
  receiver.answerWith(500)
  await api('clock.set', { mode: 'frozen' })
  await api('projects.update', { projectId: info.project.id, callbackUrl: receiver.url })
  const { key } = await api('payments.create', { amount: 100, currency: 'EUR', paymentId })
  await api('payments.complete', { key, outcome: 'success' })
  await api('clock.advance', { ms: forMs })
}
