import { expect, test } from '#e2e/fixtures/workbench'

test('a started bench shows its workbench and answers scripts', async ({
  workbench: { page, info, api },
}) => {
  await expect(page).toHaveTitle(/Paybench$/)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  const answer = await api('bench.info', {})
  expect(answer.version).toBe(info.version)
  expect(answer.listeners.map(({ url }) => url)).toEqual(
    expect.arrayContaining([info.platform, info.platformTls, info.merchant, info.merchantTls]),
  )
})

test('the page works again after a reload', async ({ workbench: { page } }) => {
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

test('a bench that was ended comes back with what it knew', async ({ launch }) => {
  const first = await launch()
  const { key } = await first.api('payments.create', { amount: 1250, currency: 'EUR' })
  expect(await first.close()).toBe(0)

  const second = await launch()
  const { items } = await second.api('payments.list', {})
  expect(items.map((payment) => payment.key)).toEqual([key])
  expect(second.info.project).toEqual({ ...first.info.project, callbackUrl: second.info.project.callbackUrl })
})

test('a data folder in use is refused with a remedy', async ({ launch }) => {
  const { info } = await launch()
  await expect(launch()).rejects.toThrow(/already running|is using the data folder/)
  expect(info.dataDir).not.toBeNull()
})
