import { openPalette } from '#e2e/pages/palette'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

test('the palette acts only on a payment that is shown', async ({ workbench: { page, api } }) => {
  await api('payments.create', { amount: 1000, currency: 'EUR', paymentId: 'seen' })
  const { open, row } = workbenchPage(page)
  await row(/seen/).click()
  const approve = page.getByRole('option', { name: /^Approve/ })
  await openPalette(page)
  await expect(approve).toBeVisible()
  await page.keyboard.press('Escape')
  await open('Signature')
  await openPalette(page)
  await expect(page.getByRole('option', { name: /^Go to Payments|^Payments/ }).first()).toBeVisible()
  await expect(approve).toHaveCount(0)
})

test('Settings says that the form does not show a generated project name', async ({
  workbench: { page, api, info },
}) => {
  await workbenchPage(page).open('Settings')
  const values = page.getByRole('region', { name: 'Settings values' })
  await expect(values).toContainText('Until then the form says “Test shop”.')
  await api('projects.update', { projectId: info.project.id, name: 'Nora’s books' })
  await expect(values).toContainText('Shown to customers on the payment form as the name of the shop.')
})

test('sending an imported request again shows what is missing, and no error', async ({
  workbench: { page, api, info },
}) => {
  await fetch(`${info.platform}/v2/payment/card/sale`, {
    method: 'POST',
    body: JSON.stringify({ general: { project_id: 1, payment_id: 'lost', signature: 'x' } }),
  })
  const { text } = await api('traffic.exportHar', {})
  let part = await api('traffic.importHar', { text, end: true })
  while (!part.done) part = await api('traffic.importHar', { upload: part.upload })

  const { open, row, dialog } = workbenchPage(page)
  await open('Traffic')
  await page.getByRole('combobox', { name: 'Filter traffic' }).fill('source:imported')
  await page.keyboard.press('Enter')
  await expect(row(/sale/)).toHaveCount(1)
  await row(/sale/).click()
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  const again = dialog('Send again')
  await expect(again).toContainText('Choose the listener that receives it')
  await expect(again).toContainText('This request cannot be re-signed: its project is not in this session.')
  await expect(again.getByRole('alert')).toHaveCount(0)
  await expect(again.locator('.bad, [aria-invalid="true"]')).toHaveCount(0)
})
