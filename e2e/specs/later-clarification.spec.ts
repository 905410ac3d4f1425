import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'
import { sell } from '#e2e/pages/sales'

test('a held refund is approved after its clarification was requested and answered', async ({
  workbench: { page, api },
  merchant,
}) => {
  const { dialog, detail, row, chooseMore } = workbenchPage(page)
  const key = await sell(api, 'back-1')
  const payment = detail('Payment back-1')
  await payment.getByRole('button', { name: 'Refund…' }).click()
  const refund = dialog('Refund the payment')
  await refund.getByRole('textbox', { name: 'Amount in EUR' }).fill('15')
  await refund.getByRole('radio', { name: /^I decide/ }).check()
  await refund.getByRole('button', { name: 'Refund 15.00 EUR' }).click()
  await expect(refund).toBeHidden()

  await payment.getByRole('button', { name: 'Request clarification…' }).click()
  const ask = dialog('Request clarification')
  await ask.getByRole('button', { name: 'AVS pair' }).click()
  await ask.getByRole('button', { name: /Request 2 fields/ }).click()
  await expect(ask).toBeHidden()
  await expect(row(/awaiting clarification back-1/)).toBeVisible()
  const waiting = payment.getByRole('region', { name: 'What the payment is waiting for' })
  await expect(waiting).toContainText('avs_street_address')
  // The header shows the refund, which is a reversal because it is made on the same day.
  await expect(payment.locator('.d-head')).toContainText('reversal 15.00 EUR')
  await chooseMore(payment, 'Expire and decline…')
  const expire = dialog(/^Expire and decline .*\?$/)
  await expect(expire).toContainText('The reversal is declined')
  await expire.getByRole('button', { name: 'Cancel' }).click()

  const response = await merchant.clarify('back-1', {
    avs_data: { avs_post_code: 'H91', avs_street_address: '14 Long Walk' },
  })
  expect(response.body).toMatchObject({ status: 'success' })
  await expect(waiting).toBeHidden()
  await expect(row(/success back-1/)).toBeVisible()
  await payment.getByRole('button', { name: 'Approve' }).click()
  await expect(row(/partially reversed back-1/)).toBeVisible()
  await expect(payment.locator('.d-head')).not.toContainText('reversal 15.00 EUR')
  await expect(payment.locator('.d-head')).toContainText('reversed 15.00 EUR')
  expect((await api('payments.get', { key })).available).toEqual({ capture: 0, refund: 3150 })
})
