import type { Page } from '@playwright/test'
import {
  ASKS_AVS,
  CHALLENGE,
  DECLINE,
  expect,
  hostTest,
  pay,
  SUCCESS,
  typeCard,
  type Form,
} from '#e2e/fixtures/merchant/external-shop'
import { openPluginShop, type PluginShop } from '#e2e/fixtures/merchant/plugin-shop'

/** The modal is left out, because the Firefox tests pay in it. */
const MODES = ['embedded', 'redirect'] as const
type Mode = (typeof MODES)[number]
const EMAIL = 'nora@mail.test'

const test = hostTest.extend<{ shop: PluginShop }>({
  shop: async ({ host, page }, use) => {
    const shop = await openPluginShop(host)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await use(shop)
    await page.close()
    await shop.close()
    expect(shop.problems, 'errors in the back end of the shop').toEqual([])
    expect(errors, 'uncaught errors of the shop, the library and the form').toEqual([])
  },
})

/** Tall enough for the whole checkout: a click right after a scroll can hit the previous position of the frame. */
test.use({ viewport: { width: 1280, height: 1400 } })

const placeOrder = (page: Page): Promise<void> => page.getByRole('button', { name: 'Place order' }).click()

/** Pays as a guest, whose e-mail address the shop passes on when the order is placed. */
async function payIn(page: Page, shop: PluginShop, mode: Mode, pan: string): Promise<Form> {
  await page.goto(`${shop.url}/checkout?mode=${mode}`)
  await page.getByLabel('E-mail').fill(EMAIL)
  if (mode === 'embedded') {
    const form = page.frameLocator('#form iframe')
    await typeCard(form, { pan })
    await placeOrder(page)
    return form
  }
  await placeOrder(page)
  await expect(page).toHaveURL(/\/payment\?/)
  await pay(page, pan)
  return page
}

/** The order named in the address of the page. */
const orderOn = (page: Page): string => new URL(page.url()).searchParams.get('order') ?? ''

async function expectState(page: Page, state: string, platform: string): Promise<void> {
  await expect(page.locator('#state')).toHaveText(state)
  await expect(page.locator('#platform')).toHaveText(platform)
}

async function refund(page: Page, amount = ''): Promise<void> {
  await page.getByLabel('Amount').fill(amount)
  await page.getByRole('button', { name: 'refund' }).click()
}

for (const mode of MODES) {
  test(`${mode}: a guest pays, and staff refund the payment`, async ({ page, shop }) => {
    await payIn(page, shop, mode, SUCCESS)
    await expect(page).toHaveURL(/\/thanks\?/)
    await expectState(page, 'paid', 'success')
    const order = orderOn(page)
    await page.goto(`${shop.url}/order?order=${order}`)
    await refund(page, '1650')
    await expectState(page, 'partly refunded', 'partially reversed')
    await refund(page)
    await expectState(page, 'refunded', 'reversed')
  })

  test(`${mode}: a declined payment leaves the customer in the shop`, async ({ page, shop }) => {
    await payIn(page, shop, mode, DECLINE)
    if (mode === 'redirect') {
      await expect(page).toHaveURL(/\/failed\?/)
      await expectState(page, 'declined', 'decline')
      return
    }
    await expect(page.locator('#message')).toHaveText('Your payment was declined')
    await expect(page.locator('#overlay')).toBeHidden()
  })

  test(`${mode}: the issuer asks the customer to confirm`, async ({ page, shop }) => {
    await payIn(page, shop, mode, CHALLENGE)
    await page.locator('[name="code"]').fill('123456')
    await page.locator('form.acs-code button').click()
    await expect(page).toHaveURL(/\/thanks\?/)
    await expectState(page, 'paid', 'success')
  })

  test(`${mode}: the platform requests more data, and continues with it`, async ({ page, shop }) => {
    const form = await payIn(page, shop, mode, ASKS_AVS)
    await form.locator('[name="avs_data.avs_post_code"]').fill('H91 AB12')
    await form.locator('[name="avs_data.avs_street_address"]').fill('14 Long Walk')
    if (mode === 'embedded') {
      await expect(page.locator('#overlay')).toBeHidden()
      await placeOrder(page)
    } else await form.locator('button[type="submit"]').click()
    await expect(page).toHaveURL(/\/thanks\?/)
    await expectState(page, 'paid', 'success')
  })
}

test('every change to the cart recreates the frame, and the customer stays in the checkout', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/checkout?mode=embedded`)
  const form = page.frameLocator('#form iframe')
  for (const quantity of ['2', '3']) {
    await form.locator('[name="pan"]').waitFor()
    await page.getByLabel('Quantity').fill(quantity)
    await page.getByLabel('Quantity').press('Tab')
    await expect(page.locator('#total')).toHaveText((46.5 * Number(quantity)).toFixed(2))
  }
  await expect.poll(() => page.evaluate('frames')).toBe(3)
  await typeCard(form, { pan: SUCCESS })
  // Without an e-mail address the shop does not agree; the form stays open and requests nothing itself.
  await placeOrder(page)
  await expect(page.locator('#message')).toHaveText('Enter your e-mail address')
  await expect(form.locator('[name="customer.email"]')).toBeHidden()
  await page.getByLabel('E-mail').fill(EMAIL)
  await placeOrder(page)
  await expect(page).toHaveURL(/\/thanks\?/)
  await expectState(page, 'paid', 'success')
  expect(shop.order(orderOn(page)).total).toBe(13950)
})

test('a customer who closes the modal leaves the checkout', async ({ page, shop }) => {
  await page.goto(`${shop.url}/checkout?mode=modal`)
  await page.getByLabel('E-mail').fill(EMAIL)
  await placeOrder(page)
  await page.frameLocator('#ep-modal-body iframe').locator('[name="pan"]').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/left$/)
})
