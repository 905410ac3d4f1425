import type { Page } from '@playwright/test'
import type { Api } from '#e2e/fixtures/automation'
import { runCommand } from '#e2e/pages/palette'
import { clipboardText, workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

/** Makes twelve payments: amounts 10.00 to 120.00, every third in USD, every fourth declined. */
async function fill(api: Api): Promise<void> {
  for (let n = 1; n <= 12; n += 1) {
    const { key } = await api('payments.create', {
      amount: n * 1000,
      currency: n % 3 === 0 ? 'USD' : 'EUR',
      paymentId: `order-${n}`,
      description: n === 5 ? 'a left-handed teapot' : 'goods',
    })
    // The body of the result callback contains the description.
    if (n === 5) await api('payments.complete', { key, outcome: 'success' })
    if (n % 4 === 0) await api('payments.complete', { key, outcome: 'decline', code: '10105' })
  }
}

/** Payment ids of the list, newest first. */
async function listedIds(page: Page): Promise<readonly string[]> {
  const rows = page.getByRole('grid', { name: /^Payments/ }).getByRole('row')
  const texts = await rows.evaluateAll((all) =>
    all
      .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
      .map((row) => row.querySelector('[role="gridcell"]:nth-child(2)')?.textContent ?? ''),
  )
  return texts.filter((text) => text !== '')
}

const orders = (...numbers: readonly number[]): readonly string[] => numbers.map((n) => `order-${n}`)

test('the list is filtered by conditions, free text and saved filters, which can be removed', async ({
  workbench: { page, api },
}) => {
  const { dialog, toast } = workbenchPage(page)
  await fill(api)
  await expect.poll(() => listedIds(page)).toHaveLength(12)
  const filter = page.getByRole('combobox', { name: 'Filter payments' })

  // Names and values are completed by keyboard.
  await page.keyboard.press('/')
  await expect(filter).toBeFocused()
  await page.keyboard.type('stat')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(filter).toHaveValue('status:')
  await page.keyboard.type('decl')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove filter status:decline' })).toBeVisible()
  await expect.poll(() => listedIds(page)).toEqual(orders(12, 8, 4))

  await page.keyboard.type('amount>50 ')
  await expect.poll(() => listedIds(page)).toEqual(orders(12, 8))
  await page.keyboard.type('currency:USD ')
  await expect.poll(() => listedIds(page)).toEqual(orders(12))

  // Saved under a name, and restored with one click.
  await page.getByRole('button', { name: 'Save this filter' }).click()
  // Typed text replaces the suggested name.
  await expect(dialog('Save this filter').getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Dear declines')
  await expect(dialog('Save this filter').getByLabel('Name')).toHaveValue('Dear declines')
  await dialog('Save this filter').getByRole('button', { name: 'Save filter' }).click()
  await expect(toast('Filter "Dear declines" saved')).toBeVisible()
  const views = page.getByRole('group', { name: 'Saved filters' })
  await views.getByRole('button', { name: /^All/ }).click()
  await expect.poll(() => listedIds(page)).toHaveLength(12)
  await filter.fill('teapot')
  await expect.poll(() => listedIds(page)).toEqual(orders(5))
  await views.getByRole('button', { name: /^Dear declines 1$/ }).click()
  await expect.poll(() => listedIds(page)).toEqual(orders(12))

  // A saved filter survives a reload, is in the palette, and can be removed; Undo restores it.
  await views.getByRole('button', { name: /^All/ }).click()
  await page.reload()
  await runCommand(page, 'Dear declines')
  await expect.poll(() => listedIds(page)).toEqual(orders(12))
  await page.getByRole('button', { name: 'Delete the filter Dear declines' }).click()
  await expect(views.getByRole('button', { name: /Dear declines/ })).toHaveCount(0)
  await toast('Filter "Dear declines" deleted').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(views.getByRole('button', { name: /Dear declines/ })).toBeVisible()

  // Backspace removes the last condition; a filter without matches says so.
  await filter.focus()
  await page.keyboard.press('Backspace')
  await expect.poll(() => listedIds(page)).toEqual(orders(12, 8))
  await page.keyboard.type('xyzzy')
  await expect(page.getByRole('heading', { name: 'Nothing matches the filter' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect.poll(() => listedIds(page)).toHaveLength(12)

  // An invalid filter is reported and changes nothing.
  await filter.fill('amount>cheap')
  await filter.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await listedIds(page)).toHaveLength(12)
})

test('new payments wait above the row that is being viewed', async ({ workbench: { page, api } }) => {
  const { row, detail, payments } = workbenchPage(page)
  await fill(api)
  await expect.poll(() => listedIds(page)).toHaveLength(12)
  await payments.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(row(/order-10/)).toHaveAttribute('aria-selected', 'true')
  await expect(detail('Payment order-10')).toBeVisible()

  await api('payments.create', { amount: 1, currency: 'EUR', paymentId: 'late-1' })
  await api('payments.create', { amount: 2, currency: 'EUR', paymentId: 'late-2' })
  await expect(page.getByRole('button', { name: '2 new' })).toBeVisible()
  expect(await listedIds(page)).toEqual(orders(12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))
  await page.getByRole('button', { name: '2 new' }).click()
  await expect.poll(async () => (await listedIds(page)).slice(0, 3)).toEqual(['late-2', 'late-1', 'order-12'])
  await expect(page.getByRole('button', { name: '2 new' })).toBeHidden()
  await expect(row(/order-10/)).toHaveAttribute('aria-selected', 'true')
})

test('selection, filter, split and page survive a reload', async ({ workbench: { page, api } }) => {
  const { row, detail, open } = workbenchPage(page)
  await fill(api)
  const filter = page.getByRole('combobox', { name: 'Filter payments' })
  await filter.fill('status:decline ')
  await expect.poll(() => listedIds(page)).toEqual(orders(12, 8, 4))
  await row(/order-8/).click()
  await expect(detail('Payment order-8')).toBeVisible()

  const split = page.getByRole('separator', { name: 'Width of the list' })
  const width = async (): Promise<number> =>
    (await page.getByRole('region', { name: 'Payments', exact: true }).boundingBox())?.width ?? 0
  const before = await width()
  await split.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(split).toHaveAttribute('aria-valuenow', '55')
  await expect.poll(width).toBeLessThan(before)
  const narrowed = await width()

  await page.reload()
  await expect.poll(() => listedIds(page)).toEqual(orders(12, 8, 4))
  await expect(row(/order-8/)).toHaveAttribute('aria-selected', 'true')
  await expect(detail('Payment order-8')).toBeVisible()
  await expect(split).toHaveAttribute('aria-valuenow', '55')
  await expect.poll(width).toBe(narrowed)

  await open('Settings')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})

test('Ctrl+C in the details also copies the status request, or the selected text if there is any', async ({
  workbench: { page, api },
}) => {
  const { choose, detail, toast } = workbenchPage(page)
  await api('payments.create', { amount: 2000, currency: 'EUR', paymentId: 'copied' })
  await choose(/copied/)
  await expect(detail('Payment copied')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+c')
  await expect(toast('Copied the status request of copied as curl')).toBeVisible()
  expect(await clipboardText(page)).toContain('/v2/payment/status')
  await detail('Payment copied').getByRole('heading', { name: 'copied' }).selectText()
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboardText(page)).toBe('copied')
})
