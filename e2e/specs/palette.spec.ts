import { sell } from '#e2e/pages/sales'
import { expect, test } from '#e2e/pages/test'

test('a quick Enter runs what was typed, not the previous suggestion', async ({
  workbench: { page, api },
}) => {
  await api('payments.create', { amount: 100, currency: 'EUR', paymentId: 'order-1' })
  await expect(page.getByRole('row', { name: /order-1/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: /order-1/ }).last()).toBeVisible()
  await page.keyboard.insertText('callbacks')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No callbacks yet' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.insertText('order-1')
  await expect(page.getByRole('option', { name: /order-1/ }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Payment order-1' })).toBeVisible()
})

test('commands act on the selected rows, or on the newest message if none is selected @long', async ({
  workbench: { page, api },
}) => {
  for (const paymentId of ['order-1', 'order-2']) await sell(api, paymentId)
  const run = async (command: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText(command)
    await expect(page.getByRole('option', { name: command }).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
  }
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Callbacks' }).click()
  const grid = page.getByRole('grid', { name: /Callbacks/ })
  await expect(grid.getByRole('row', { name: /order-/ })).toHaveCount(2)
  // A colon in the name of a command is not treated as a search condition.
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText('check the receiver: ')
  await expect(page.getByRole('option', { selected: true })).toContainText('Check the receiver: ')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('')
  await page.keyboard.press('Escape')
  await run('Replay this message once, as a new message')
  await expect(grid.getByRole('row', { name: /order-2/ })).toHaveCount(2)

  // By keyboard: all rows, then the menu of the row for all of them.
  await grid.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'Callback' })
  await expect(menu.getByRole('menuitem', { name: /Copy as curl \(3\)/ })).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: /^Resend/ })).toBeEnabled()
  await menu.getByRole('menuitem', { name: /^Replay selected/ }).click()
  await expect(page.getByRole('dialog', { name: /replay/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await run('Copy the 3 selected messages as curl')
  await expect(page.getByText('Copied 3 requests as curl')).toBeVisible()
  await run('Explain the signature of this message')
  await expect(page.getByRole('heading', { name: /signature/i }).first()).toBeVisible()
})
