import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

const WAITS = `name: Waits for what never comes
given: { clock: live }
steps:
  - sale: { as: order, amount: 1.00 EUR }
  - expect callback: { of: order, kind: clarification, within: 1 h }
`

test('the counts of scenarios follow the filter, and stay on one line during a run', async ({
  workbench: { page, api },
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await api('scenarios.save', { file: 'waits.yaml', text: WAITS, version: null })
  await workbenchPage(page).open('Scenarios')
  const counts = page.getByText(/^1 running/)
  await page.getByRole('combobox', { name: 'Filter scenarios' }).fill('never comes')
  await expect(page.getByText('1 not run', { exact: true })).toBeVisible()
  await api('scenarios.step', { file: 'shipped/callbacks/duplicates-and-order.yaml' })
  await api('scenarios.run', { files: ['waits.yaml'] })
  await expect(counts).toHaveText('1 running')
  await page.getByRole('combobox', { name: 'Filter scenarios' }).fill('')
  await expect(page.getByText(/^1 stopped, 1 running, \d+ not run$/)).toBeVisible()
  const height = (selector: string): Promise<number> =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)
  expect(await height('.sc-sum b')).toBeLessThan(24)
  await api('scenarios.stop', {})
})
