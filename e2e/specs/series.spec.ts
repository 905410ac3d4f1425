import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

test('a payment that registered a series is charged again', async ({
  workbench: { page, api },
  merchant,
}) => {
  const { dialog, detail, row } = workbenchPage(page)
  await merchant.sale('first-1', '4000000000000077', { recurring: { register: true, type: 'U' } })
  await row(/success first-1/).click()
  const first = detail('Payment first-1')
  await expect(first).toContainText('registers series')
  await first.getByRole('button', { name: 'Charge again…' }).click()
  const charge = dialog('Charge the series again')
  await charge.getByRole('textbox', { name: 'Amount in EUR' }).fill('9.90')
  await charge.getByRole('textbox', { name: 'Payment id' }).fill('second-1')
  await expect(charge.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await charge.getByRole('button', { name: 'Charge 9.90 EUR' }).click()
  await expect(charge).toBeHidden()

  const { items } = await api('payments.list', { query: 'amount=9.90' })
  expect(items).toMatchObject([{ paymentId: 'second-1', status: 'success', amount: 990 }])
  const again = detail(`Payment ${items[0]?.paymentId ?? ''}`)
  await expect(again).toContainText('debit of series')
  await expect(again.getByRole('button', { name: 'Charge again…' })).toBeVisible()
})

test('a new payment registers a scheduled series, whose payments are made as the clock advances', async ({
  workbench: { page, api },
}) => {
  const { dialog, detail, row, chooseMore } = workbenchPage(page)
  await api('clock.set', { mode: 'frozen' })
  await page.getByRole('button', { name: 'New payment' }).first().click()
  const create = dialog('New payment')
  await create.getByRole('textbox', { name: 'Payment id' }).fill('monthly')
  await create.getByRole('combobox', { name: 'Series' }).selectOption('R')
  await create.getByRole('button', { name: 'Create payment' }).click()
  await expect(create).toBeHidden()
  await expect(row(/success monthly/)).toBeVisible()
  const first = detail('Payment monthly')
  await expect(first).toContainText(/registers series \d+, charged on its schedule/)
  await expect(first).toContainText('Payment 1 of the series is due')
  await api('clock.advance', { ms: 32 * 86_400_000 })
  const { items } = await api('payments.list', { query: 'id=monthly-1' })
  expect(items).toMatchObject([{ status: 'success' }])

  await chooseMore(first, 'Cancel the series')
  await expect(first).toContainText('Series cancelled')
  await expect(first).not.toContainText('Payment 2 of the series is due')
})
