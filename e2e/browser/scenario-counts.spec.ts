import { expectShownWhole } from '#e2e/pages/shown-whole'
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

test('names of scenarios are shown in full beside the other columns, and buttons keep their names', async ({
  workbench: { page },
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await workbenchPage(page).open('Scenarios')
  await expect(page.getByRole('columnheader', { name: 'Group' })).toBeVisible()
  await expect(page.getByRole('row', { name: /A merchant that never responds with 200/ })).toBeVisible()
  const cut = await page
    .locator('.sc-name')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
    )
  expect(cut).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectShownWhole(page.getByRole('button', { name: 'Record' }).getByText('Record'))
  const titleOf = (name: string) => page.getByRole('button', { name, exact: true }).getAttribute('title')
  expect(await titleOf('Run')).toContain('nothing in this session changes')
  expect(await titleOf('Run here…')).toContain('after showing what it changes')
})
