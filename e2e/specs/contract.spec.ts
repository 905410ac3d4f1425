import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

test('a cited rule is opened and closed in the window by keyboard alone', async ({
  workbench: { page, info },
}) => {
  const { open, detail, dialog, row } = workbenchPage(page)
  await fetch(`${info.platform}/v2/payment/status`, { method: 'POST', body: '{}' })
  await open('Traffic')
  await row(/payment\/status/).click()
  const citation = detail('API call').getByRole('button', { name: 'contract 5.1' })
  await detail('API call').locator('summary').press('Enter')
  await citation.focus()
  await page.keyboard.press('Enter')

  const rules = dialog('5.1 Rules for every request')
  await expect(rules).toContainText('Everything required is there; otherwise 400, 2004.')
  await expect(rules.getByRole('columnheader', { name: 'Topic' })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.keyboard.press('Escape')
  await expect(rules).toBeHidden()
  await expect(citation).toBeFocused()
})

test('a switch leads to its rule, a link in the rule leads to another, and Back returns', async ({
  workbench: { page },
}) => {
  const { open, dialog } = workbenchPage(page)
  await open('Settings')
  const values = page.getByRole('region', { name: 'Settings values' })
  const effect = values.locator('details.effect', { hasText: 'Code when 30 minutes pass' })
  await effect.locator('summary').click()
  await effect.getByRole('button', { name: 'contract 4.5' }).click()
  const codes = dialog('4.5 Result codes')
  await codes.locator('.contract-page').getByRole('button').first().click()
  await expect(codes).toBeHidden()
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await expect(codes).toBeVisible()
})
