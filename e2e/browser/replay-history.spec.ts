import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

test('the history of a message that is below its column says so and is one press away', async ({
  workbench: { page, api },
}) => {
  await page.setViewportSize({ width: 1280, height: 620 })
  const { key } = await api('payments.create', { amount: 1000, currency: 'EUR', paymentId: 'again' })
  await api('payments.complete', { key, outcome: 'success' })
  const [first] = (await api('callbacks.list', {})).items
  for (let n = 0; n < 3; n += 1) await api('callbacks.replay', { id: first?.id ?? '', signing: 'keep' })
  const { open } = workbenchPage(page)
  await open('Callbacks')
  await page.evaluate((id) => {
    location.hash = `callbacks/sent/${id}`
  }, first?.id ?? '')
  await page.getByRole('tab', { name: /^Edit/ }).click()
  const history = page.getByRole('region', { name: 'History of replays' })
  await expect(history).not.toBeInViewport()
  await page.getByRole('button', { name: 'History: 4' }).click()
  await expect(history).toBeInViewport()
  await expect(page.getByRole('button', { name: 'History: 4' })).toHaveCount(0)
})

test('the tab of a payment counts the callbacks that it lists, also those that were sent once', async ({
  workbench: { page, api },
}) => {
  const { key } = await api('payments.create', { amount: 1000, currency: 'EUR', paymentId: 'counted' })
  await api('payments.complete', { key, outcome: 'success' })
  const [first] = (await api('callbacks.list', {})).items
  const target = 'http://127.0.0.1:1/nobody'
  await api('callbacks.replay', { id: first?.id ?? '', signing: 'keep', target })
  await expect
    .poll(async () => (await api('callbacks.list', {})).items.map(({ once }) => once))
    .toEqual([true, undefined])
  const { row, detail } = workbenchPage(page)
  await row(/counted/).click()
  const tab = detail('Payment counted').getByRole('tab', { name: /^Callbacks/ })
  await expect(tab).toHaveText(/^Callbacks\s*2$/)
})
