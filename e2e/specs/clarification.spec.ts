import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

test('fields are selected by preset, by search and by a custom name, and the callback is previewed', async ({
  workbench: { page, api },
  merchant,
}) => {
  const { dialog, detail, row, chooseMore } = workbenchPage(page)
  const { key } = await api('payments.create', { amount: 990, currency: 'EUR', paymentId: 'ask-1' })
  await detail('Payment ask-1').getByRole('button', { name: 'Request clarification…' }).click()
  const ask = dialog('Request clarification')
  const preview = ask.getByRole('region', { name: 'Callback that will be sent' })
  const catalogue = ask.getByRole('region', { name: 'Field catalogue' })
  await expect(ask.getByRole('button', { name: 'Request fields' })).toBeDisabled()

  // By preset, by search, by a custom name.
  await ask.getByRole('button', { name: 'AVS pair' }).click()
  await expect(preview).toContainText('avs_street_address')
  const search = ask.getByRole('textbox', { name: 'Search fields' })
  await search.fill('day_of_birth')
  await expect(catalogue.getByRole('checkbox', { name: /^avs_post_code/ })).toBeHidden()
  await catalogue.getByRole('checkbox', { name: /^day_of_birth/ }).check()
  // An error about a name disappears with the next change, whether of the name or of the selection.
  await search.fill('name')
  await search.press('Enter')
  await expect(ask.getByText('Enter a custom name as key.name')).toBeVisible()
  await catalogue
    .getByRole('checkbox', { name: /^first_name/ })
    .first()
    .check()
  await expect(ask.getByText('Enter a custom name as key.name')).toBeHidden()
  await catalogue
    .getByRole('checkbox', { name: /^first_name/ })
    .first()
    .uncheck()
  await search.fill('customer.shoe_size')
  await search.press('Enter')
  await expect(catalogue.getByRole('group', { name: /Custom names/ })).toContainText('customer.shoe_size')
  // A preset adds to the fields selected by hand.
  await ask.getByRole('button', { name: 'AVS pair' }).click()
  for (const name of ['avs_post_code', 'avs_street_address', 'day_of_birth', 'shoe_size'])
    await expect(preview).toContainText(name)
  await expect(ask.getByRole('region', { name: 'Answer as curl' })).toContainText('/v2/payment/clarification')
  await expect(ask).toContainText('The merchant has 30:00')
  await expect(ask.getByRole('button', { name: /Request 4 fields/ })).toBeEnabled()
  const announced = await preview.getByLabel('Body of the callback').textContent()
  expect(announced).toContain('clarification_fields')

  await page.keyboard.press('Control+Enter')
  await expect(ask).toBeHidden()
  const payment = detail('Payment ask-1')
  const waiting = payment.getByRole('region', { name: 'What the payment is waiting for' })
  await expect(waiting).toContainText('4 missing')
  await waiting.locator('summary').click()
  await expect(waiting).toContainText('shoe_size')
  await expect(row(/awaiting clarification ask-1/)).toBeVisible()
  const copy = waiting.getByRole('button', { name: 'Copy the answer as curl' })
  await copy.click()
  await expect(copy).toHaveText('Copied')

  // A wrong value is refused with a reason, in the response and in the window; a correct one is not.
  const refused = await merchant.clarify('ask-1', {
    customer: { day_of_birth: 'in spring', shoe_size: '43' },
  })
  expect(refused.body).toMatchObject({
    errors: [{ field: 'additional_data.customer.day_of_birth', message: expect.any(String) }],
  })
  await expect(waiting).toContainText('1 refused')
  await expect(waiting.getByRole('row', { name: /customer.day_of_birth refused/ })).toBeVisible()
  const refusals = (await api('payments.get', { key })).submission?.refused ?? []
  expect(refusals.map(({ path }) => path)).toEqual([expect.stringContaining('day_of_birth')])
  await expect(waiting).toContainText(refusals[0]?.message ?? 'a reason')

  // The tester expires the payment. The menu of its row requires confirmation, as the menu of its pane does.
  await row(/ask-1/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Expire and decline…' }).click()
  await dialog(/^Expire and decline .*\?$/)
    .getByRole('button', { name: 'Cancel' })
    .click()
  expect((await api('payments.get', { key })).status).toBe('awaiting clarification')
  await chooseMore(payment, 'Expire and decline…')
  await dialog(/^Expire and decline .*\?$/)
    .getByRole('button', { name: 'Expire and decline' })
    .click()
  await expect(row(/decline \d+ ask-1/)).toBeVisible()
  await expect(waiting).toBeHidden()
})
