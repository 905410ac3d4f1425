import { expect, test } from '../pages/test'
import { workbenchPage } from '../pages/workbench-page'

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
