import type { Locator, Page } from '@playwright/test'
import type { Api } from '#e2e/fixtures/automation'
import { cutOff } from '#e2e/pages/cut-off'
import { fillBench } from '#e2e/pages/filled-bench'
import { FULL_PAGES, PAGES } from '#e2e/pages/every-view'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

/** The columns depend on the width of the window; the first width is the smallest that is supported. */
const WIDTHS = [1000, 1120, 1280, 1440, 1600, 1920] as const

/** Long amounts, up to the longest that the platform accepts, with two, zero and three decimals. */
const AMOUNTS = [
  { amount: 999_999_999_999, currency: 'EUR', figures: '9 999 999 999.99' },
  { amount: 10_000_000_000_000, currency: 'MWK', figures: '100 000 000 000.00' },
  { amount: 123_456_789, currency: 'JPY', figures: '123 456 789' },
  { amount: 10_000_000_000_000, currency: 'JPY', figures: '10 000 000 000 000' },
  { amount: 1_234_567_890, currency: 'KWD', figures: '1 234 567.890' },
  { amount: 10_000_000_000_000, currency: 'KWD', figures: '10 000 000 000.000' },
] as const

/** Adds payments with these amounts; every second one has a long status. */
async function fillWithLongValues(api: Api): Promise<void> {
  for (const [n, { amount, currency }] of AMOUNTS.entries()) {
    const paymentId = `long-${String(n)}`
    const { key } = await api('payments.create', {
      amount,
      currency,
      paymentId,
      customerId: 'a-customer-with-a-long-name-0123456789',
    })
    if (n % 2 === 0)
      await api('payments.requestClarification', { key, fields: { avs_data: ['avs_post_code'] } })
    else await api('payments.complete', { key, outcome: 'success' })
  }
}

/** Names of the fonts with which the browser drew an element's text, and whether each came with the page. */
async function fontsOf(page: Page, element: Locator): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  await element.evaluate((node) => node.setAttribute('data-drawn', ''))
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '[data-drawn]',
  })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await element.evaluate((node) => node.removeAttribute('data-drawn'))
  await session.detach()
  return fonts.map(
    ({ familyName, isCustomFont }) => `${familyName}, ${isCustomFont ? 'shipped' : 'installed'}`,
  )
}

test('the window is drawn with the fonts that come with it', async ({ workbench: { page, api } }) => {
  await api('payments.create', {
    amount: 999_999_999_999,
    currency: 'EUR',
    paymentId: 'Order-Größe-Ωμέγα-Ёж',
  })
  const row = workbenchPage(page).row(/Order-/)
  await expect(row).toBeVisible()
  const id = row.locator('.id-text .sr')
  for (const [element, family] of [
    [row.getByText('processing'), 'Inter Variable'],
    [row.getByText('9\u00a0999\u00a0999\u00a0999', { exact: true }), 'Inter Variable'],
    [page.getByRole('button', { name: 'New payment' }), 'Inter Variable'],
    [id, 'JetBrains Mono Variable'],
  ] as const) {
    await expect(element).toHaveCSS('font-family', new RegExp(`^"${family}"`))
    await expect.poll(() => fontsOf(page, element)).not.toEqual([])
    for (const font of await fontsOf(page, element))
      expect(font).toMatch(/^(Inter|JetBrains Mono).*, shipped$/)
    expect(await page.evaluate((name) => document.fonts.check(`13px "${name}"`), family)).toBe(true)
  }
})

test('what is awaited at a provider is shown in full at any width', async ({ workbench: { page, api } }) => {
  const data = {
    'customer.first_name': 'Nora',
    'customer.last_name': 'Vale',
    'customer.email': 'nora@vale.test',
  }
  for (const method of ['bancontact', 'bank-transfer/multibanco'])
    await api('payments.create', { amount: 4650, currency: 'EUR', method, data })
  const { open, row } = workbenchPage(page)
  await open('Payments')
  await expect(row(/awaiting redirect result/)).toBeVisible()
  await row(/awaiting customer action/)
    .first()
    .click()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect.soft.poll(() => cutOff(page), { message: `at ${String(width)}`, timeout: 3000 }).toEqual([])
  }
})

test('amounts, times, states and counts are shown in full at every width @long', async ({
  workbench: { page, api },
  receiver,
}) => {
  test.slow() // two dozen views at six widths
  receiver.answerWith(500)
  await fillBench(api, receiver.url)
  await fillWithLongValues(api)
  const { open, row } = workbenchPage(page)
  await open('Payments')
  for (const [n, { figures, currency }] of AMOUNTS.entries()) {
    const amount = row(new RegExp(` long-${String(n)} `))
      .getByRole('gridcell')
      .nth(2)
    await expect(amount).toHaveText(`${figures}${currency}`)
  }
  await row(/ long-0 /).click()
  for (const view of [...PAGES, ...FULL_PAGES]) {
    await view.open(page)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await expect.soft
        .poll(() => cutOff(page), { message: `${view.name} at ${String(width)}`, timeout: 3000 })
        .toEqual([])
    }
  }
})
