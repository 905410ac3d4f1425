import { workbenchPage } from '../pages/workbench-page'
import { expect, test } from '../pages/test'

test('a payment that registered a series is charged again', async ({
  workbench: { page, api },
  merchant,
}) => {
  const { dialog, detail, row } = workbenchPage(page)
  await merchant.sale('first-1', '4000000000000077', { recurring: { register: true, type: 'U' } })
  await row(/success first-1/).click()
  const first = detail('Payment first-1')
  await expect(first).toContainText('registers series')
  await first.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Charge again…' }).click()
  const charge = dialog('Charge the series again')
  await charge.getByRole('textbox', { name: 'Amount in EUR' }).fill('9.90')
  await charge.getByRole('button', { name: 'Charge 9.90 EUR' }).click()
  await expect(charge).toBeHidden()

  const { items } = await api('payments.list', { query: 'amount=9.90' })
  expect(items).toMatchObject([{ status: 'success', amount: 990 }])
  const again = detail(`Payment ${items[0]?.paymentId ?? ''}`)
  await expect(again).toContainText('debit of series')
  await again.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Charge again…' })).toBeVisible()
})
