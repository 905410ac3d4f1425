import AxeBuilder from '@axe-core/playwright'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { sell } from '#e2e/pages/sales'
import { expect, test } from '#e2e/pages/test'
import { clipboardText, workbenchPage } from '#e2e/pages/workbench-page'

test('reports of one payment and of selected payments are saved and copied @long', async ({
  workbench: { page, api },
  merchant,
}, testInfo) => {
  const { row, detail, toast, chooseMore } = workbenchPage(page)
  await merchant.sale('asked-1', '4000000000017006')
  await sell(api, 'other-1')
  await expect(row(/other-1/)).toBeVisible()
  await row(/asked-1/).click()
  await expect(detail('Payment asked-1')).toBeVisible()
  await page.keyboard.press('m')
  await page.getByRole('textbox', { name: 'Note' }).fill('Only the post code is ever sent.')
  await page.getByRole('textbox', { name: 'Labels' }).fill('flaky, ask the shop, third')
  await page.keyboard.press('Control+Enter')

  const saved = page.waitForEvent('download')
  await chooseMore(detail('Payment asked-1'), 'Save report')
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^paybench-report-[\d-]+\.html$/)
  await expect(toast('Saved the report of 1 payment')).toBeVisible()

  const report = testInfo.outputPath('report.html')
  await file.saveAs(report)
  const reader = await page.context().newPage()
  await reader.goto(pathToFileURL(report).href)
  await expect(reader.getByRole('heading', { level: 1 })).toContainText('asked-1')
  await expect(reader.getByText('Only the post code is ever sent.')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await reader.emulateMedia({ colorScheme })
    expect((await new AxeBuilder({ page: reader }).analyze()).violations).toEqual([])
  }
  await reader.close()

  await row(/other-1/).click({ modifiers: ['Control'] })
  const chosen = page.getByRole('group', { name: 'Selected payments' })
  await expect(chosen).toContainText('2 selected')
  await chosen.getByRole('button', { name: 'Copy report as Markdown' }).click()
  await expect(toast('Copied the report as Markdown')).toBeVisible()
  const copied = await clipboardText(page)
  expect(copied).toContain('## Payment asked-1')
  expect(copied).toContain('## Payment other-1')

  await page.getByRole('grid', { name: /^Payments/ }).press('Control+a')
  const both = page.waitForEvent('download')
  await chosen.getByRole('button', { name: 'Save report' }).click()
  expect(readFileSync(await (await both).path(), 'utf8')).toContain('2 payments')
})
