import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

test('a link opens in a new tab of a browser that has the token, and is incomplete elsewhere', async ({
  workbench: { page, api, info },
  sharedBrowser,
}) => {
  const { key } = await api('payments.create', { amount: 1000, currency: 'EUR', paymentId: 'linked' })
  await expect(workbenchPage(page).row(/linked/)).toBeVisible()
  const link = `${info.workbench ?? ''}/#payments/${key}`
  const tab = await page.context().newPage()
  await tab.goto(link)
  await expect(workbenchPage(tab).detail('Payment linked')).toBeVisible()

  const stranger = await (await sharedBrowser()).newContext()
  try {
    const alone = await stranger.newPage()
    await alone.goto(link)
    await expect(alone.getByText('This address is not complete.')).toBeVisible()
  } finally {
    await stranger.close()
  }
})

test('a link with the token opens its place and drops the token from the address', async ({
  workbench: { page, api, info },
}) => {
  const { key } = await api('payments.create', { amount: 1000, currency: 'EUR', paymentId: 'linked' })
  const tab = await page.context().newPage()
  await tab.goto(`${info.workbench ?? ''}/?token=${info.token ?? ''}#payments/${key}`)
  await expect(workbenchPage(tab).detail('Payment linked')).toBeVisible()
  expect(tab.url()).not.toContain('token')
})
