import { gate } from '#core/testing/listening'
import { expect, SUCCESS, test } from '#e2e/fixtures/merchant/external-shop'
import { formIn, type HostedForm, openingOf } from '#e2e/pages/form-page'

const WAITS_FOR_THE_PROVIDER = '4000000000017055'

/** Waits for the script of a form that fills the page: it starts after the first paint, and then groups digits. */
async function waitForScript(form: HostedForm): Promise<void> {
  await expect(async () => {
    await form.field('pan').fill(SUCCESS)
    expect(await form.field('pan').inputValue()).toBe('4000 0000 0000 0077')
  }).toPass()
}

/** A form that fills a tab, which customers reload when nothing seems to happen. */
test('reloading the page shows the current state of the payment', async ({ page, host }) => {
  const opening = openingOf(host, { payment_id: 'Tab-1' })
  await page.goto(opening)
  const form = formIn(page)
  await waitForScript(form)
  expect(page.url(), 'before the confirmation the parameters stay in the address').toBe(opening)
  await page.reload()
  await expect(form.field('pan')).toHaveValue('')

  await waitForScript(form)
  await form.pay(WAITS_FOR_THE_PROVIDER)
  await expect(page).toHaveURL(/\/payment\/[0-9a-f]{32}$/)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Your payment is being processed')
  const response = await page.reload()
  expect(response?.status()).toBe(200)
  await expect(title).toHaveText('Your payment is being processed')
})

test('the Pay button is disabled until the script of the form has loaded', async ({ page, host }) => {
  const { opened: pressed, open: press } = gate()
  await page.route(/\/form\.js/, async (route) => {
    await pressed
    await route.continue()
  })
  await page.goto(openingOf(host, { payment_id: 'Early-1' }), { waitUntil: 'commit' })
  const paying = formIn(page).pay(SUCCESS)
  await expect(page.locator('button[type=submit]')).toBeDisabled()
  press()
  await paying
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid 46.50 EUR')
})
