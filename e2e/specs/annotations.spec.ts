import { sell } from '#e2e/pages/sales'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'
import AxeBuilder from '@axe-core/playwright'

test('a note and labels are added by keyboard, shown in the list and the detail, and found', async ({
  workbench: { page, api },
}) => {
  const { open, row, choose, detail, dialog, toast } = workbenchPage(page)
  await sell(api, 'noted')
  await api('payments.create', { amount: 2000, currency: 'EUR', paymentId: 'plain' })
  await choose(/noted/)
  await expect(detail('Payment noted')).toBeVisible()
  await page.keyboard.press('m')
  const editor = dialog('Note and labels')
  await expect(editor.getByLabel('Note')).toBeFocused()
  await page.keyboard.type('Counts the callback twice.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('flaky, ask the shop')
  expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(toast('Note and labels saved')).toBeVisible()
  await expect(editor).toBeHidden()
  const shown = detail('Payment noted').getByRole('region', { name: 'Note and labels' })
  await expect(shown).toContainText('Counts the callback twice.')
  await expect(row(/noted/)).toContainText('flaky')

  await page.keyboard.press('/')
  await page.keyboard.type('label:flaky ')
  await expect(page.getByRole('grid', { name: /^Payments/ }).getByRole('row', { name: /EUR/ })).toHaveCount(1)

  await shown.getByRole('button', { name: 'Edit note…' }).click()
  await editor.getByLabel('Labels').fill('x'.repeat(41))
  await expect(editor).toContainText('is longer than 40 characters')
  await expect(editor.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await open('Callbacks')
  await page.getByRole('row', { name: /noted/ }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Note and labels…' }).click()
  await editor.getByLabel('Note').fill('Second of two')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Note and labels' })).toContainText('Second of two')
  await open('Traffic')
  await page.getByRole('row').nth(1).click()
  await page.keyboard.press('m')
  await editor.getByLabel('Labels').fill('first')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('row', { name: /first/ }).first()).toBeVisible()
})
