import { formIn } from '#e2e/pages/form-page'
import { expectNames, parametersOf, previewPage } from '#e2e/pages/preview-page'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

const SUCCESS_CARD = '4000000000000077'

test('a clarification is requested on an open form, and the customer answers', async ({ workbench }) => {
  const { page, info } = workbench
  const preview = previewPage(page)
  await preview.open(parametersOf(info.project.id), 'modal')
  await page.getByRole('button', { name: 'Hold payments' }).click()
  await expect(page.getByText('held', { exact: true })).toBeVisible()
  const form = formIn(preview.form)
  await form.pay(SUCCESS_CARD)
  await page.getByRole('button', { name: 'Request clarification now' }).click()
  const dialog = workbenchPage(page).dialog('Request clarification')
  await dialog.getByRole('button', { name: 'AVS pair' }).click()
  await dialog.getByRole('button', { name: 'Request 2 fields' }).click()

  await form.fill({ 'avs_data.avs_post_code': 'H91 AB12', 'avs_data.avs_street_address': '14 Long Walk' })
  await form.submit()
  await expect(form.field('avs_data.avs_post_code')).toHaveCount(0)
  const payment = page.getByRole('group', { name: 'Payment of the form' })
  await payment.getByRole('button', { name: 'Approve' }).click()
  await expect(form.result).toBeVisible()
  const shown = async (): Promise<readonly string[]> =>
    (await preview.names('handler')).filter(
      (name) => name.includes('Clarification') || name === 'onPaymentSuccess',
    )
  await expect
    .poll(shown)
    .toEqual(['onShowClarificationPage', 'onSubmitClarificationForm', 'onPaymentSuccess'])
  await expectNames(preview, 'callback', ['Clarification callback', 'Result callback'])
  // Both were captured as well, so two callbacks make four events.
  await expect(page.getByRole('button', { name: 'Callbacks 2' })).toBeVisible()
  const times = await preview.events.locator('tbody td:first-child').allTextContents()
  expect(times).toEqual(times.toSorted())
  await payment.getByRole('button', { name: 'preview-1' }).click()
  await expect(workbenchPage(page).detail('Payment preview-1')).toContainText('success')
})

test.describe('a refused opening', () => {
  // The browser itself logs the 400 response of the frame.
  test.use({ expectCleanConsole: false })

  test('because of a wrong signature is reported to the customer, to the page and to the developer', async ({
    workbench,
  }) => {
    const { page, info } = workbench
    const preview = previewPage(page)
    const signature = 'A'.repeat(86) + '=='
    await preview.open(parametersOf(info.project.id, { signature }), 'iframe')
    await expect(preview.form.getByText('3261').first()).toBeHidden()
    await preview.form.locator('summary').click()
    await expect(preview.form.getByText('signature').first()).toBeVisible()
    await expect.poll(() => preview.names('handler')).toContain('onFailLoading')
    const description = preview.form.locator('#error-description')
    const error: unknown = JSON.parse((await description.textContent()) ?? '')
    expect(error).toMatchObject({ status: 'error', code: '3261', errors: [{ field: 'signature' }] })
    expect(await preview.names('callback')).toEqual([])
  })
})

test('a form whose options were changed says so until it is opened again @long', async ({ workbench }) => {
  const { page, info } = workbench
  const preview = previewPage(page)
  await preview.open(parametersOf(info.project.id), 'iframe')
  const payment = page.getByRole('group', { name: 'Payment of the form' })
  const changed = payment.getByRole('status')
  await expect(changed).toHaveText('')
  await page.getByLabel('Language of the form').selectOption('de')
  await expect(changed).toHaveText('Changed: open the form again to see it')
  await page.getByLabel('Language of the form').selectOption('')
  await expect(changed).toHaveText('')
  await page
    .getByRole('radiogroup', { name: 'Mode' })
    .getByRole('radio', { name: 'Modal' })
    .check({ force: true })
  await expect(changed).toHaveText('Changed: open the form again to see it')
  await page.getByRole('button', { name: /^Open again/ }).click()
  await expect(changed).toHaveText('')
})

test('the shop may refuse an embedded payment, and then nothing is paid @long', async ({ workbench }) => {
  const { page, info, api } = workbench
  const preview = previewPage(page)
  await preview.open(parametersOf(info.project.id), 'embedded')
  await page.getByRole('combobox', { name: 'Result of onCheckSubmit' }).selectOption('reject')
  // Waits for the form that replaces the first one.
  await preview.open(parametersOf(info.project.id), 'embedded')
  const form = formIn(preview.form, () => preview.shop.locator('#pay').click())
  await form.pay(SUCCESS_CARD)
  await expect.poll(() => preview.names('handler')).toContain('onHideLoader')
  await expect(form.field('pan')).toBeVisible()
  expect((await api('payments.list', {})).items).toEqual([])
})

test('a payment id that was used, here or elsewhere, is not suggested again', async ({ workbench }) => {
  const { page, api } = workbench
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Preview' }).click()
  const id = page.getByRole('textbox', { name: /^payment_id/ })
  await expect(id).toHaveAttribute('placeholder', /^preview-/)
  const suggested = (await id.getAttribute('placeholder')) ?? ''
  await api('payments.create', { amount: 4650, currency: 'EUR', paymentId: suggested })
  await expect(id).toHaveAttribute('placeholder', new RegExp(`^preview-(?!${suggested.slice(8)})`))
  const offered = (await id.getAttribute('placeholder')) ?? ''
  await page.getByRole('button', { name: /^Open/ }).first().click()
  await expect(previewPage(page).events).toContainText(`payment ${offered}`)
  await expect(id).toHaveAttribute('placeholder', new RegExp(`^next: preview-(?!${offered.slice(8)})`))
})

test('a form with cards only leads to the setting in which methods are found by words', async ({
  workbench: { page },
}) => {
  const { open } = workbenchPage(page)
  await open('Preview')
  const hint = page.getByRole('button', { name: 'Add methods in Settings' })
  await hint.click()
  const add = page.getByRole('combobox', { name: 'Add a method to Methods of the project' })
  await expect(add).toBeFocused()
  await page.keyboard.insertText('easypaisa')
  await page.keyboard.press('Enter')
  const setting = page.locator('.switch-setting', { has: add })
  await expect(setting.getByRole('textbox')).toHaveValue('wallet/easypaisa')
  await expect(setting.getByRole('status')).toHaveText('1 method')
  // In the list of kinds, a method begins with the kind that it has.
  const kinds = page.getByRole('combobox', { name: 'Add a method to Kinds, times and limits of methods' })
  await kinds.fill('easypaisa')
  await kinds.press('Enter')
  await expect(page.getByLabel('Kinds, times and limits of methods', { exact: true })).toHaveValue(
    /^wallet\/easypaisa \w+$/,
  )
  await open('Preview')
  await expect(page.getByRole('button', { name: /^Open/ }).first()).toBeVisible()
  await expect(hint).toBeHidden()
})
