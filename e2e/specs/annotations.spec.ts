import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'
import AxeBuilder from '@axe-core/playwright'

test('a note and labels are written by keyboard, shown in list and detail, and found', async ({
  workbench: { page, api },
}) => {
  const { open, row, choose, detail, dialog, toast } = workbenchPage(page)
  const payment = await api('payments.create', { amount: 1000, currency: 'EUR', paymentId: 'noted' })
  await api('payments.complete', { key: payment.key, outcome: 'success' })
  await api('payments.create', { amount: 2000, currency: 'EUR', paymentId: 'plain' })
  await choose(/noted/)
  await page.keyboard.press('m')
  const editor = dialog('Note and labels')
  await expect(editor.getByLabel('Labels')).toBeFocused()
  await page.keyboard.type('flaky, ask the shop')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Counts the callback twice.')
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

test('a list shows labels whole: as words where there is room, else as dots', async ({
  workbench: { page, api },
}) => {
  const { row, detail } = workbenchPage(page)
  const { key } = await api('payments.create', {
    amount: 1000,
    currency: 'EUR',
    paymentId: 'a-payment-with-labels',
  })
  await api('annotations.set', { id: key, labels: ['to discuss', 'flaky'], note: 'x' })
  const labels = row(/with-labels/).locator('.label-chip')
  const parts = row(/with-labels/).locator('.label-chip, .row-annotation > svg')
  /** Widths of the labels; none where something of the annotation is cut off. */
  const widths = async (): Promise<readonly number[]> => {
    const cell = await row(/with-labels/)
      .locator('.annotated')
      .boundingBox()
    const boxes = await Promise.all((await parts.all()).map((part) => part.boundingBox()))
    const end = (cell?.x ?? 0) + (cell?.width ?? 0)
    const areWhole = boxes.every((box) => box !== null && box.x + box.width <= end + 0.5)
    return areWhole
      ? labels.evaluateAll((chips) => chips.map((chip) => chip.getBoundingClientRect().width))
      : []
  }
  await page.setViewportSize({ width: 2560, height: 800 })
  await expect.poll(async () => (await widths()).map((width) => width > 30)).toEqual([true, true])
  await row(/with-labels/).click()
  await expect(detail('Payment a-payment-with-labels')).toBeVisible()
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(widths).toEqual([7, 7])
})
