import { clipboardText } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

test('the first page shows what an integration needs, and opens the demo shop', async ({
  workbench: { page, info },
}) => {
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
  await expect(page.getByRole('img', { name: /Your shop calls Paybench/ })).toBeVisible()
  await expect(page.getByLabel('Project', { exact: true })).toHaveText(String(info.project.id))
  await expect(page.getByLabel('Secret', { exact: true })).not.toContainText(info.project.secret)

  const copies = [
    ['Copy API address', info.platform],
    ['Copy project id', String(info.project.id)],
    ['Copy project secret', info.project.secret],
    ['Copy callback address', info.project.callbackUrl],
  ] as const
  for (const [name, text] of copies) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect.poll(() => clipboardText(page)).toBe(text)
  }
  await page.getByRole('button', { name: 'Reveal the project secret' }).click()
  await expect(page.getByLabel('Secret', { exact: true })).toHaveText(info.project.secret)

  // The command that is shown is the one that is copied; the spec of the README runs it.
  const shown = page.getByLabel('curl command')
  await expect(shown).toContainText('"signature"')
  await page.getByRole('button', { name: 'Copy curl', exact: true }).click()
  await expect.poll(() => clipboardText(page)).toContain('/v2/payment/card/sale')
  expect(await shown.textContent()).toBe(await clipboardText(page))

  const arriving = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Open the demo shop' }).click()
  await (await arriving).waitForURL(`${info.merchant}/shop`)
})
