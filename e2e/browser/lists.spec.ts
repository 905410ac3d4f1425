import type { Locator, Page } from '@playwright/test'
import type { Api } from '#e2e/fixtures/automation'
import { severeViolations } from '#e2e/pages/every-look'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { refusedCallback } from '#e2e/pages/sales'
import { expect, test } from '#e2e/pages/test'

/** Makes payments with shuffled amounts: a third are declined, a third approved, and a third stay open. */
async function fill(api: Api, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const amount = ((n * 7) % (count + 1)) * 100
    const { key } = await api('payments.create', {
      amount,
      currency: 'EUR',
      paymentId: `order-${String(n)}`,
      customerId: `customer-${String(n % 3)}`,
    })
    if (n % 3 === 0) await api('payments.complete', { key, outcome: 'decline', code: '10105' })
    else if (n % 3 === 1) await api('payments.complete', { key, outcome: 'success' })
  }
}

const grid = (page: Page): Locator => page.locator('main [role="grid"]')
const head = (page: Page, name: string): Locator =>
  grid(page).getByRole('columnheader', { name, exact: true })

/** Texts of a column, from top to bottom. */
async function column(page: Page, name: string): Promise<readonly string[]> {
  return grid(page).evaluate((list, wanted) => {
    const heads = [...list.querySelectorAll('[role="columnheader"]')]
    const at = heads.findIndex((cell) => cell.textContent === wanted)
    return [...list.querySelectorAll('.body [role="row"]')]
      .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
      .map((row) => row.querySelectorAll('[role="gridcell"]')[at]?.textContent ?? '')
  }, name)
}

const amounts = async (page: Page): Promise<readonly number[]> =>
  (await column(page, 'Amount')).map((text) => Number.parseFloat(text))

const menu = (page: Page): Locator => page.getByRole('menu', { name: 'Columns and order' })
const openMenu = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Columns and order' }).click()

test('lists sorted by a header stay sorted, even after a reload', async ({ workbench: { page, api } }) => {
  await fill(api, 12)
  const { open, payments } = workbenchPage(page)
  await open('Payments')
  await expect.poll(() => amounts(page)).toHaveLength(12)
  const upwards = (await amounts(page)).toSorted((a, b) => a - b)

  // By pointer: first the highest, then the lowest, then the original order.
  const amount = head(page, 'Amount')
  await expect(amount).toHaveAttribute('aria-sort', 'none')
  await amount.getByRole('button').click()
  await expect(amount).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => amounts(page)).toEqual(upwards.toReversed())
  await amount.getByRole('button').click()
  await expect(amount).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => amounts(page)).toEqual(upwards)
  await expect(payments).toHaveAccessibleName('Payments, by amount, ascending')

  // A new row takes its place in the order.
  await api('payments.create', { amount: 450, currency: 'EUR', paymentId: 'between' })
  await expect.poll(async () => (await amounts(page)).indexOf(4.5)).toBe(4)

  // By keyboard, and after a reload.
  await head(page, 'Status').getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(head(page, 'Status')).toHaveAttribute('aria-sort', 'ascending')
  await expect(amount).toHaveAttribute('aria-sort', 'none')
  await page.keyboard.press('Space')
  await expect(head(page, 'Status')).toHaveAttribute('aria-sort', 'descending')
  await page.reload()
  await expect(head(page, 'Status')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await column(page, 'Status'))[0]).toBe('success')
  await head(page, 'Status').getByRole('button').click()
  await expect(head(page, 'Status')).toHaveAttribute('aria-sort', 'none')
  await expect.poll(async () => (await column(page, 'Payment'))[0]).toContain('between')

  // The menu also sorts by columns that a narrow list does not show.
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(head(page, 'Age')).toBeHidden()
  await openMenu(page)
  await menu(page).getByRole('menuitemradio', { name: 'Oldest first' }).click()
  await expect.poll(async () => (await column(page, 'Payment'))[0]).toContain('order-1')
  await page.setViewportSize({ width: 1280, height: 800 })

  await open('Traffic')
  await page.getByRole('radiogroup', { name: 'Order by' }).getByText('Payment').click()
  await expect(page.getByRole('grid', { name: 'Traffic by payment' })).toBeVisible()
  await expect(head(page, 'Response').getByRole('button')).toHaveCount(0)
})

test('columns for which a list has no room can be shown @long', async ({ workbench: { page, api } }) => {
  await fill(api, 3)
  const { open } = workbenchPage(page)
  await open('Payments')
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(head(page, 'Customer')).toBeHidden()
  await openMenu(page)
  const items = menu(page).getByRole('menuitemcheckbox')
  await expect(items.filter({ hasText: 'As many as fit' })).toBeChecked()
  await expect(items.filter({ hasText: 'Customer' })).not.toBeChecked()
  expect(await severeViolations(page)).toEqual([])
  await items.filter({ hasText: 'Customer' }).click()
  await expect(items.filter({ hasText: 'As many as fit' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(head(page, 'Customer')).toBeVisible()
  expect((await column(page, 'Customer'))[0]).toBe('customer-0')

  // By keyboard: shows all of them, and scrolls to those that do not fit.
  await page.getByRole('button', { name: 'Columns and order' }).focus()
  await page.keyboard.press('Enter')
  for (const name of ['Time left', 'Method', 'Callbacks', 'Age']) {
    await items.filter({ hasText: name }).focus()
    await page.keyboard.press('Space')
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns and order' })).toBeFocused()
  await expect(grid(page)).toHaveAttribute('aria-colcount', '8')
  expect(await grid(page).evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(true)
  await head(page, 'Age').scrollIntoViewIfNeeded()
  await expect(head(page, 'Age')).toBeInViewport({ ratio: 1 })
  await page.reload()
  await expect(grid(page)).toHaveAttribute('aria-colcount', '8')
  await openMenu(page)
  await items.filter({ hasText: 'As many as fit' }).click()
  await page.keyboard.press('Escape')
  await expect(head(page, 'Customer')).toBeHidden()
})

test('a decline shows its code at every width, and a filter shows how many rows match', async ({
  workbench: { page, api },
}) => {
  await fill(api, 7)
  const { open, row } = workbenchPage(page)
  await open('Payments')
  for (const width of [1000, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(row(/order-3/).getByText('10105')).toBeInViewport({ ratio: 1 })
  }
  const filter = page.getByRole('search')
  await expect(filter.getByRole('status')).toHaveText('')
  await page.getByRole('combobox', { name: 'Filter payments' }).fill('customer:customer-1 ')
  await expect(filter.getByRole('status')).toHaveText('3 matches')
  await page.getByRole('combobox', { name: 'Filter payments' }).fill('order-7')
  await expect(filter.getByRole('status')).toHaveText('1 match')
  await open('Traffic')
  await page.getByRole('combobox', { name: 'Filter traffic' }).fill('source:capture ')
  await expect(filter.getByRole('status')).toHaveText(/^[1-9]\d* match/)
})

test('a new payment comes into view even if the list is scrolled, filtered or sorted', async ({
  workbench: { page, api },
}) => {
  await fill(api, 60)
  const { open, row, dialog, payments, detail } = workbenchPage(page)
  const make = async (paymentId: string): Promise<void> => {
    await page.getByRole('button', { name: 'New payment' }).click()
    await dialog('New payment').getByLabel('Payment id').fill(paymentId)
    await dialog('New payment').getByLabel('Amount').fill('12.50')
    await page.keyboard.press('Control+Enter')
    await expect(dialog('New payment')).toBeHidden()
    await expect(detail(`Payment ${paymentId}`)).toBeVisible()
  }
  await open('Payments')
  await expect(row(/order-60/)).toBeVisible()

  // Scrolled away, with another row chosen.
  await payments.focus()
  await page.keyboard.press('End')
  await expect(row(/order-1 /)).toHaveAttribute('aria-selected', 'true')
  await make('scrolled-to')
  await expect(row(/scrolled-to/)).toBeInViewport({ ratio: 1 })
  await expect(row(/scrolled-to/)).toHaveAttribute('aria-selected', 'true')

  // With a filter that the new payment does not match.
  await page.getByRole('button', { name: /^Declined/ }).click()
  await expect(row(/order-60/)).toBeVisible()
  await make('filtered-away')
  await expect(row(/filtered-away/)).toBeInViewport({ ratio: 1 })

  // Sorted: the new payment takes its place in the order.
  await head(page, 'Amount').getByRole('button').click()
  await expect(head(page, 'Amount')).toHaveAttribute('aria-sort', 'descending')
  await make('sorted-in')
  await expect(row(/sorted-in/)).toBeInViewport({ ratio: 1 })
})

test('empty panes say what to do, Sent shows when callbacks were created, and a folded chart stays folded', async ({
  workbench: { page, api, info },
  receiver,
}) => {
  const { open, row, detail } = workbenchPage(page)
  await open('Callbacks')
  await expect(page.getByText('When a callback is due, its schedule', { exact: false })).toBeVisible()
  await workbenchPage(page).openCallbacks('Captured')
  await expect(page.getByText('it appears here byte for byte', { exact: false })).toBeVisible()
  await open('Traffic')
  await expect(page.getByText('To see a request here, send one', { exact: false })).toBeVisible()

  await refusedCallback({ api, info }, receiver, { paymentId: 'not-heard', forMs: 1000 })
  await open('Payments')
  await page.getByRole('combobox', { name: 'Filter payments' }).fill('xyzzy ')
  await expect(page.getByText('Select a payment to see what happened', { exact: false })).toBeVisible()

  await open('Callbacks')
  await workbenchPage(page).openCallbacks('Sent')
  await row(/not-heard/).click()
  expect(await column(page, 'Created')).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3}$/)])
  await api('clock.advance', { ms: 86_400_000 })
  await expect
    .poll(() => column(page, 'Created'))
    .toEqual([expect.stringMatching(/^\d+ \w+ \d\d:\d\d:\d\d$/)])
  const callback = detail('Result callback')
  const chart = callback.getByRole('button', { name: 'Chart' })
  const drawing = callback.getByRole('img', { name: /Attempts: \d+\. \d+ sent/ })
  await expect(drawing).toBeVisible()
  await chart.click()
  await expect(chart).toHaveAttribute('aria-expanded', 'false')
  await expect(drawing).toBeHidden()
  await page.reload()
  await expect(chart).toHaveAttribute('aria-expanded', 'false')
  await expect(callback.getByText('not delivered', { exact: false })).toBeVisible()
  await chart.focus()
  await page.keyboard.press('Enter')
  await expect(drawing).toBeVisible()
})

test('Ctrl+A selects the rows that are shown, without those waiting to be shown', async ({
  workbench: { page, api },
}) => {
  await fill(api, 3)
  const { open, row } = workbenchPage(page)
  await open('Payments')
  await row(/order-1/).click()
  await api('payments.create', { amount: 100, currency: 'EUR', paymentId: 'late' })
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('Control+a')
  const chosen = page.getByRole('group', { name: 'Selected payments' })
  await expect(chosen).toContainText('3 selected')
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(row(/late/)).toBeVisible()
  await expect(chosen).toContainText('3 selected')
  await expect(row(/late/)).toHaveAttribute('aria-selected', 'false')
})
