import { expect, test } from '../pages/test'
import { workbenchPage } from '../pages/workbench-page'

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
