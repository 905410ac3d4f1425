import { expect, test } from '#e2e/pages/test'
import { clipboardText } from '#e2e/pages/workbench-page'

test('the address that the bottom bar copies opens the workbench', async ({ workbench: { page } }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: /^Workbench :\d+/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'with the token of this run' })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(await clipboardText(page))
  await expect(other.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
})
