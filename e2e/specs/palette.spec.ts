import { expect, test } from '../pages/test'

test('a quick Enter takes what was typed, not what stood there before', async ({
  workbench: { page, api },
}) => {
  await api('payments.create', { amount: 100, currency: 'EUR', paymentId: 'order-1' })
  await expect(page.getByRole('row', { name: /order-1/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: /order-1/ }).last()).toBeVisible()
  await page.keyboard.insertText('callbacks')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No callback yet' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.insertText('order-1')
  await expect(page.getByRole('option', { name: /order-1/ }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Payment order-1' })).toBeVisible()
})
