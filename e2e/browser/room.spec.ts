import type { Locator } from '@playwright/test'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { sell } from '#e2e/pages/sales'

const isWhole = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node.scrollWidth <= node.clientWidth)

test.beforeEach(async ({ workbench: { page } }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('a window of 1280 pixels shows the age of payments and every filter', async ({
  workbench: { page, api },
}) => {
  await sell(api, 'order-1', 1000)
  const { open, row } = workbenchPage(page)
  await expect(row(/order-1/)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Age' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Listeners' }).getByText('Merchant')).not.toHaveCSS(
    'position',
    'absolute',
  )

  await open('Callbacks')
  const chips = page.getByRole('group', { name: 'Saved filters' }).getByRole('button')
  await expect(chips.last()).toHaveText(/Delivered/)
  for (const chip of await chips.all()) await expect(chip).toBeInViewport({ ratio: 1 })
  expect(await isWhole(page.getByRole('group', { name: 'Saved filters' }))).toBe(true)
})

test('a dropped callback says that it was never sent', async ({ workbench: { page, api, info } }) => {
  await api('clock.set', { mode: 'frozen' })
  await api('projects.update', { projectId: info.project.id, callbackUrl: null })
  await sell(api, 'nowhere', 1000)
  const { open, row, detail } = workbenchPage(page)
  await open('Callbacks')
  await page.getByRole('button', { name: 'Dropped 1' }).click()
  await expect(row(/nowhere/)).toHaveCount(1)
  await row(/nowhere/).click()
  await expect(detail(/Result/)).toContainText('signature valid, never sent')
  await expect(detail(/Result/)).not.toContainText('when sent')
})

test('the response stays in view beside the fields of a long clarification', async ({
  workbench: { page, api },
}) => {
  const { key } = await api('payments.create', { amount: 4650, currency: 'EUR', paymentId: 'asked-1' })
  const customer = ['email', 'first_name', 'last_name', 'middle_name', 'day_of_birth', 'phone', 'city', 'zip']
  await api('payments.requestClarification', { key, fields: { customer } })
  const { open, choose, detail, dialog } = workbenchPage(page)
  await open('Payments')
  await choose(/asked-1/)
  await detail('Payment asked-1').getByRole('button', { name: 'Answer as the merchant…' }).click()
  const answer = dialog('Answer as the merchant')
  await answer.getByRole('button', { name: 'Fill in sample values' }).click()
  await expect(answer.getByRole('region', { name: 'The platform’s response' })).toBeInViewport({ ratio: 1 })
})
