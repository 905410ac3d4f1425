import { expectShownWhole } from '#e2e/pages/shown-whole'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

test("a decline code is selected from the platform's list, with advice about the code", async ({
  workbench: { page, api },
}) => {
  const { dialog, detail } = workbenchPage(page)
  const { key } = await api('payments.create', { amount: 300, currency: 'EUR', paymentId: 'found' })
  await detail('Payment found').getByRole('button', { name: 'Decline…' }).click()
  const decline = dialog('Decline the payment')
  const code = decline.getByRole('combobox', { name: 'Result code' })
  await expect(code).toHaveValue('10000')
  await expect(decline.locator('datalist option')).toHaveCount(374)

  await code.fill('10113')
  await expect(decline).toContainText('Do not repeat it; ask support if it looks wrong.')
  await code.fill('9999')
  await expect(decline).toContainText('No code matches.')
  await expect(decline.getByRole('button', { name: 'Decline', exact: true })).toBeDisabled()

  await code.fill('1406')
  await decline.getByRole('button', { name: 'Decline with 1406' }).click()
  await expect(decline).toBeHidden()
  expect(await api('payments.get', { key })).toMatchObject({
    status: 'decline',
    resultCode: '1406',
    resultMessage: 'RCS reject. Email is Blacklisted in RCS',
  })
  // Code and message are shown in full, even in a small window.
  await page.setViewportSize({ width: 1280, height: 800 })
  const header = detail('Payment found').locator('header').first()
  await expect(header).toContainText('decline code 1406')
  await expectShownWhole(header.getByText('RCS reject. Email is Blacklisted in RCS'))
})

test('a custom decline code requires a message to send with it', async ({ workbench: { page, api } }) => {
  const { dialog, detail } = workbenchPage(page)
  const { key } = await api('payments.create', { amount: 300, currency: 'EUR', paymentId: 'own' })
  await detail('Payment own').getByRole('button', { name: 'Decline…' }).click()
  const decline = dialog('Decline the payment')
  await decline.getByRole('combobox', { name: 'Result code' }).fill('777')
  const message = decline.getByRole('textbox', { name: 'Message' })
  const submit = decline.getByRole('button', { name: 'Decline with 777' })
  await expect(decline.getByText('Enter the message to send with this code.')).toBeVisible()
  await expect(submit).toBeDisabled()
  await message.press('Space')
  await expect(submit).toBeDisabled()
  await message.fill('Moon in the wrong house')
  await message.press('Enter')
  await expect(decline).toBeHidden()
  const payment = await api('payments.get', { key })
  expect(payment).toMatchObject({ resultCode: '777', resultMessage: 'Moon in the wrong house' })
  await expect(detail('Payment own').locator('.badge').first()).toHaveText('decline code 777')
  await expect(detail('Payment own')).toContainText('Moon in the wrong house')
})
