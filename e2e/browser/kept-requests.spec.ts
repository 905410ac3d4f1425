import { previewPage } from '#e2e/pages/preview-page'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

test('the preview suggests a new payment id after each opening', async ({ workbench: { page } }) => {
  const preview = previewPage(page)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Preview' }).click()
  const id = page.getByRole('textbox', { name: /^payment_id/ })
  await expect(id).toHaveAttribute('placeholder', /^preview-/)
  const offered = await id.getAttribute('placeholder')
  await page.getByRole('button', { name: /^Open/ }).first().click()
  await expect(preview.events).toContainText(`payment ${offered ?? ''}`)
  await expect(id).toHaveAttribute(
    'placeholder',
    new RegExp(`^next: preview-(?!${(offered ?? '').slice(8)})`),
  )
})

test('a request sent as the merchant stays beside its response', async ({ workbench: { page, api } }) => {
  const { key } = await api('payments.create', { amount: 1000, currency: 'EUR', paymentId: 'asked' })
  await api('payments.requestClarification', {
    key,
    fields: { avs_data: ['avs_post_code', 'avs_street_address'] },
  })
  const { detail, dialog } = workbenchPage(page)
  await detail('Payment asked').getByRole('button', { name: 'Answer as the merchant…' }).click()
  const answer = dialog('Answer as the merchant')
  const shown = answer.getByRole('region', { name: 'additional_data', exact: true })
  await answer.getByLabel('avs_data.avs_post_code').fill('H91 AB12')
  await answer.getByRole('button', { name: /^Send 1 of 2 fields/ }).click()
  await expect(answer.getByRole('status')).toHaveText('200')
  await expect(shown).toContainText('what was sent')
  await expect(shown).toContainText('H91 AB12')

  await answer.getByLabel('avs_data.avs_street_address').fill('14 Long Walk')
  await expect(shown).toContainText('what is sent')
  await expect(shown).not.toContainText('H91 AB12')
  await answer.getByRole('button', { name: /^Send 1 field/ }).click()
  await expect(answer.getByText('No field is missing.')).toBeVisible()
  await expect(shown).toContainText('14 Long Walk')
})
