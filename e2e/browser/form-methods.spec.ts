import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import decodeQr from 'jsqr'
import type { FormHost } from '#e2e/fixtures/merchant/form-host'
import { expect, test } from '#e2e/fixtures/merchant/external-shop'
import { servePage } from '#e2e/fixtures/merchant/page-server'
import { openingOf } from '#e2e/pages/form-page'

const NAMES = { customer_first_name: 'Nora', customer_last_name: 'Vale' }

/** The address that opens the form for a payment by a method. */
const openingBy = (host: FormHost, id: string, method: string, path?: string): string =>
  openingOf(host, { payment_id: id, force_payment_method: method, ...NAMES }, path)

/** Reads the QR code in a picture as a phone would. */
async function textOfQr(page: Page, picture: string): Promise<string | undefined> {
  const { data, width, height } = await page.evaluate(async (source) => {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data
    return { data: Array.from(pixels ?? []), width: canvas.width, height: canvas.height }
  }, picture)
  return decodeQr(Uint8ClampedArray.from(data), width, height)?.data
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('in a tab, the customer goes to the provider and comes back to the result', async ({ page, host }) => {
  await page.goto(openingBy(host, 'Ideal-tab', 'ideal'))
  await page.getByRole('button', { name: 'Pay 46.50 EUR' }).click()
  await expect(page).toHaveURL(/\/provider\//)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    }
  }
  await page.getByText('Pay another amount').click()
  await page.getByRole('button', { name: '23.25', exact: true }).click()
  await expect(heading(page)).toHaveText('Paid 23.25 EUR')
  await expect(page).toHaveURL(/\/payment\/[0-9a-f]{32}$/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Paid 23.25 EUR' })).toBeVisible()
})

test('the provider’s page needs only a keyboard', async ({ page, host }) => {
  await page.goto(openingBy(host, 'Ideal-keys', 'ideal'))
  await page.getByRole('button', { name: 'Pay 46.50 EUR' }).click()
  await expect(page).toHaveURL(/\/provider\//)
  const choices = ['Pay 46.50 EUR', 'Pay another amount', 'Decline', 'Leave', 'Cancel and go back']
  for (const choice of choices) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toContainText(choice)
  }
  for (const choice of choices.slice(1, -1).toReversed()) {
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator(':focus')).toContainText(choice)
  }
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Amount')).toBeFocused()
  await page.keyboard.type('40')
  // The amount that was typed counts, not the first of those that are offered.
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Paid 40.00 EUR')
})

test('in a frame, the provider opens in a new tab, and the form continues by itself', async ({
  page,
  host,
}) => {
  const shop = await servePage(
    `<iframe width="600" height="800" src="${openingBy(host, 'Ideal-frame', 'ideal').replaceAll('&', '&amp;')}&amp;frame_mode=iframe"></iframe>`,
  )
  await page.goto(shop.url)
  const form = page.frameLocator('iframe')
  await form.getByRole('button', { name: 'Pay 46.50 EUR' }).click()
  const opening = page.context().waitForEvent('page')
  await form.getByRole('link', { name: 'Continue to iDEAL' }).click()
  const provider = await opening
  await expect(form.getByRole('link', { name: 'Open again' })).toBeVisible()
  await provider.getByRole('button', { name: 'Decline' }).click()
  await expect(provider.getByText('You can close this tab and go back to the payment.')).toBeVisible()
  await expect(form.getByRole('heading', { level: 1 })).toHaveText('iDEAL declined the payment')
  await shop.close()
})

test('a QR code leads to the provider’s page', async ({ page, host }) => {
  await page.goto(openingBy(host, 'Bybit-qr', 'bybit'))
  await page.getByRole('button', { name: 'Pay 46.50 EUR' }).click()
  const code = page.getByRole('img', { name: 'QR code' })
  const picture = `data:image/png;base64,${(await code.screenshot()).toString('base64')}`
  const text = await textOfQr(page, picture)
  const link = page.getByRole('link', { name: 'Pay on this device' })
  expect(`${text ?? ''}&language=en`).toBe(`${host.platform}${(await link.getAttribute('href')) ?? ''}`)
  const phone = await page.context().newPage()
  await phone.goto(text ?? '')
  await phone.getByRole('button', { name: /^Pay 46/ }).click()
  await expect(heading(page)).toHaveText('Paid 46.50 EUR')
})

test('a QR code of the form, requested by GET or by POST, opens it', async ({ page, host }) => {
  for (const method of ['GET', 'POST'] as const) {
    const opening = new URL(openingBy(host, `Form-qr-${method}`, 'ideal', '/payment/generate-qr'))
    const { origin, pathname, searchParams } = opening
    const response = await (method === 'GET'
      ? fetch(opening)
      : fetch(`${origin}${pathname}`, { method, body: searchParams }))
    const { img_src } = (await response.json()) as { readonly img_src: string }
    await page.goto(host.platform)
    await page.goto((await textOfQr(page, img_src)) ?? '')
    await expect(heading(page)).toHaveText('Pay with iDEAL')
  }
})

test('the details of a transfer can be copied, and the customer may change their mind', async ({
  page,
  host,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(openingBy(host, 'Transfer', 'multibanco'))
  await page.getByRole('button', { name: 'Pay 46.50 EUR' }).click()
  await page.getByRole('button', { name: 'Copy: Reference' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const shown = await page.locator('dd bdi').last().textContent()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shown)
  await page.getByRole('button', { name: 'Cancel the payment' }).click()
  await expect(heading(page)).toHaveText('The payment was cancelled')
})

test('the choice of ways to pay has a search, and is announced to the shop', async ({ page, host }) => {
  await page.goto(openingOf(host, { payment_id: 'Choice', force_payment_group: 'openbanking' }))
  const search = page.getByRole('searchbox')
  await search.fill('ideal')
  await expect(page.getByRole('listitem').filter({ visible: true })).toContainText(['iDEAL'])
  await search.fill('zzz')
  await expect(page.getByText('Nothing has this name.')).toBeVisible()
  await search.fill('')
  await page.getByRole('button', { name: /^Klarna/ }).press('Enter')
  await expect(heading(page)).toHaveText('Pay with Klarna')
  await expect(page).toHaveTitle(/^Pay with Klarna · /)
  await page.getByRole('button', { name: 'Other ways to pay' }).click()
  await expect(heading(page)).toHaveText('How would you like to pay?')
})

test('a list of banks must be answered; its search keeps the chosen bank in view and does not pay', async ({
  page,
  host,
}) => {
  await page.goto(openingBy(host, 'Banks', 'online-estonian-banks'))
  const banks = page.getByRole('radio')
  await expect(banks).toHaveCount(8)
  const pay = page.getByRole('button', { name: 'Pay 46.50 EUR' })
  await pay.click()
  const error = page.getByText('Choose your bank')
  await expect(error).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await banks.nth(1).check()
  await expect(error).toBeHidden()
  const last = await banks.last().evaluate((radio) => radio.parentElement?.querySelector('b')?.textContent)
  await page.getByRole('searchbox').fill(last ?? '')
  await expect(banks.filter({ visible: true })).toHaveCount(2)
  await page.getByRole('searchbox').press('Enter')
  await banks.last().check()
  await page.getByRole('searchbox').fill('zzz')
  await expect(banks.filter({ visible: true })).toHaveCount(1)
  await expect(page.getByText('Nothing has this name.')).toBeVisible()
  await pay.click()
  await expect(page).toHaveURL(/\/provider\//)
})
