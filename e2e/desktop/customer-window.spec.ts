import type { Page } from '@playwright/test'
import { expect, test, type Workbench } from '../fixtures/workbench'

/** These ask the Electron double what the program did; the real runtime does not report it. */
test.beforeEach(({ workbench: { runtime } }) => {
  test.skip(runtime === 'electron', 'the real runtime keeps no record of windows')
})
// The shop's page belongs to other tests; here it may be missing.
test.use({ expectCleanConsole: false })

const details = ({ recorded }: Workbench, wanted: string): readonly unknown[] =>
  recorded.filter(({ kind }) => kind === wanted).map(({ detail }) => detail)

/**
 * The page of the window that the program opens for an address of our listeners. The double shows the window that the
 * workbench's page asked for as well, until it is closed as denied.
 */
async function opened(workbench: Workbench, url: string): Promise<Page> {
  const { page } = workbench
  const pages = (): readonly Page[] => page.context().pages()
  const before = pages().length
  await page.evaluate((address) => {
    window.open(address)
  }, url)
  await expect.poll(() => details(workbench, 'loaded')).toContain(url)
  await expect.poll(() => pages().length).toBe(before + 1)
  // A page that was just made still has another address.
  const showing = (): Page | undefined => pages().find((candidate) => candidate.url() === url)
  await expect.poll(showing).toBeDefined()
  const shown = showing()
  if (shown === undefined) throw new Error('the window has gone')
  return shown
}

test('the shop opens in a window of its own that has nothing of the program', async ({ workbench }) => {
  const customer = await opened(workbench, `${workbench.info.merchant}/shop`)
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

test('its page stays on our listeners, and opens their pages in further windows', async ({ workbench }) => {
  const { info } = workbench
  const shop = `${info.merchant}/shop`
  const customer = await opened(workbench, shop)
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

test('closing the workbench closes it and ends the program', async ({ workbench }) => {
  await opened(workbench, `${workbench.info.merchant}/shop`)
  await workbench.page.close()
  expect(await workbench.close()).toBe(0)
})
