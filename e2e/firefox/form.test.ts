import type { Browser, Frame, Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { launchFirefox } from '#e2e/fixtures/firefox/launch'
import { type Call, openWidget } from '#e2e/fixtures/library/merchant-page'
import { shopPage } from '#e2e/fixtures/library/pages'
import { type FormHost, type ProjectName, startFormHost, statusOf } from '#e2e/fixtures/merchant/form-host'
import { type PageServer, servePage } from '#e2e/fixtures/merchant/page-server'
import { openPluginShop } from '#e2e/fixtures/merchant/plugin-shop'
import { clickIn } from '#e2e/fixtures/firefox/click'

let host: FormHost
let shop: PageServer
let browser: Browser
let page: Page

beforeAll(async () => {
  host = await startFormHost()
  shop = await servePage(shopPage(host.platform))
  browser = await launchFirefox()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
  await host.end()
})
beforeEach(async () => {
  page = await browser.newPage()
  await page.goto(shop.url)
})
afterEach(async () => {
  await page.close()
})

const SUCCESS = '4000000000000077'
const DECLINE = '4111111111111111'
const CHALLENGE = '4314220000000056'
const ASKS_AVS = '4000000000017006'

const OPENED = ['onRun', 'onLoaded', 'onResize', 'onPaymentMethodSelect']
const SENT = ['onPaymentSent', 'onPaymentSubmitResult']

const within = { timeout: 20_000, interval: 100 }

const calls = async (): Promise<readonly Call[]> =>
  (await page.evaluate('JSON.parse(JSON.stringify(calls))')) as Call[]

/** Waits until exactly these handlers were called; of the resizes only the first counts. */
const expectCalls = async (names: readonly string[]): Promise<void> => {
  await expect
    .poll(async () => {
      const all = (await calls()).map(({ name }) => name)
      return all.filter((name, at) => name !== 'onResize' || all.indexOf(name) === at)
    }, within)
    .toEqual(names)
}

const dataOf = async (name: string): Promise<unknown> =>
  (await calls()).findLast((call) => call.name === name)?.data

const expectCallbacks = async (of: string, statuses: readonly string[]): Promise<void> => {
  await expect.poll(() => host.callbacks(of).map(statusOf), within).toEqual(statuses)
}

const submit = (form: Frame): Promise<void> => clickIn(form, 'button[type="submit"]:not([disabled])')

const type = async (form: Frame, name: string, text: string): Promise<void> => {
  await form.waitForSelector(`[name="${name}"]`)
  await form.type(`[name="${name}"]`, text)
}

/** What the customer presses on the provider's page. */
const PROVIDER = { pay: '.pv-do > form > .pv-b', cancel: '.pv-do > form > .pv-b.plain' } as const

async function pay(form: Frame, pan: string): Promise<void> {
  await type(form, 'pan', pan)
  await type(form, 'expiry', '0733')
  await type(form, 'cvv', '123')
  await type(form, 'card_holder', 'Nora Vale')
  await submit(form)
}

describe.each([
  { mode: 'modal', method: 'get', place: {} },
  { mode: 'iframe', method: 'post', place: { target_element: 'one' } },
] as const)('the form in Firefox ($mode, opened by $method)', ({ mode, method, place }) => {
  const idOf = (name: string): string => `${mode}-${name}`

  const open = async (
    change: Readonly<Record<string, string | number | null>>,
    project: ProjectName = 'plain',
  ): Promise<Frame> => {
    const config = host.signed({ customer_id: `buyer-${mode}`, ...place, ...change }, project)
    await openWidget(page, { config, method })
    const form = await page.waitForFrame((one) => one.url().startsWith(`${host.platform}/payment`))
    await expectCalls(OPENED)
    return form
  }

  it('takes a payment', async () => {
    const id = idOf('success')
    const form = await open({ payment_id: id })
    await pay(form, SUCCESS)
    await expectCalls([...OPENED, ...SENT, 'onPaymentSuccess'])
    expect(await dataOf('onPaymentSuccess')).toMatchObject({
      payment: { id, status: 'success' },
      account: { number: '400000******0077' },
      sum_request: { amount: 4650, currency: 'EUR' },
    })
    expect((await calls()).every(({ self }) => self)).toBe(true)
    await expectCallbacks(id, ['success'])
    if (mode === 'iframe') return
    await page.click('#ep-modal-close')
    await expectCalls([...OPENED, ...SENT, 'onPaymentSuccess', 'onExit'])
  })

  it('reports a decline', async () => {
    const id = idOf('decline')
    await pay(await open({ payment_id: id }), DECLINE)
    await expectCalls([...OPENED, ...SENT, 'onPaymentFail'])
    expect(await dataOf('onPaymentFail')).toMatchObject({ payment: { id, status: 'decline' } })
    await expectCallbacks(id, ['decline'])
  })

  it('sends the customer to the issuer and back', async () => {
    const id = idOf('challenge')
    const form = await open({ payment_id: id })
    await pay(form, CHALLENGE)
    await expectCalls([...OPENED, ...SENT, 'onRedirectIframe'])
    // The frame's first document is empty, and a wait started there is lost when the issuer's page replaces it.
    const issuer = await page.waitForFrame(
      (one) => one.parentFrame() === form && one.url().startsWith(host.platform),
    )
    await type(issuer, 'code', '123456')
    await submit(issuer)
    await expectCalls([
      ...OPENED,
      ...SENT,
      'onRedirectIframe',
      'onRedirectIframeComplete',
      'onPaymentSuccess',
    ])
    await expectCallbacks(id, ['awaiting 3ds result', 'success'])
  })

  it('takes a payment by a method, whose provider opens in a new tab', async () => {
    const id = idOf('method')
    const names = { customer_first_name: 'Nora', customer_last_name: 'Vale' }
    const form = await open({ payment_id: id, force_payment_method: 'ideal', ...names })
    await submit(form)
    await clickIn(form, 'a[target="_blank"]')
    const target = await browser.waitForTarget((one) => one.url().startsWith(`${host.platform}/provider/`))
    const provider = await target.asPage()
    await clickIn(provider.mainFrame(), PROVIDER.pay)
    await expectCalls([...OPENED, ...SENT, 'onPaymentSuccess'])
    expect(await dataOf('onPaymentSuccess')).toMatchObject({
      payment: { id, method: 'ideal', status: 'success' },
    })
    await expectCallbacks(id, ['awaiting redirect result', 'success'])
    await provider.close()
  })

  it('requests wrong values again', async () => {
    const id = idOf('partial')
    const form = await open({ payment_id: id })
    await pay(form, ASKS_AVS)
    await expectCalls([...OPENED, ...SENT, 'onShowClarificationPage'])
    await type(form, 'avs_data.avs_street_address', '14 Long Walk')
    await type(form, 'avs_data.avs_post_code', '#')
    await submit(form)
    const asked = ['onShowClarificationPage', 'onSubmitClarificationForm']
    await expectCalls([...OPENED, ...SENT, ...asked, 'onShowClarificationPage'])
    expect(await form.$('[name="avs_data.avs_street_address"]')).toBeNull()
    // The refused value is still there to be corrected: three clicks select it.
    await clickIn(form, '[name="avs_data.avs_post_code"]', 3)
    await type(form, 'avs_data.avs_post_code', 'H91 AB12')
    await submit(form)
    await expectCalls([...OPENED, ...SENT, ...asked, ...asked, 'onPaymentSuccess'])
    await expectCallbacks(id, ['awaiting clarification', 'awaiting clarification', 'success'])
  })

  it('causes no payment and no callback if it is closed early', async () => {
    const id = idOf('closed')
    const form = await open({ payment_id: id })
    await type(form, 'pan', SUCCESS)
    if (mode === 'modal') await page.click('#ep-modal-close')
    else await page.evaluate('widgets.a.closePopup()')
    await expectCalls([...OPENED, 'onExit', 'onDestroy'])
    expect((await calls()).find(({ name }) => name === 'onExit')?.count).toBe(0)
    const { items } = await host.api('payments.list', { query: `id="${id}"` })
    expect(items).toEqual([])
    expect(host.callbacks(id)).toEqual([])
  })

  it('can be retried after a decline', async () => {
    const id = idOf('retry')
    const form = await open({ payment_id: id }, 'with retries')
    await pay(form, DECLINE)
    await form.waitForSelector('[data-action="retry"]')
    await expectCallbacks(id, ['awaiting customer'])
    await expectCalls([...OPENED, ...SENT])
    await submit(form)
    await pay(form, SUCCESS)
    await expectCalls([...OPENED, ...SENT, 'onPaymentTryAgain', ...SENT, 'onPaymentSuccess'])
    await expectCallbacks(id, ['awaiting customer', 'success'])
  })

  it('makes a token', async () => {
    const customer = idOf('token')
    const noPayment = { payment_amount: null, payment_currency: null, customer_email: null }
    await pay(await open({ mode: 'card_tokenize', customer_id: customer, ...noPayment }), SUCCESS)
    await expectCalls([...OPENED, ...SENT, 'onTokenizeSuccess'])
    expect(await dataOf('onTokenizeSuccess')).toMatchObject({
      request: { action: 'tokenize', status: 'success' },
      token_status: 'active',
    })
    await expectCallbacks(customer, ['active'])
  })

  it('verifies a card', async () => {
    const id = idOf('verify')
    await pay(await open({ mode: 'card_verify', payment_id: id, payment_amount: 0 }), SUCCESS)
    await expectCalls([...OPENED, ...SENT, 'onCardVerifySuccess'])
    await expectCallbacks(id, ['success'])
  })
})

describe('a shop like the common plugins in Firefox', () => {
  const arrivesAt = async (path: RegExp): Promise<void> => {
    await expect.poll(() => page.url(), within).toMatch(path)
  }

  it('gets back a customer who cancels at the provider', async () => {
    const plugin = await openPluginShop(host)
    onTestFinished(() => plugin.close())
    await page.goto(`${plugin.url}/checkout?mode=redirect&method=paypal-wallet`)
    await page.type('#email', 'nora@mail.test')
    await page.click('#order')
    await arrivesAt(/\/payment\?/)
    await submit(page.mainFrame())
    await arrivesAt(/\/provider\//)
    await clickIn(page.mainFrame(), PROVIDER.cancel)
    await arrivesAt(/\/failed\?/)
    const shown = (): Promise<unknown> => page.evaluate("document.querySelector('#state')?.textContent")
    await expect.poll(shown, within).toBe('cancelled')
    expect(plugin.problems).toEqual([])
  })
})
