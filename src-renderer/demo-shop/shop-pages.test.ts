import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openChromium } from '#e2e/fixtures/library/chromium'
import { signature } from '../../docs/examples/sign.mjs'
import { buildCustomerFile } from '../../scripts/build-customer.mjs'
import type { Preview } from '#merchant/shop/responses'
import { SECRET } from '#merchant/shop/testing/shop-setup'
import { openShopStage, type ShopStage } from '#merchant/shop/testing/shop-stage'

let stage: ShopStage
let browser: Browser
let context: BrowserContext
let page: Page
let faults: string[]

beforeAll(async () => {
  const [merchantJs, merchantCss, shopJs, shopCss, previewJs] = await Promise.all([
    buildCustomerFile('merchant.js'),
    buildCustomerFile('merchant.css'),
    buildCustomerFile('shop.js'),
    buildCustomerFile('shop.css'),
    buildCustomerFile('preview.js'),
  ])
  stage = await openShopStage({ merchantJs, merchantCss, shopJs, shopCss, previewJs })
  browser = await openChromium()
}, 60_000)
afterAll(async () => {
  await browser.close()
  await stage.close()
})
beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
  faults = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  stage.openings.length = 0
  stage.reported.length = 0
})
afterEach(async () => {
  await context.close()
})

/** Waits long enough for the shop, which polls its server once a second. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

/** Puts two products into the basket and goes to the payment page. */
async function buy(mode: string, method = 'post'): Promise<void> {
  await page.goto(`${stage.shopUrl}/shop`)
  await page.getByRole('button', { name: 'Add Ridged mug to the basket' }).click()
  await page.getByRole('link', { name: 'Tableware' }).click()
  await page.getByRole('button', { name: 'Add Salt cellar with spoon to the basket' }).click()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.getByText('For testers').click()
  await page.locator(`[name=mode][value=${mode}]`).check()
  await page.locator(`[name=method][value=${method}]`).check()
  await page.getByRole('button', { name: 'Pay 46.50 EUR' }).click()
}

async function formFrame(within: Page = page): Promise<Frame> {
  await eventually(() => find(within)).toBeDefined()
  const frame = find(within)
  if (frame === undefined) throw new Error('no frame')
  await frame.waitForFunction('guid !== null')
  return frame
}
const find = (within: Page): Frame | undefined =>
  within.frames().find((frame) => frame.url().startsWith(`${stage.platformUrl}/payment`))

const say = (frame: Frame, message: string, data?: unknown): Promise<unknown> =>
  frame.evaluate(`say(${JSON.stringify(message)}, ${JSON.stringify(data ?? null)})`)

const lastOpening = () => {
  const opening = stage.openings.at(-1)
  if (opening === undefined) throw new Error('nothing was opened')
  return opening
}

/** Posts a signed callback about the payment, as the platform does. */
async function callBack(status: string): Promise<number> {
  const { parameters } = lastOpening()
  const body = {
    project_id: 9041,
    payment: { id: parameters.get('payment_id'), status, date: '2031-04-09T16:24:41+0000', sum: SUM },
    operation: { id: 1, code: '0' },
  }
  const text = JSON.stringify({ ...body, signature: signature(body, SECRET) })
  const response = await fetch(parameters.get('merchant_callback_url') ?? '', { method: 'POST', body: text })
  return response.status
}
const SUM = { amount: 4650, currency: 'EUR' }

describe('the shop in a browser', () => {
  it('raises and lowers the quantity of a product, but never below one', async () => {
    await page.goto(`${stage.shopUrl}/shop`)
    await page.getByRole('button', { name: 'Add Ridged mug to the basket' }).click()
    expect(await page.getByRole('button', { name: 'One less: Ridged mug' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'One more: Ridged mug' }).click()
    await eventually(() => page.locator('.item .price').textContent()).toBe('49.00 EUR')
    await page.getByRole('button', { name: 'One less: Ridged mug' }).click()
    await eventually(() => page.locator('.item .price').textContent()).toBe('24.50 EUR')
  })

  it.each([
    ['modal', 'get', 'popup'],
    ['iframe', 'post', 'iframe'],
    ['embedded', 'post', 'embedded'],
    ['tab', 'get', 'tab'],
  ])('opens a signed form in mode %s with method %s', async (mode, method, frameMode) => {
    await buy(mode, method)
    if (mode === 'tab') await page.waitForURL(`${stage.platformUrl}/payment?**`)
    else await formFrame()
    const { parameters, method: arrivedMethod } = lastOpening()
    expect(arrivedMethod).toBe(method.toUpperCase())
    expect(parameters.get('frame_mode')).toBe(frameMode)
    const unsigned = [...parameters].filter(([name]) => name !== 'frame_mode' && !name.startsWith('_'))
    const { signature: received, ...rest } = Object.fromEntries(unsigned)
    expect(received).toBe(signature(rest, SECRET))
    expect(faults).toEqual([])
  })

  it.each(['show_clarification_page', 'payment_fail'])(
    'brings an embedded form into view when it posts %s',
    async (message) => {
      await page.setViewportSize({ width: 420, height: 400 })
      await buy('embedded')
      const frame = await formFrame()
      const top = (): Promise<number> =>
        page.evaluate<number>(`document.querySelector('.form-place iframe').getBoundingClientRect().top`)
      await page.locator('footer').scrollIntoViewIfNeeded()
      expect(await top()).toBeLessThan(0)
      await say(frame, `epframe.${message}`, {})
      await eventually(top).toBeGreaterThanOrEqual(0)
      expect(await top()).toBeLessThan(200)
    },
  )

  it('goes to the order when the form is closed after payment, and stays if it is closed earlier', async () => {
    await buy('modal')
    await formFrame()
    await page.locator('#ep-modal-close').click()
    await eventually(() => page.locator('#hint').textContent()).toContain('Nothing was paid')
    await page.getByRole('button', { name: 'Pay 46.50 EUR' }).click()
    const frame = await formFrame()
    await say(frame, 'epframe.payment_sent')
    await eventually(() => page.locator('#hint').textContent()).toContain('is being processed')
    await page.locator('#ep-modal-close').click()
    await page.waitForURL(`${stage.shopUrl}/shop/orders/shop-*`)
  })

  it('lets its own button submit an embedded form, if the order is still unpaid', async () => {
    await buy('embedded')
    const frame = await formFrame()
    await page.getByRole('button', { name: 'Pay 46.50 EUR' }).click()
    const heard = () => frame.evaluate<{ message: string; data?: unknown }[]>('heard')
    await eventually(heard).toContainEqual({ message: 'epframe.embedded_mode.try_submit' })
    await say(frame, 'epframe.embedded_mode.check_submit', {})
    const answer = 'epframe.embedded_mode.check_submit.result'
    await eventually(heard).toContainEqual({ message: answer, data: { result: true } })
    await callBack('success')
    await say(frame, 'epframe.embedded_mode.check_submit', {})
    await eventually(heard).toContainEqual({ message: answer, data: { result: false } })
  })
})

const PREVIEW: Preview = {
  id: 'a1',
  projectId: 9041,
  parameters: { project_id: 9041, payment_id: 'Shop-1', payment_amount: 4650, payment_currency: 'EUR' },
  mode: 'modal',
  method: 'post',
  css: '',
  checkSubmit: 'resolve',
  createdAt: 0,
}

/** Opens a preview inside the workbench; returns a function that lists the reports so far. */
async function openPreview(
  change: Partial<Preview>,
  workbench = stage.workbenchUrl,
): Promise<() => readonly string[]> {
  stage.previews.set('a1', { ...PREVIEW, ...change })
  await page.goto(`${workbench}/?${encodeURIComponent(`${stage.shopUrl}/shop/preview/a1`)}`)
  return () => reports().map(({ kind, name }) => `${kind} ${name}`)
}

const reports = () => stage.reported.flatMap((each) => each.reports)

describe('a previewed form', () => {
  it.each(['modal', 'iframe', 'embedded'] as const)('reports all events in mode %s', async (mode) => {
    const parameters =
      mode === 'modal' ? PREVIEW.parameters : { ...PREVIEW.parameters, target_element: 'payment-form' }
    const reported = await openPreview({ mode, parameters })
    const frame = await formFrame()
    await say(frame, 'epframe.payment_success', { payment: { status: 'success' } })
    await eventually(reported).toContain('handler onPaymentSuccess')
    expect(reported().filter((line) => !line.includes('resize'))).toEqual([
      'handler onRun',
      'message-out link',
      'message-in epframe.loaded',
      'handler onLoaded',
      'message-in epframe.payment_success',
      'handler onPaymentSuccess',
    ])
    expect(stage.reported.at(-1)?.preview).toBe('a1')
    expect(JSON.parse(reports().at(-1)?.data ?? '')).toMatchObject({ payment: { status: 'success' } })
    expect(faults).toEqual([])
  })

  it('links back to the shop after a success', async () => {
    await openPreview({})
    const frame = await formFrame()
    await say(frame, 'epframe.payment_success', { payment: { status: 'success' } })
    const shop = frame.parentFrame()
    await shop?.getByRole('heading', { name: 'Order confirmed' }).waitFor()
    expect(await shop?.locator('#order-title').textContent()).toBe('Order Shop-1')
    expect(await shop?.locator('#pay').isVisible()).toBe(false)
    expect(await shop?.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toBe('/shop')
  })

  it('has no onCheckSubmit if its checkSubmit is none', async () => {
    const parameters = { ...PREVIEW.parameters, target_element: 'payment-form' }
    const reported = await openPreview({ mode: 'embedded', checkSubmit: 'none', parameters })
    const frame = await formFrame()
    await say(frame, 'epframe.embedded_mode.check_submit', {})
    await say(frame, 'epframe.payment_sent')
    await eventually(reported).toContain('handler onPaymentSent')
    expect(reported()).not.toContain('handler onCheckSubmit')
  })

  it('reports errors, console output and resources blocked by the CSP, but no functions', async () => {
    const reported = await openPreview({})
    const frame = await formFrame()
    await say(frame, 'epframe.fail_loading', { message: 'Application error' })
    const shop = frame.parentFrame()
    await shop?.evaluate(`
      setTimeout(function () { throw new Error('from the page') })
      console.error('written', 1)
      document.body.appendChild(document.createElement('img')).src = 'http://127.0.0.1:9/x.png'
    `)
    await eventually(reported).toContain('csp img-src')
    await eventually(reported).toContain('error Uncaught Error: from the page')
    expect(reported()).toContain('console error')
    const failData: unknown = JSON.parse(reports().find(({ name }) => name === 'onFailLoading')?.data ?? '')
    expect(failData).toMatchObject({ message: 'Application error', config: { payment_id: 'Shop-1' } })
    expect(failData).not.toHaveProperty('config.onLoaded')
  })

  it('reports that the library refused the config', async () => {
    const reported = await openPreview({ parameters: { mode: 'gift' } })
    await eventually(reported).toContain('error The library refused the config')
  })

  it("applies the tester's styles", async () => {
    await openPreview({
      css: '.quill .ep-modal-wrap { border-radius: 3px }',
      parameters: { ...PREVIEW.parameters, css_modal_wrap: 'quill' },
    })
    const shop = (await formFrame()).parentFrame()
    const radius = await shop?.evaluate<string>(
      "getComputedStyle(document.getElementById('ep-modal-wrap')).borderRadius",
    )
    expect(radius).toBe('3px')
    expect(faults).toEqual([])
  })

  it('posts no message to the window that embeds it', async () => {
    await openPreview({})
    await eventually(() => reports().map(({ name }) => name)).toContain('onLoaded')
    expect(await page.evaluate<number>('messages.length')).toBe(0)
  })
})

describe('every page of the shop', () => {
  const pages = [
    '/shop',
    '/shop/cart',
    '/shop/checkout',
    '/shop/orders',
    'order',
    'pay',
    '/shop/preview/a1',
  ] as const

  it.each([
    ['light', 1280],
    ['dark', 320],
  ] as const)(
    'passes axe and fits the window, %s at %d pixels',
    async (colorScheme, width) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await buy('iframe')
      await formFrame()
      const order = `/shop/orders/${(lastOpening().parameters.get('payment_id') ?? '').replace(/-1$/, '')}`
      await callBack('awaiting clarification')
      await page.goto(`${stage.shopUrl}/shop`)
      await page.getByRole('button', { name: 'Add Bud vase to the basket' }).click()
      stage.previews.set('a1', PREVIEW)
      for (const path of pages) {
        const target = path === 'order' ? order : path === 'pay' ? `${order}/pay` : path
        await page.goto(`${stage.shopUrl}${target}`)
        await page.evaluate(
          `document.querySelectorAll('details').forEach(function (each) { each.open = true })`,
        )
        const { violations } = await new AxeBuilder({ page })
          .options({ preload: false })
          .exclude('.ep-iframe')
          .analyze()
        expect(violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html ?? ''}`)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      }
      expect(faults).toEqual([])
    },
    60_000,
  )
})
