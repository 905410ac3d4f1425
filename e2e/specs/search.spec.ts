import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'
import type { Api } from '#e2e/fixtures/automation'
import { openPalette } from '#e2e/pages/palette'

/** Makes three payments, whose callbacks Paybench itself captures. */
async function fill(api: Api, merchantUrl: string): Promise<void> {
  const { projects } = await api('bench.info', {})
  const projectId = projects[0]?.projectId ?? 0
  await api('projects.update', { projectId, callbackUrl: `${merchantUrl}/inbox` })
  for (const [paymentId, description] of [
    ['tea-1', 'a left-handed teapot'],
    ['tea-2', 'two cups'],
    ['coffee-1', 'a left-handed mug'],
  ] as const) {
    const { key } = await api('payments.create', { amount: 4650, currency: 'EUR', paymentId, description })
    await api('payments.complete', { key, outcome: paymentId === 'tea-2' ? 'decline' : 'success' })
  }
  await expect.poll(async () => (await api('captures.list', {})).total).toBe(3)
}

const box = (page: Page) => page.getByRole('combobox', { name: 'Search, or a command' })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

async function search(page: Page, text: string): Promise<void> {
  await openPalette(page)
  await page.keyboard.insertText(text)
}

/** Moves to an option by keyboard alone. */
async function moveTo(page: Page, name: RegExp): Promise<void> {
  const line = page.getByRole('option', { name })
  await expect(line).toBeVisible()
  await expect
    .poll(
      async () => {
        await page.keyboard.press('ArrowDown')
        return line.getAttribute('aria-selected')
      },
      // The option may be the last of many: each poll is a step towards it.
      { intervals: [20] },
    )
    .toBe('true')
}

test('one box finds payments and messages by their content', async ({ workbench: { page, api, info } }) => {
  const { detail } = workbenchPage(page)
  await fill(api, info.merchant)
  await search(page, 'teapot')
  const status = page.getByRole('dialog').getByRole('status')
  await expect(status).toHaveText('Found 1 payment, 1 callback, 1 captured request')
  await expect(group(page, 'Payments').getByRole('option', { name: /tea-1/ })).toBeVisible()
  await expect(
    group(page, 'Callbacks').getByRole('option', { name: /Result callback of tea-1/ }),
  ).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])

  // Enter opens the message on its page.
  await moveTo(page, /Result callback of tea-1/)
  await page.keyboard.press('Enter')
  await expect(detail(/callback/i).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /tea-1/, selected: true })).toBeVisible()

  // Ctrl+Enter opens the list, filtered by the search.
  await search(page, 'left-handed')
  await expect(status).toHaveText('Found 2 payments, 2 callbacks, 2 captured requests')
  await moveTo(page, /POST \/inbox.*tea-1/)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('combobox', { name: 'Filter captured requests' })).toHaveValue('left-handed')
  await expect(page.getByRole('grid').getByRole('row', { name: /inbox/ })).toHaveCount(2)
})

test('a search covers the same project as the lists, and all projects after one click', async ({
  workbench: { page, api },
}) => {
  const other = await api('projects.create', { name: 'Book shop' })
  await api('payments.create', { amount: 100, currency: 'EUR', paymentId: 'tea-here' })
  await api('payments.create', {
    amount: 100,
    currency: 'EUR',
    paymentId: 'tea-there',
    projectId: other.projectId,
  })
  await expect(page.getByRole('row', { name: /tea-here/ })).toBeVisible()
  await page.getByRole('button', { name: 'Project: all projects' }).click()
  await page.getByRole('menuitemradio', { name: /Book shop/ }).click()
  await expect(page.getByRole('row', { name: /tea-here/ })).toHaveCount(0)

  await search(page, 'tea-')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toHaveText('Found 1 payment')
  const payments = group(page, 'Payments by id').getByRole('option')
  await expect(payments).toHaveText([/tea-there/])
  await dialog.getByRole('button', { name: 'Only Book shop: search all projects' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Found 2 payments')
  await expect(payments).toHaveText([/tea-there/, /tea-here/])
  await expect(box(page)).toHaveValue('tea-')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Project: all projects' })).toBeVisible()
})

test('a search that finds nothing shows no results of the search before', async ({
  workbench: { page, api },
}) => {
  for (const [paymentId, description] of [
    ['cups-1', 'a teapot'],
    ['tea-2', 'two cups'],
  ] as const) {
    const { key } = await api('payments.create', { amount: 4650, currency: 'EUR', paymentId, description })
    await api('payments.complete', { key, outcome: 'success' })
  }
  await search(page, 'cups')
  await expect(group(page, 'Payments by id').getByRole('option')).toHaveText([/cups-1/])
  await expect(group(page, 'Payments').getByRole('option')).toHaveText([/tea-2/])
  await box(page).fill('nothing-like-this')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(
    'Nothing found in payments and messages',
  )
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('conditions apply to the lists that know them, and are completed', async ({
  workbench: { page, api, info },
}) => {
  await fill(api, info.merchant)
  await page.getByRole('button', { name: /Search everything/ }).click()
  await page.keyboard.insertText('status:dec')
  await expect(
    group(page, 'Continue with').getByRole('option', { name: 'decline for example' }),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  // A finished condition becomes a token.
  await expect(box(page)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Remove filter status:decline' })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toHaveText('Found 1 payment')
  await expect(dialog.getByText(/^Not searched: Callbacks, Captured requests, Traffic\./)).toBeVisible()

  await page.keyboard.press('Backspace')
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0)
  await box(page).fill('nothing-like-this')
  await expect(dialog.getByRole('status')).toHaveText('Nothing found in payments and messages')
  await box(page).fill('colour:red')
  await expect(dialog.getByRole('status')).toContainText('There is no field "colour".')
})
