import { statusOf } from '#e2e/fixtures/merchant/form-host'
import {
  ASKS_AVS,
  DECLINE,
  expect,
  OPENED,
  pay,
  SENT,
  SUCCESS,
  test,
  typeCard,
  type ExternalShop,
} from '#e2e/fixtures/merchant/external-shop'

const embedded = { frameMode: 'embedded', method: 'post' } as const
const ASKED = [...OPENED, 'embedded_mode.check_submit'] as const
const LOADING = ['embedded_mode.show_loader', ...SENT] as const

/** The shop's own pay button (contract 8.9, embedded flow). */
const tryToPay = (shop: ExternalShop): Promise<void> => shop.send('epframe.embedded_mode.try_submit')
const answer = (shop: ExternalShop, data: Readonly<Record<string, unknown>>): Promise<void> =>
  shop.send('epframe.embedded_mode.check_submit.result', data)

test('embedded: wrong fields are reported, the shop is asked, agrees and adds its data', async ({
  shop,
  host,
}) => {
  const id = 'Embedded-1'
  const form = await shop.open(
    { payment_id: id, customer_id: 'buyer-1', customer_email: null, customer_phone: '353861234567' },
    embedded,
  )
  await expect(form.locator('[name="pan"]')).toBeVisible()
  await expect(form.locator('button[type="submit"]')).toHaveCount(0)
  await tryToPay(shop)
  await shop.expectNames([...OPENED, 'embedded_mode.validation_error'])
  const problems = (await shop.dataOf('embedded_mode.validation_error')) as Readonly<Record<string, string>>
  expect(Object.keys(problems)).toEqual(['pan', 'expiry', 'cvv', 'card_holder'])
  expect(Object.values(problems).every((text) => text.length > 5)).toBe(true)

  await typeCard(form, { pan: ASKS_AVS })
  await tryToPay(shop)
  const before = [...OPENED, 'embedded_mode.validation_error', 'embedded_mode.check_submit']
  await shop.expectNames(before)
  expect(await shop.dataOf('embedded_mode.check_submit')).toEqual({})
  await answer(shop, {
    result: true,
    payment_amount: 1,
    payment_id: 'Other',
    avs_post_code: 'H91 AB12',
    additional_parameters: { avs_street_address: '14 Long Walk' },
  })
  // Both values of the pair came with the answer, so nothing more is requested; the page cannot set amounts or ids.
  await shop.expectNames([...before, ...LOADING, 'embedded_mode.hide_loader', 'payment_success'])
  expect(await shop.dataOf('payment_success')).toMatchObject({
    payment: { id },
    sum_request: { amount: 4650 },
  })
  await expect.poll(() => host.callbacks(id).map(statusOf)).toEqual(['success'])
})

test('embedded: a shop that never answers counts as refusing after 30 seconds', async ({ shop, host }) => {
  await shop.page.clock.install()
  const form = await shop.open({ payment_id: 'Embedded-3', customer_id: 'buyer-1' }, embedded)
  await typeCard(form, { pan: SUCCESS })
  await tryToPay(shop)
  await shop.expectNames(ASKED)
  await shop.page.clock.fastForward(20_000)
  expect(await shop.names()).toEqual(ASKED)
  await shop.page.clock.fastForward(10_000)
  await shop.expectNames([...ASKED, 'embedded_mode.hide_loader'])
  await expect(form.getByRole('alert')).toBeVisible()
  await answer(shop, { result: true })
  await tryToPay(shop)
  await shop.expectNames([...ASKED, 'embedded_mode.hide_loader', 'embedded_mode.check_submit'])
  expect(host.callbacks('Embedded-3')).toEqual([])
})

test("the page's own submit button works like the form's, and Enter is announced", async ({ shop }) => {
  const form = await shop.open({ payment_id: 'External-1', customer_id: 'buyer-1' })
  await typeCard(form, { pan: SUCCESS, cvv: '12' })
  await form.locator('[name="cvv"]').press('Enter')
  await shop.expectNames([...OPENED, 'enter_key_pressed'])
  await expect(form.locator('[name="cvv"]')).toHaveAttribute('aria-invalid', 'true')
  await form.locator('[name="cvv"]').fill('123')
  await shop.send('epframe.external_widget_form_submission')
  await shop.expectNames([...OPENED, 'enter_key_pressed', ...SENT, 'payment_success'])
  expect((await shop.posted()).find(({ name }) => name === 'enter_key_pressed')).toEqual({
    name: 'enter_key_pressed',
  })
})

test('buttons that the page has locked stay locked, even if another form is cancelled', async ({ shop }) => {
  const one = await shop.open(
    { payment_id: 'Pair-1', customer_id: 'buyer-1' },
    { as: 'one', project: 'with retries' },
  )
  const two = await shop.open({ payment_id: 'Pair-2', customer_id: 'buyer-2' }, { as: 'two' })
  await shop.expectNames(OPENED, 'two')
  await typeCard(two, { pan: SUCCESS })
  await shop.send('epframe.embedded_mode.buttons_disable', {}, {}, 'two')
  await expect(two.locator('button[type="submit"]')).toBeDisabled()
  await shop.send('epframe.external_widget_form_submission', undefined, {}, 'two')
  await pay(one, DECLINE)
  await one.locator('[data-action="give-up"]').click()
  await shop.expectNames([...OPENED, ...SENT, 'payment.canceled', 'payment_fail'], 'one')
  await shop.send('epframe.embedded_mode.buttons_enable', {}, {}, 'two')
  await expect(two.locator('button[type="submit"]')).toBeEnabled()
  expect(await shop.names('two')).toEqual(OPENED)
})
