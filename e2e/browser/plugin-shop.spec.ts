import type { Page } from '@playwright/test'
import {
  ASKS_AVS,
  CHALLENGE,
  DECLINE,
  expect,
  hostTest,
  scriptRan,
  SUCCESS,
  typeCard,
  type Form,
} from '#e2e/fixtures/merchant/external-shop'
import { openPluginShop, type PluginShop } from '#e2e/fixtures/merchant/plugin-shop'
import { formIn } from '#e2e/pages/form-page'

type Mode = 'modal' | 'iframe' | 'embedded' | 'tab' | 'redirect'
/** The modal is left out, because the Firefox tests pay in it. */
const MODES_FOR_CARDS = ['embedded', 'redirect'] as const
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

/** Where the form of each mode appears; only the embedded one is there before the order is placed. */
const FORM_OF: Readonly<Record<Mode, (page: Page) => Form | Promise<Form>>> = {
  modal: async (page) => {
    await placeOrder(page)
    return page.frameLocator('#ep-modal-body iframe')
  },
  iframe: async (page) => {
    await placeOrder(page)
    return page.frameLocator('#form iframe')
  },
  embedded: (page) => page.frameLocator('#form iframe'),
  tab: async (page) => {
    const opening = page.context().waitForEvent('page')
    await placeOrder(page)
    return opening
  },
  redirect: async (page) => {
    await placeOrder(page)
    await expect(page).toHaveURL(/\/payment\?/)
    return page
  },
}

/** Opens the form as a guest, whose e-mail address the shop passes on when the order is placed. */
async function openForm(page: Page, shop: PluginShop, mode: Mode, method = 'card') {
  await page.goto(`${shop.url}/checkout?mode=${mode}&method=${method}`)
  await page.getByLabel('E-mail').fill(EMAIL)
  const form = await FORM_OF[mode](page)
  return formIn(form, mode === 'embedded' ? () => placeOrder(page) : undefined)
}

async function payIn(page: Page, shop: PluginShop, mode: Mode, pan: string): Promise<Form> {
  const { place, submit } = await openForm(page, shop, mode)
  await typeCard(place, { pan })
  await submit()
  return place
}

/**
 * Waits for the end, and returns the page of the shop that shows the order. If a payment on a framed form is declined,
 * the customer stays in the checkout.
 */
async function endOf(
  page: Page,
  shop: PluginShop,
  form: Form,
  platform: 'success' | 'decline',
): Promise<Page> {
  const last = 'goto' in form ? form : page
  if (platform === 'decline' && last !== form) {
    await expect(page.locator('#message')).toHaveText('Your payment was declined')
    await expect(page.locator('#overlay')).toBeHidden()
    await page.goto(`${shop.url}/order?order=${String(await page.evaluate('cart.order'))}`)
    return page
  }
  await expect(last).toHaveURL(platform === 'success' ? /\/thanks\?/ : /\/failed\?/)
  return last
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

/** Refunds a part of the order that the page shows, then the rest. */
async function refundAll(page: Page, shop: PluginShop): Promise<void> {
  await page.goto(`${shop.url}/order?order=${orderOn(page)}`)
  await refund(page, '1650')
  await expectState(page, 'partly refunded', 'partially reversed')
  await refund(page)
  await expectState(page, 'refunded', 'reversed')
}

for (const mode of MODES_FOR_CARDS) {
  test(`${mode}: a guest pays, and staff refund the payment`, async ({ page, shop }) => {
    const form = await payIn(page, shop, mode, SUCCESS)
    await endOf(page, shop, form, 'success')
    await expectState(page, 'paid', 'success')
    await refundAll(page, shop)
  })

  test(`${mode}: a declined payment leaves the customer in the shop`, async ({ page, shop }) => {
    const form = await payIn(page, shop, mode, DECLINE)
    await endOf(page, shop, form, 'decline')
    await expectState(page, 'declined', 'decline')
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

/** What customers do on the provider's page, the shop's state of the order then, and the platform's. */
const OUTCOMES = {
  pays: {
    decide: (provider: Page) => provider.getByRole('button', { name: /^Pay \d/ }).click(),
    state: 'paid',
    platform: 'success',
  },
  'pays another amount': {
    decide: async (provider: Page) => {
      await provider.getByText('Pay another amount').click()
      await provider.getByRole('button', { name: '23.25', exact: true }).click()
    },
    state: 'other amount',
    platform: 'success',
  },
  'is declined': {
    decide: (provider: Page) => provider.getByRole('button', { name: 'Decline' }).click(),
    state: 'declined',
    platform: 'decline',
  },
  cancels: {
    decide: (provider: Page) => provider.getByRole('button', { name: 'Cancel and go back' }).click(),
    state: 'cancelled',
    platform: 'decline',
  },
} as const

interface MethodCase {
  readonly mode: Mode
  readonly method: string
  readonly outcome: keyof typeof OUTCOMES
  /** What the form requests, because the shop did not send it. */
  readonly fields?: Readonly<Record<string, string>>
  /** The bank that the customer chooses from the group. */
  readonly bank?: string
  /** The method has no provider's page. */
  readonly isDirect?: true
  readonly isRefunded?: true
  readonly tag?: '@long'
}

/** Every mode, method and outcome at least once. */
const METHOD_CASES: readonly MethodCase[] = [
  { mode: 'modal', method: 'ideal', outcome: 'is declined' },
  { mode: 'embedded', method: 'blik', outcome: 'cancels', fields: { 'customer.email': EMAIL } },
  { mode: 'tab', method: 'paypal-wallet', outcome: 'pays', isRefunded: true },
  {
    mode: 'iframe',
    method: 'klarna',
    outcome: 'pays another amount',
    fields: { 'customer.country': 'DE', 'customer.billing.country': 'DE' },
    tag: '@long',
  },
  { mode: 'redirect', method: 'openbanking', outcome: 'pays', bank: 'Ideal', tag: '@long' },
  {
    mode: 'redirect',
    method: 'apple_pay_core',
    outcome: 'pays',
    isDirect: true,
    isRefunded: true,
    tag: '@long',
  },
]

/** The provider's page: in place of the form, or in a new tab beside a framed form. */
async function providerOf(page: Page, form: Form): Promise<Page> {
  if ('goto' in form) {
    await expect(form).toHaveURL(/\/provider\//)
    return form
  }
  const opening = page.context().waitForEvent('page')
  await form.getByRole('link', { name: /^Continue to / }).click()
  return opening
}

for (const { mode, method, outcome, fields = {}, bank, isDirect, isRefunded, tag = [] } of METHOD_CASES) {
  test(`${mode}: a customer with ${method} ${outcome}`, { tag }, async ({ page, shop }) => {
    const { place, fill, submit } = await openForm(page, shop, mode, method)
    // The first document of a frame is empty, and would count as complete.
    await place.locator('h1').waitFor()
    await scriptRan(place)
    if (bank !== undefined) await place.getByRole('button', { name: bank }).click()
    await fill(fields)
    await submit()
    const { decide, state, platform } = OUTCOMES[outcome]
    if (isDirect !== true) await decide(await providerOf(page, place))
    const last = await endOf(page, shop, place, platform)
    await expectState(last, state, platform)
    if (isRefunded === true) await refundAll(last, shop)
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
