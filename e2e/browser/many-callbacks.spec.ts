import type { Api } from '#e2e/fixtures/automation'
import { expect, test } from '#e2e/pages/test'

/** Makes a payment whose merchant answers every clarification callback with an empty request, causing the next. */
async function burst(api: Api, rounds: number): Promise<void> {
  const { key } = await api('payments.create', { amount: 1000, currency: 'EUR', paymentId: 'endless-1' })
  await api('payments.requestClarification', { key, fields: { avs_data: ['avs_post_code'] } })
  for (let round = 0; round < rounds; round += 1) {
    await api('payments.answerClarification', { key, additionalData: {} })
  }
}

test('a payment that gets very many callbacks shows its newest steps first @long', async ({
  workbench: { page, api },
}) => {
  await burst(api, 130)
  const detail = page.getByRole('article', { name: 'Payment endless-1' })
  const steps = detail.getByRole('table', { name: 'Steps of the payment' }).getByRole('row')
  await expect.poll(() => steps.count()).toBeLessThan(320)
  await detail.getByRole('button', { name: 'Show earlier steps' }).click()
  await expect.poll(() => steps.count()).toBeGreaterThan(380)
  await expect(detail.getByRole('button', { name: 'Show earlier steps' })).toHaveCount(0)
})
