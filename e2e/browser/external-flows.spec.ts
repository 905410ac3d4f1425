import { statusOf } from '#e2e/fixtures/merchant/form-host'
import { expect, OPENED, pay, SENT, SUCCESS, test } from '#e2e/fixtures/merchant/external-shop'

/** Contract 8.7 and 8.9, as seen by a page that does not use our library. */
for (const method of ['get', 'post'] as const) {
  test(`a form opened by ${method} posts every message of a payment in order, with its data`, async ({
    shop,
    host,
  }) => {
    const id = `Foreign-${method}`
    const form = await shop.open(
      { payment_id: id, customer_id: `buyer-${method}`, payment_description: 'Tea & honey, no?' },
      { method },
    )
    await shop.expectNames(OPENED)
    await expect(form.getByText('Tea & honey, no?')).toBeVisible()
    await pay(form, SUCCESS)
    await shop.expectNames([...OPENED, ...SENT, 'payment_success'])

    const posted = await shop.posted()
    expect(posted[0]).toEqual({ name: 'loaded', data: { width: 480, height: expect.any(Number) } })
    expect(posted[1]).toEqual({ name: 'resize', data: posted[0]?.data })
    expect(await shop.dataOf('payment_method_select')).toEqual({
      name: 'Bank cards',
      payment_method_type: '1',
      payment_method_code: 'card',
    })
    expect(posted.find(({ name }) => name === 'payment_sent')).toEqual({ name: 'payment_sent' })
    const { request_id: requestId } = (await shop.dataOf('payment_submit_result')) as { request_id: string }
    expect(await shop.dataOf('payment_success')).toMatchObject({
      request_id: requestId,
      status: 'success',
      payment: { id, status: 'success' },
      sum_request: { amount: 4650, currency: 'EUR' },
      account: { number: '400000******0077' },
      customer: { id: `buyer-${method}` },
      general: { payment_id: id },
      rrn: '',
      return_url: '',
    })
    await expect.poll(() => host.callbacks(id).map(statusOf)).toEqual(['success'])
    expect(host.callbacks(id)[0]).toMatchObject({ operation: { request_id: requestId } })
  })
}

test('the card used last is selected and can be removed, and both are announced', async ({ shop, host }) => {
  const customer = 'buyer-wallet'
  const first = await shop.open({ payment_id: 'Foreign-save', customer_id: customer }, { as: 'save' })
  await first.locator('[name="save"]').check()
  await pay(first, SUCCESS)
  await shop.expectNames([...OPENED, ...SENT, 'payment_success'], 'save')

  const form = await shop.open({ payment_id: 'Foreign-wallet', customer_id: customer })
  await expect(form.locator('[name="saved_card"]:not([value=""])')).toBeChecked()
  await shop.expectNames([...OPENED, 'wallet_select', 'wallet_selected'])
  const card = await shop.dataOf('wallet_select')
  expect(card).toMatchObject({
    code: 'card',
    pan: '400000******0077',
    pan_first6: '400000',
    pan_last4: '0077',
    month: '7',
    year: '2033',
    type: 'visa',
    expired: '0',
    cvv_required: '1',
    holder: 'Nora Vale',
    id: expect.stringMatching(/^\d+$/),
    token: expect.stringMatching(/^[0-9a-f]{64}$/),
    field_values: expect.any(Object),
  })
  await form.getByRole('button', { name: 'Remove card Visa\u00a0••••\u00a00077' }).click()
  await form.getByRole('button', { name: 'Remove', exact: true }).click()
  await shop.expectNames([...OPENED, 'wallet_select', 'wallet_selected', 'wallet_remove', 'wallet_removed'])
  expect(await shop.dataOf('wallet_remove')).toEqual(card)
  expect(await shop.dataOf('wallet_removed')).toEqual(card)
  await expect(form.locator('[name="saved_card"]:not([value=""])')).toHaveCount(0)
  await expect.poll(() => host.callbacks(customer).map(statusOf)).toContain('revoke')
})

test('the page is asked to navigate to a return address', async ({ shop }) => {
  const form = await shop.open({
    payment_id: 'Foreign-leave',
    customer_id: 'buyer-1',
    redirect_success_url: 'https://shop.test/done?order=1',
    redirect_success_mode: 'parent_page',
  })
  await pay(form, SUCCESS)
  await shop.expectNames([...OPENED, ...SENT, 'payment_success', 'redirect'])
  expect(await shop.dataOf('redirect')).toEqual({ url: 'https://shop.test/done?order=1' })
})

test('a return button in a frame posts exit, and before a result also destroy', async ({ shop }) => {
  const back = { customer_id: 'buyer-1', merchant_return_url: 'https://shop.test/cart' }
  const inFrame = await shop.open({ payment_id: 'Foreign-back', ...back }, { as: 'frame' })
  await inFrame.locator('[data-leave]').click()
  await shop.expectNames([...OPENED, 'exit', 'destroy'], 'frame')
  const done = await shop.open(
    { payment_id: 'Foreign-end', customer_id: 'buyer-1', merchant_success_url: 'https://shop.test/done' },
    { as: 'modal', frameMode: 'popup' },
  )
  await pay(done, SUCCESS)
  await done.locator('[data-leave]').click()
  await shop.expectNames([...OPENED, ...SENT, 'payment_success', 'exit'], 'modal')
  expect(await shop.dataOf('payment_success', 'modal')).toMatchObject({
    return_url: 'https://shop.test/done',
  })
})
