import type { Page } from '@playwright/test'
import { runCommand } from '#e2e/pages/palette'
import { sell } from '#e2e/pages/sales'
import { expect, test } from '#e2e/pages/test'
import { clipboardText, workbenchPage } from '#e2e/pages/workbench-page'

/** The part of the window's address after `#`, which is the same in both hosts. */
const place = (page: Page): string => new URL(page.url()).hash.slice(1)

/** The place in a copied link, which is a `paybench:` link on the desktop and the page's own address in a browser. */
const placeOf = (link: string): string => link.replace(/^paybench:\/\/open\/|^http:[^#]*#/, '')

const go = (page: Page, hash: string) =>
  page.evaluate((text) => {
    location.hash = text
  }, hash)

test('back, forward and reload lead to payments and messages', async ({ workbench: { page, api } }) => {
  const { open, row, detail } = workbenchPage(page)
  const first = await sell(api, 'first')
  await api('payments.create', { amount: 2000, currency: 'EUR', paymentId: 'second' })
  await expect(row(/second/)).toBeVisible()
  await row(/first/).click()
  await expect.poll(() => place(page)).toBe(`payments/${first}?q=`)

  await open('Traffic')
  await expect.poll(() => place(page)).toBe('traffic?q=')
  await open('Callbacks')
  const sent = page.getByRole('grid', { name: /^Callbacks/ }).getByRole('row', { name: /first/ })
  await sent.first().click()
  await expect.poll(() => place(page)).toMatch(/^callbacks\/sent\/cb_\w+\?q=$/)
  const callback = place(page)

  await page.goBack()
  await expect(page).toHaveTitle('Traffic · Paybench')
  await page.goBack()
  await expect(detail('Payment first')).toBeVisible()
  await page.goForward()
  await page.goForward()
  await expect.poll(() => place(page)).toBe(callback)
  await expect(page.getByRole('button', { name: 'Payment first' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Payment first' })).toBeVisible()
  expect(place(page)).toBe(callback)
})

test('the address of a list has its filter and its order', async ({ workbench: { page, api } }) => {
  const { row } = workbenchPage(page)
  for (const [paymentId, amount] of [
    ['small', 100],
    ['large', 90_000],
    ['middle', 5000],
  ] as const) {
    await api('payments.create', { amount, currency: 'EUR', paymentId })
  }
  await expect(row(/middle/)).toBeVisible()
  const address = 'payments?q=amount%3E10&sort=amount.ascending'
  await go(page, address)
  const rows = page
    .getByRole('grid', { name: 'Payments, by amount, ascending' })
    .getByRole('row', { name: /EUR/ })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('middle')

  await page.getByRole('group', { name: 'Saved filters' }).getByRole('button', { name: /^All/ }).click()
  await expect(rows).toHaveCount(3)
  await expect.poll(() => place(page)).toBe('payments?q=&sort=amount.ascending')
  await page.goBack()
  await expect(rows).toHaveCount(2)

  await runCommand(page, 'Copy the link to this place')
  await expect(workbenchPage(page).toast('Copied the link to this place')).toBeVisible()
  expect(placeOf(await clipboardText(page))).toBe(address)
})

test('links to a payment and to a message are copied without the token', async ({
  workbench: { page, api, info, runtime },
}) => {
  const { open, row, toast, detail, chooseMore } = workbenchPage(page)
  const payment = await sell(api, 'linked')
  await row(/linked/).click()
  await chooseMore(detail('Payment linked'), 'Copy link')
  await expect(toast('Copied the link to linked')).toBeVisible()
  const link = await clipboardText(page)
  expect(placeOf(link)).toBe(`payments/${payment}`)
  expect(link.startsWith(runtime === 'browser' ? `${info.workbench ?? ''}/` : 'paybench://open/')).toBe(true)
  expect(link).not.toContain(info.token ?? '-')
  expect(page.url()).not.toContain('token')

  await open('Callbacks')
  await page
    .getByRole('row', { name: /linked/ })
    .first()
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(toast('Copied the link to the callback')).toBeVisible()
  expect(placeOf(await clipboardText(page))).toMatch(/^callbacks\/sent\/cb_\w+$/)
})

test('the page of a missing item says so and leads to the list', async ({ workbench: { page, api } }) => {
  const { row } = workbenchPage(page)
  await api('payments.create', { amount: 1000, currency: 'EUR', paymentId: 'here' })
  for (const [hash, name] of [
    ['payments/pay_gone', 'Payment “pay_gone”: not in this session'],
    ['callbacks/sent/cb_gone', 'Callback “cb_gone”: not in this session'],
    ['callbacks/captured/ex_gone', 'Exchange “ex_gone”: not in this session'],
    ['traffic/ex_gone', 'Exchange “ex_gone”: not in this session'],
  ] as const) {
    await go(page, hash)
    await expect(page.getByText(name)).toBeVisible()
    await page.reload()
    await expect(page.getByText(name)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Show the list' }).click()
  await go(page, 'payments/pay_1/more')
  await expect(page.getByRole('alert')).toContainText('There is nothing at this address')
  await expect(page.getByRole('alert')).toContainText('“more” is not part of payments')
  await page.getByRole('button', { name: 'Show all payments' }).click()
  await expect(row(/here/)).toBeVisible()
})

test('scenarios, exams and the tabs of a payment have addresses @long', async ({
  workbench: { page, api },
}) => {
  const { detail, row } = workbenchPage(page)
  const text = 'name: A linked scenario\nsteps:\n  - sale: { as: order, amount: 1 EUR }\n'
  await api('scenarios.save', { file: 'linked.yaml', text, version: null })
  const key = await sell(api, 'linked')
  const operations = detail('Payment linked').getByRole('table', { name: 'Operations of the payment' })
  const places = [
    [`payments/${key}?tab=operations`, operations],
    ['scenarios?q=linked', row(/A linked scenario/)],
    [
      'scenarios/shipped/callbacks/duplicates-and-order.yaml',
      page.getByRole('heading', { name: 'Callbacks that come twice, late and in the wrong order' }),
    ],
    ['scenarios/linked.yaml?show=file', page.getByRole('textbox', { name: 'Scenario file' })],
    ['exam', page.getByRole('heading', { name: 'Exam', exact: true })],
  ] as const
  for (const [hash, shows] of places) {
    await go(page, hash)
    await expect(shows).toBeVisible()
    await page.reload()
    await expect(shows).toBeVisible()
    await runCommand(page, 'Copy the link to this place')
    await expect.poll(async () => placeOf(await clipboardText(page))).toContain(hash)
  }
  for (const [, shows] of places.slice(0, -1).toReversed()) {
    await page.goBack()
    await expect(shows).toBeVisible()
  }
  await page.goForward()
  await expect(row(/A linked scenario/)).toBeVisible()
})
