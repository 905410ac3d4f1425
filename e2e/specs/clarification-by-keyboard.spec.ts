import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#e2e/fixtures/workbench'
import { runCommand } from '#e2e/pages/palette'

/** Presses Tab until the element has the focus, as a person would. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${wanted.toString()} cannot be reached by Tab`)
}

test('a clarification is followed from the first callback to the result by keyboard alone', async ({
  workbench: { page, api },
}) => {
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()

  // New payment with the card that requests the AVS pair.
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New payment' })
  await expect(dialog).toBeVisible()
  await page.keyboard.type('46.50')
  await tabTo(page, page.getByRole('textbox', { name: 'Payment id' }).first())
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Shop-1')
  await tabTo(page, page.getByRole('combobox', { name: 'Card' }))
  await page.keyboard.type('4000000000017006')
  await expect(page.getByRole('radio', { name: /By card number/ })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()

  // The payment waits; its callback has arrived at the capture server with a valid signature.
  await expect(page.getByRole('timer', { name: 'Merchant answers within' })).toBeVisible()
  await expect
    .poll(async () => (await api('captures.list', {})).items.map((item) => item.signatureState))
    .toEqual(['valid'])
  const key = (await api('payments.list', {})).items[0]?.key ?? ''

  // An empty answer restarts the wait.
  const before = (await api('payments.get', { key })).clarification?.expiresAt ?? ''
  await tabTo(page, page.getByRole('button', { name: 'Extend' }))
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await api('payments.get', { key })).clarification?.expiresAt ?? '')
    .not.toBe(before)

  // Half of the data, then the rest.
  await tabTo(page, page.getByRole('button', { name: /Answer as the merchant/ }).first())
  await page.keyboard.press('Enter')
  const answer = page.getByRole('dialog', { name: /Answer/ })
  await tabTo(page, page.getByRole('textbox', { name: /avs_post_code/ }).first())
  await page.keyboard.type('H91 AB12')
  await page.keyboard.press('Control+Enter')
  await expect(answer.getByRole('status')).toHaveText('200')
  await expect(answer.getByRole('textbox', { name: /avs_post_code/ })).toBeHidden()
  // The request stays beside its response until the next one is typed.
  const shown = answer.getByRole('region', { name: 'additional_data', exact: true })
  await expect(shown).toContainText('what was sent')
  await expect(shown).toContainText('H91 AB12')
  await tabTo(page, page.getByRole('textbox', { name: /avs_street_address/ }).first())
  await page.keyboard.type('14 Long Walk')
  await expect(shown).toContainText('what is sent')
  await expect(shown).not.toContainText('H91 AB12')
  await page.keyboard.press('Control+Enter')
  await expect(answer.getByText('No more data is required')).toBeVisible()
  await expect(shown).toContainText('14 Long Walk')
  await page.keyboard.press('Escape')
  await expect(answer).toBeHidden()

  // Success, four callbacks, the last one with the result.
  await expect(page.getByRole('row', { name: /success.*Shop-1/ })).toBeVisible()
  await expect
    .poll(async () => (await api('callbacks.list', {})).items.map(({ kind, state }) => `${kind} ${state}`))
    .toEqual(['result delivered', 'remaining delivered', 'remaining delivered', 'clarification delivered'])
  await runCommand(page, 'callbacks')
  await expect(page.getByRole('grid', { name: /callbacks/i })).toBeVisible()
})
