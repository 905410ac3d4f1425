import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

test('a payment by a method is created, shows what the customer gets, and is decided for the customer', async ({
  workbench: { page },
}) => {
  const { dialog, detail, chooseMore } = workbenchPage(page)
  await page.getByRole('button', { name: 'New payment' }).first().click()
  const create = dialog('New payment')
  await create.getByRole('textbox', { name: 'Payment id' }).fill('by-wallet')
  const method = create.getByRole('combobox', { name: 'Method' })
  await method.fill('easypaisa')
  await expect(create).toContainText('Enter takes the only match: wallet/easypaisa.')
  await method.press('Enter')
  await expect(method).toHaveValue('wallet/easypaisa')
  await expect(create.getByRole('combobox', { name: 'Currency' })).toHaveValue('PKR')
  await expect(create.getByRole('combobox', { name: 'Card' })).toBeHidden()
  const amount = create.getByLabel('Amount')
  const error = create.getByText('PKR has at most 2 decimal places. Remove the others.')
  await amount.fill('12.505')
  await page.keyboard.press('Tab')
  await expect(error).toBeVisible()
  await amount.fill('12.5')
  await expect(error).toBeHidden()
  await create.getByRole('textbox', { name: 'account.number' }).fill('')
  await create.getByRole('button', { name: 'Create payment' }).click()
  await expect(create.getByText('The method does not work without it.').last()).toBeVisible()
  await create.getByRole('textbox', { name: 'account.number' }).fill('03451234567')
  await create.getByRole('button', { name: 'Create payment' }).click()
  await expect(create).toBeHidden()

  const payment = detail('Payment by-wallet')
  await payment.getByRole('timer', { name: 'Customer pays within' }).click()
  await expect(payment.getByRole('table', { name: 'What the customer gets' })).toContainText('receiver_name')
  await expect(payment.getByRole('button', { name: 'Copy account_number' })).toBeVisible()

  await chooseMore(payment, 'Customer leaves…')
  const leave = dialog('The customer leaves')
  await leave.getByRole('combobox', { name: 'The result follows' }).selectOption('never')
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(payment).toContainText('The customer left; decide, or let the time run out.')

  await chooseMore(payment, 'Customer pays another amount…')
  const pay = dialog('Pay another amount')
  await pay.getByRole('textbox', { name: 'Amount in PKR' }).fill('40')
  await pay.getByRole('button', { name: 'Pay 40.00 PKR' }).click()
  await expect(payment.locator('.badge').first()).toHaveText('success 0')
  await expect(payment).toContainText('The customer paid, 40.00 PKR')
})
