import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

test('the outcome follows the card once its number is complete', async ({ workbench: { page } }) => {
  const dialog = workbenchPage(page).dialog('New payment')
  await page.getByRole('button', { name: 'New payment' }).click()
  const card = dialog.getByRole('combobox', { name: 'Card' })
  const byCard = dialog.getByRole('radio', { name: /^By card number/ })
  await card.fill('4000000000000077')
  await expect(byCard).toBeChecked()
  await card.fill('')
  await expect(byCard).not.toBeChecked()
  await card.fill('4000 0000 0000 0077')
  await expect(byCard).toBeChecked()
  await card.fill('5500 0000')
  await expect(byCard).toBeChecked()
  await card.fill('5500 0000 0000 0004')
  await expect(byCard).not.toBeChecked()
})

test('a card is chosen with the keyboard before the payment is created', async ({
  workbench: { page, api },
}) => {
  const dialog = workbenchPage(page).dialog('New payment')
  await page.getByRole('button', { name: 'New payment' }).click()
  const card = dialog.getByRole('combobox', { name: 'Card' })
  await card.click()
  await page.keyboard.type('17006')
  await expect(card).toHaveValue('17006')
  await page.keyboard.press('ArrowDown')
  await expect(card).toHaveValue('4000000000017006')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^By its card: Asks for post code/)).toBeVisible()
  expect(await api('payments.list', {})).toMatchObject({ total: 0 })
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await api('payments.list', {})).toMatchObject({ total: 1 })
})

test('a search that no test card fits says so, and the foot speaks of the number in the field', async ({
  workbench: { page },
}) => {
  const dialog = workbenchPage(page).dialog('New payment')
  await page.getByRole('button', { name: 'New payment' }).click()
  const card = dialog.getByRole('combobox', { name: 'Card' })
  await card.fill('none like this')
  await expect(dialog.getByRole('status')).toHaveText(/^No test card matches/)
  await expect(dialog.getByText('Select a card or enter a whole card number.')).toBeVisible()
  await card.fill('5500 0000 0000 0004')
  await expect(dialog.getByRole('status')).toHaveText(/^No test card has this number/)
})
