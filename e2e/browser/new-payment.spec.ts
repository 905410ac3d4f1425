import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

test('the outcome follows the card, and the foot says what it will be', async ({
  workbench: { page, api },
}) => {
  const dialog = workbenchPage(page).dialog('New payment')
  await page.getByRole('button', { name: 'New payment' }).click()
  const card = dialog.getByRole('combobox', { name: 'Card' })
  const byCard = dialog.getByRole('radio', { name: /^By card number/ })
  await expect(byCard).toBeChecked()
  await card.fill('')
  await expect(byCard).not.toBeChecked()
  await card.fill('none like this')
  await expect(dialog.getByText('Select a card or enter a whole card number.')).toBeVisible()
  await card.fill('5500 0000 0000 0004')
  await expect(byCard).not.toBeChecked()
  await expect(dialog.locator('datalist option[value="4000000000017006"]')).toHaveText(/Asks for post code/)
  await card.fill('4000 0000 0001 7006')
  await expect(byCard).toBeChecked()
  await expect(dialog.getByText(/^By its card: Asks for post code/)).toBeVisible()
  await card.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await api('payments.list', {})).toMatchObject({ total: 1 })
})
