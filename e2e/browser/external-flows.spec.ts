import { statusOf } from '#e2e/fixtures/merchant/form-host'
import {
  ASKS_AVS,
  CHALLENGE,
  DECLINE,
  expect,
  OPENED,
  pay,
  SENT,
  SUCCESS,
  test,
} from '#e2e/fixtures/merchant/external-shop'

/** Contract 8.7 and 8.9 seen from a page that writes its own messages. */
for (const method of ['get', 'post'] as const) {
  test(`opened by ${method}: every message of a payment, in order and with its data`, async ({
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

test('a decline without further attempts', async ({ shop, host }) => {
  const form = await shop.open({ payment_id: 'Foreign-decline', customer_id: 'buyer-1' })
  await pay(form, DECLINE)
  await shop.expectNames([...OPENED, ...SENT, 'payment_fail'])
  expect(await shop.dataOf('payment_fail')).toMatchObject({ payment: { status: 'decline' } })
  await expect.poll(() => host.callbacks('Foreign-decline').map(statusOf)).toEqual(['decline'])
})

test('a decline that is tried again, and again, and cancelled', async ({ shop, host }) => {
  const id = 'Foreign-retry'
  const form = await shop.open({ payment_id: id, customer_id: 'buyer-1' }, { project: 'with retries' })
  await pay(form, DECLINE)
  await form.locator('[data-action="retry"] button[type="submit"]').click()
  await shop.expectNames([...OPENED, ...SENT, 'payment.try_again'])
  await pay(form, DECLINE)
  await form.locator('[data-action="give-up"]').click()
  const whole = [...OPENED, ...SENT, 'payment.try_again', ...SENT, 'payment.canceled', 'payment_fail']
  await shop.expectNames(whole)
  const posted = await shop.posted()
  expect(posted.filter(({ name }) => name.startsWith('payment.'))).toEqual([
    { name: 'payment.try_again' },
    { name: 'payment.canceled' },
  ])
  await expect
    .poll(() => host.callbacks(id).map(statusOf))
    .toEqual(['awaiting customer', 'awaiting customer', 'decline'])
})

test('an attempt that succeeds after a decline', async ({ shop, host }) => {
  const id = 'Foreign-second'
  const form = await shop.open({ payment_id: id, customer_id: 'buyer-1' }, { project: 'with retries' })
  await pay(form, DECLINE)
  await form.locator('[data-action="retry"] button[type="submit"]').click()
  await pay(form, SUCCESS)
  await shop.expectNames([...OPENED, ...SENT, 'payment.try_again', ...SENT, 'payment_success'])
  await expect.poll(() => host.callbacks(id).map(statusOf)).toEqual(['awaiting customer', 'success'])
})

test('a clarification: shown, submitted in part, shown again, submitted whole', async ({ shop, host }) => {
  const id = 'Foreign-clarify'
  const form = await shop.open({ payment_id: id, customer_id: 'buyer-1' })
  await pay(form, ASKS_AVS)
  await shop.expectNames([...OPENED, ...SENT, 'show_clarification_page'])
  await form.locator('[name="avs_data.avs_street_address"]').fill('14 Long Walk')
  await form.locator('[name="avs_data.avs_post_code"]').fill('#')
  await form.locator('button[type="submit"]').click()
  const inPart = ['submit_clarification_form', 'show_clarification_page']
  await shop.expectNames([...OPENED, ...SENT, 'show_clarification_page', ...inPart])
  await expect(form.locator('[name="avs_data.avs_street_address"]')).toHaveCount(0)
  await form.locator('[name="avs_data.avs_post_code"]').fill('H91 AB12')
  await form.locator('button[type="submit"]').click()
  await shop.expectNames([
    ...[...OPENED, ...SENT, 'show_clarification_page'],
    ...[...inPart, 'submit_clarification_form', 'payment_success'],
  ])
  const posted = await shop.posted()
  expect(posted.filter(({ name }) => name.includes('clarification')).every((one) => !('data' in one))).toBe(
    true,
  )
  await expect
    .poll(() => host.callbacks(id).map(statusOf))
    .toEqual(['awaiting clarification', 'awaiting clarification', 'success'])
})

test('3-D Secure: away to the issuer and back, and the wrong code declines', async ({ shop, host }) => {
  for (const [id, code, end] of [
    ['Foreign-secure', '123456', 'payment_success'],
    ['Foreign-insecure', '000000', 'payment_fail'],
  ] as const) {
    const form = await shop.open({ payment_id: id, customer_id: 'buyer-1' }, { as: id })
    await pay(form, CHALLENGE)
    await shop.expectNames([...OPENED, ...SENT, 'redirect_iframe'], id)
    const issuer = form.frameLocator('iframe[data-issuer]')
    await issuer.locator('[name="code"]').fill(code)
    await issuer.locator('button').first().click()
    await shop.expectNames([...OPENED, ...SENT, 'redirect_iframe', 'redirect_iframe_complete', end], id)
    const way = (await shop.posted(id)).filter(({ name }) => name.startsWith('redirect'))
    expect(way).toEqual([{ name: 'redirect_iframe' }, { name: 'redirect_iframe_complete' }])
    await expect.poll(() => host.callbacks(id).map(statusOf)[0]).toBe('awaiting 3ds result')
  }
})

test('a token is made without a payment', async ({ shop, host }) => {
  const customer = 'buyer-token'
  const withoutPayment = { payment_amount: null, payment_currency: null, customer_email: null }
  const form = await shop.open({ mode: 'card_tokenize', customer_id: customer, ...withoutPayment })
  await pay(form, SUCCESS)
  await shop.expectNames([...OPENED, ...SENT, 'tokenize_success'])
  const result = (await shop.dataOf('tokenize_success')) as { readonly token: string }
  expect(result).toMatchObject({
    general: { customer_id: customer },
    request: { action: 'tokenize', status: 'success' },
    customer: { id: customer },
    token: expect.stringMatching(/^[0-9a-f]{64}$/),
    token_status: 'active',
    token_created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
  })
  await expect.poll(() => host.callbacks(customer).map(statusOf)).toEqual(['active'])
  expect(host.callbacks(customer)[0]).toMatchObject({ token: result.token })
})

test('a card is verified, or not', async ({ shop, host }) => {
  for (const [id, card, end] of [
    ['Foreign-verify', SUCCESS, 'card_verify_success'],
    ['Foreign-refuse', DECLINE, 'card_verify_fail'],
  ] as const) {
    const verify = { mode: 'card_verify', payment_id: id, payment_amount: 0, customer_id: 'buyer-1' }
    const form = await shop.open(verify, { as: id })
    await pay(form, card)
    await shop.expectNames([...OPENED, ...SENT, end], id)
    expect(await shop.dataOf(end, id)).toMatchObject({
      sum_request: { amount: 0 },
      operations: [{ type: 'account verification' }],
    })
    await expect.poll(() => host.callbacks(id).length).toBe(1)
  }
})

test('the card that was used last is chosen, asked about, deleted, and both are announced', async ({
  shop,
  host,
}) => {
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

test('the page is asked to leave for a return address', async ({ shop }) => {
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

test('a return button only posts a message in an iframe, and closes a modal', async ({ shop }) => {
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
