import { replayPage } from '#e2e/pages/replay-page'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

const DAY = 86_400_000

test('a single replay is sent once, unless repeats are asked for', async ({
  workbench: { page, api, info },
  receiver,
}) => {
  await api('clock.set', { mode: 'frozen' })
  await api('projects.update', { projectId: info.project.id, callbackUrl: receiver.url })
  const { key } = await api('payments.create', { amount: 100, currency: 'EUR', paymentId: 'once-1' })
  await api('payments.complete', { key, outcome: 'success' })
  await expect.poll(() => receiver.received.length).toBe(1)
  receiver.answerWith(500)

  const { open, row, detail } = workbenchPage(page)
  const { form, send } = replayPage(page)
  await open('Callbacks')
  await row(/Result once-1/).click()
  await detail('Result callback').getByRole('tab', { name: 'Edit and replay' }).click()
  const retry = form.getByRole('checkbox', { name: 'Retry until the response is 200' })
  await expect(retry).not.toBeChecked()
  await send.click()
  await expect.poll(() => receiver.received.length).toBe(2)
  await api('clock.advance', { ms: DAY })
  expect(receiver.received).toHaveLength(2)

  await retry.check()
  await send.click()
  await expect.poll(() => receiver.received.length).toBe(3)
  await api('clock.advance', { ms: DAY })
  await expect.poll(() => receiver.received.length).toBeGreaterThan(10)
})
