import type { Page } from '@playwright/test'
import { hostilePage } from '#e2e/fixtures/merchant/hostile-page'
import { servePage } from '#e2e/fixtures/merchant/page-server'
import { expect, type Workbench } from '#e2e/fixtures/workbench'
import { details, openedWindow, test } from './recorded-windows'

test.use({ expectCleanConsole: false })

const LINKS_PER_MINUTE = 10

const notices = async ({ api }: Workbench): Promise<string> =>
  (await api('bench.info', {})).notices.map(({ message }) => message).join('\n')

const startDownload = (page: Page, name: string): Promise<void> =>
  page.evaluate((file) => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(['x']))
    link.download = file
    link.click()
  }, name)

test('a page for customers cannot save a file, and the window says so', async ({ workbench }) => {
  const customer = await openedWindow(workbench, `${workbench.info.merchant}/shop`)
  await customer.waitForLoadState()
  await startDownload(customer, 'program.exe')
  await expect
    .poll(() => details(workbench, 'download'))
    .toEqual([expect.objectContaining({ isRefused: true })])
  await expect.poll(() => notices(workbench)).toContain('Refused downloads that pages wanted to start: 1')
})

test('the workbench itself saves its files', async ({ workbench }) => {
  await startDownload(workbench.page, 'session.paybench')
  await expect
    .poll(() => details(workbench, 'download'))
    .toEqual([expect.objectContaining({ isRefused: false })])
})

test('pages open a limited number of addresses per minute in the system browser', async ({ workbench }) => {
  const elsewhere = await servePage(hostilePage)
  const { page } = workbench
  const wanted = LINKS_PER_MINUTE + 5
  for (let n = 0; n < wanted; n += 1) {
    await page.evaluate((url) => {
      window.location.assign(url)
    }, `${elsewhere.url}?${n}`)
    await expect.poll(() => details(workbench, 'navigation-prevented').length).toBeGreaterThan(n)
  }
  await expect
    .poll(() => notices(workbench))
    .toContain('Refused addresses that pages wanted to open in the system browser: 5')
  expect(details(workbench, 'open-external')).toHaveLength(LINKS_PER_MINUTE)
  await elsewhere.close()
})
