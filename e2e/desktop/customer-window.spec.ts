import { expect } from '#e2e/fixtures/workbench'
import { details, openedWindow, test } from './recorded-windows'

// Other tests cover the shop's page; here it may be missing.
test.use({ expectCleanConsole: false })

test('the shop opens in a separate window that has no access to the program', async ({ workbench }) => {
  const customer = await openedWindow(workbench, `${workbench.info.merchant}/shop`)
  expect(details(workbench, 'window').at(-1)).toEqual({
    partition: 'customer',
    hasPreload: false,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
  })
  expect(details(workbench, 'permission-request-handler')).toEqual(['', 'customer'])
  expect(details(workbench, 'insecure-web-preferences')).toEqual([])
  expect(details(workbench, 'open-external')).toEqual([])
  expect(
    await customer.evaluate(() => ({ connection: 'paybench' in window, opener: window.opener !== null })),
  ).toEqual({ connection: false, opener: false })
})

test('the shop stays on our listeners, and opens their pages in new windows', async ({ workbench }) => {
  const { info } = workbench
  const shop = `${info.merchant}/shop`
  const customer = await openedWindow(workbench, shop)
  await customer.evaluate(() => {
    window.location.assign('http://127.0.0.1:9/shop.test')
  })
  await expect.poll(() => details(workbench, 'open-external')).toEqual(['http://127.0.0.1:9/shop.test'])
  expect(customer.url()).toBe(shop)

  const further = `${info.platform}/payment`
  await customer.evaluate((url) => {
    window.open(url)
  }, further)
  const addresses = (): readonly string[] =>
    customer
      .context()
      .pages()
      .map((page) => page.url())
  await expect.poll(addresses).toEqual(expect.arrayContaining([shop, further]))
  expect(details(workbench, 'open-external')).toHaveLength(1)
})

test("closing the workbench closes the shop's window and ends the program", async ({ workbench }) => {
  await openedWindow(workbench, `${workbench.info.merchant}/shop`)
  await workbench.page.close()
  expect(await workbench.close()).toBe(0)
})
