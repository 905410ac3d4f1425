import type { Page } from '@playwright/test'
import { formIn } from '#e2e/pages/form-page'
import { expect, test } from '#e2e/pages/test'
import type { Workbench } from '#e2e/fixtures/workbench'

/** The shop as a customer opens it: a tab in the browser host, a window of its own in the desktop. */
async function openShop({ page, info }: Workbench): Promise<Page> {
  const arriving = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Open the demo shop' }).click()
  const shop = await arriving
  await shop.waitForURL(`${info.merchant}/shop`)
  return shop
}

test('a purchase in the demo shop: the order is paid when the callback says so', async ({ workbench }) => {
  const shop = await openShop(workbench)
  await shop
    .getByRole('button', { name: /basket/i })
    .first()
    .click()
  await shop.goto(`${workbench.info.merchant}/shop/cart`)
  await shop.getByRole('link', { name: 'Go to checkout' }).click()
  await shop.getByRole('button', { name: /^Pay/ }).click()
  const form = formIn(shop.frameLocator('iframe.ep-iframe'))
  await form.pay('4000000000000077')
  await expect(form.result).toBeVisible()

  const { api } = workbench
  await expect
    .poll(async () => (await api('captures.list', {})).items.map(({ status }) => status))
    .toEqual([200])
  const [capture] = (await api('captures.list', {})).items
  expect(capture).toMatchObject({ path: '/shop/callback', signatureState: 'valid' })
  await shop.goto(`${workbench.info.merchant}/shop/orders`)
  await expect(shop.getByText('Paid').first()).toBeVisible()
})
