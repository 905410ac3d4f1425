import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContext, Frame, FrameLocator, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openChromium } from '../../e2e/library/chromium'
import { buildCustomerFile } from '../../scripts/build-customer.mjs'
import { renderErrorPage } from '../../src-main/platform/form/pages/error-page'
import { renderIssuerDone, renderIssuerPage } from '../../src-main/platform/form/pages/issuer-page'
import type { FormTheme } from '../../src-main/domain/form/settings'
import type { FormView } from '../../src-main/domain/form/view'
import {
  aFrame,
  aPage,
  aSavedCard,
  CARD_VIEW,
  CLARIFICATION_VIEW,
  FORM_NOW,
  RESULT_VIEW,
} from '../../src-main/domain/testing/form-pages'
import { type FormServer, shopPage, startFormServer } from '../../src-main/net/testing/form-server'

interface Heard {
  readonly message: string
  readonly guid: string
  readonly data?: Record<string, unknown>
}

let files: { readonly js: string; readonly css: string }
let browser: Browser
let server: FormServer
let context: BrowserContext
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  files = { js: await buildCustomerFile('form.js'), css: await buildCustomerFile('form.css') }
  browser = await openChromium()
}, 60_000)
afterAll(() => browser.close())

beforeEach(async () => {
  server = await startFormServer(files)
  context = await browser.newContext({ viewport: { width: 600, height: 900 } })
  page = await context.newPage()
  complaints.length = 0
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text())
  })
})
afterEach(async () => {
  await context.close()
  await server.close()
  expect(complaints).toEqual([])
})

/** Opens a shop's page with the form in a frame; `null` never links. */
async function openShop(
  linkDelay: number | null = 0,
  guids: readonly string[] = ['aaaa-1'],
): Promise<FrameLocator> {
  server.documents.set(
    '/shop',
    shopPage(
      guids.map((guid) => ({ url: `${server.platform}/payment/s1`, guid })),
      linkDelay,
    ),
  )
  await page.goto(`${server.shop}/shop`)
  return page.frameLocator('#frame-0')
}

function showView(view: FormView, frame = aFrame()): void {
  server.show({ kind: 'page', page: aPage(view, { frame }) })
}

async function heard(): Promise<readonly Heard[]> {
  return page.evaluate<readonly Heard[]>('window.heard')
}

/** Names of what was said, resizes left out: they depend on fonts. */
async function said(): Promise<readonly string[]> {
  return (await heard())
    .map(({ message }) => message.replace('epframe.', ''))
    .filter((name) => name !== 'resize')
}

async function saidUntil(name: string): Promise<readonly string[]> {
  await expect.poll(said).toContain(name)
  return said()
}

/** The data of the last message of a name. */
async function dataOf(name: string): Promise<Record<string, unknown> | undefined> {
  return (await heard()).findLast(({ message }) => message === `epframe.${name}`)?.data
}

async function tell(message: string, more: Record<string, unknown> = {}): Promise<void> {
  await page.evaluate(`window.tell(${JSON.stringify({ message, ...more })})`)
}

async function fillCard(form: FrameLocator, number = '4000000000017006'): Promise<void> {
  await form.locator('[name=pan]').pressSequentially(number)
  await form.locator('[name=expiry]').pressSequentially('0733')
  await form.locator('[name=cvv]').fill('123')
  await form.locator('[name=card_holder]').fill('NORA VALE')
}

const BEGINNING = ['loaded', 'payment_method_select']
const registered = [
  { message: 'epframe.payment_sent' },
  { message: 'epframe.payment_submit_result', data: { request_id: 'r-1' } },
]
const success = { message: 'epframe.payment_success', data: { status: 'success' } }

function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement)
}

describe('the line to the page around', () => {
  it('tells its size first, then resizes, then names the method', async () => {
    showView(CARD_VIEW)
    await openShop()
    await saidUntil('payment_method_select')
    const all = await heard()
    expect(all.slice(0, 3).map(({ message }) => message)).toEqual([
      'epframe.loaded',
      'epframe.resize',
      'epframe.payment_method_select',
    ])
    expect(all[0]?.data?.['width']).toBe(480)
    expect(all[0]?.data?.['height']).toBeGreaterThan(300)
    expect(all[2]?.data).toEqual({
      name: 'Bank cards',
      payment_method_type: '1',
      payment_method_code: 'card',
    })
  })

  it('keeps everything until a link that comes late', async () => {
    showView(CARD_VIEW)
    const form = await openShop(null)
    await form.locator('[name=pan]').waitFor()
    expect(await heard()).toEqual([])
    await tell('link', { guid: 'aaaa-1' })
    expect(await saidUntil('payment_method_select')).toEqual(BEGINNING)
  })

  it('says nothing at all to a page that never links', async () => {
    showView(CARD_VIEW)
    const form = await openShop(null)
    server.answer({ kind: 'page', page: aPage(RESULT_VIEW) })
    await fillCard(form)
    await form.locator('button[type=submit]').click()
    await form.getByRole('heading', { name: 'Paid' }).waitFor()
    expect(await heard()).toEqual([])
  })

  it('signs with the guid of its own widget, where two are on one page', async () => {
    showView(CARD_VIEW)
    await openShop(0, ['aaaa-1', 'bbbb-2'])
    const loaded = async (): Promise<readonly string[]> =>
      (await heard()).filter(({ message }) => message === 'epframe.loaded').map(({ guid }) => guid)
    await expect.poll(async () => (await loaded()).toSorted()).toEqual(['aaaa-1', 'bbbb-2'])
  })

  it('takes another guid from a second link', async () => {
    showView(CARD_VIEW)
    await openShop()
    await saidUntil('payment_method_select')
    await tell('link', { guid: 'cccc-3' })
    await tell('resize')
    await expect.poll(async () => (await heard()).at(-1)?.guid).toBe('cccc-3')
  })

  it('hears nobody but the page around', async () => {
    showView(CARD_VIEW)
    await openShop()
    await saidUntil('payment_method_select')
    const frame = formFrame()
    await frame.evaluate(`window.postMessage(JSON.stringify({message: 'link', guid: 'evil'}), '*')`)
    await tell('resize')
    await expect.poll(async () => (await heard()).at(-1)?.message).toBe('epframe.resize')
    expect((await heard()).every(({ guid }) => guid === 'aaaa-1')).toBe(true)
  })

  it('tells of its own errors in no message of the contract', async () => {
    showView(CARD_VIEW)
    await openShop()
    await saidUntil('payment_method_select')
    await page.evaluate(`
      window.faults = []
      window.addEventListener('message', function (event) {
        if (typeof event.data === 'object') window.faults.push(event.data)
      })`)
    await formFrame().evaluate(`
      setTimeout(function () { throw new Error('broken') })
      document.createElement('img').src = 'https://elsewhere.test/x.png'`)
    const faults = (): Promise<readonly Record<string, unknown>[]> => page.evaluate('window.faults')
    await expect.poll(async () => (await faults()).length).toBe(2)
    const kinds = (await faults()).map(({ source, kind, name }) => [source, kind, name])
    expect(kinds.toSorted()).toEqual([
      ['paybench-form', 'csp', 'img-src'],
      ['paybench-form', 'error', 'Uncaught Error: broken'],
    ])
    expect(await said()).toEqual(BEGINNING)
    expect(complaints).toHaveLength(2)
    complaints.length = 0
  })

  it('says nothing where the shop merely takes the frame away', async () => {
    showView(CARD_VIEW)
    await openShop()
    await saidUntil('payment_method_select')
    await page.evaluate(`
      var first = document.getElementById('frame-0'), second = first.cloneNode()
      second.id = 'frame-again'
      first.parentNode.replaceChild(second, first)`)
    await page.frameLocator('#frame-again').locator('[name=pan]').waitFor()
    await page.evaluate(`document.getElementById('frame-again').src = 'about:blank'`)
    await page.frameLocator('#frame-again').locator('body:empty').waitFor({ state: 'attached' })
    expect(await said()).toEqual(BEGINNING)
  })

  it('says destroy when the customer closes the modal before a result, and nothing after one', async () => {
    showView(CARD_VIEW)
    await openShop()
    await saidUntil('payment_method_select')
    await tell('close')
    await page.evaluate(`document.getElementById('frame-0').src = 'about:blank'`)
    expect(await saidUntil('destroy')).toEqual([...BEGINNING, 'destroy'])

    showView(RESULT_VIEW)
    await openShop()
    await saidUntil('loaded')
    await tell('close')
    await page.evaluate(`document.getElementById('frame-0').src = 'about:blank'`)
    await page.frameLocator('#frame-0').locator('body:empty').waitFor({ state: 'attached' })
    expect(await said()).toEqual(['loaded'])
  })

  it('tells the size of a refused opening, so that it is seen whole, and then that it failed', async () => {
    server.documents.set('/payment/s1', errorPage())
    showView(CARD_VIEW)
    await openShop()
    await saidUntil('fail_loading')
    const told = await heard()
    expect(told.slice(0, 3).map(({ message }) => message)).toEqual([
      'epframe.loaded',
      'epframe.resize',
      'epframe.fail_loading',
    ])
    expect(told[2]?.data).toEqual({ message: 'Application error' })
    await expect.poll(() => formFrame().evaluate('innerWidth')).toBe(480)
    const height = await formFrame().evaluate<number>(
      `Math.ceil(document.getElementById('pf').getBoundingClientRect().height)`,
    )
    // A frame that is not laid out yet has no width; it says so again once it has one.
    await expect.poll(() => dataOf('resize')).toEqual({ width: 480, height })
  })
})

function errorPage(popup = true, theme: FormTheme = 'light'): string {
  return renderErrorPage({
    language: 'en',
    status: 400,
    code: '3261',
    message: 'Invalid signature',
    errors: [{ field: 'signature', code: '3261', message: 'The signature does not match' }],
    description: '{"status":"error"}',
    requestId: 'r-1',
    framed: popup,
    popup,
    css: files.css,
    theme,
    nonce: 'x',
    script: '/payment/assets/form.js',
  })
}

function bankPage(place: 'frame' | 'page', theme: FormTheme = 'light'): string {
  return renderIssuerPage({
    language: 'en',
    place,
    css: files.css,
    theme,
    nonce: 'x',
    action: '/payment/s1/issuer',
    shopName: 'Quillmere Ceramics',
    sum: null,
    valid: '123456',
    phoneEnd: null,
  })
}

function formFrame(): Frame {
  const frame = page.frames()[1]
  if (frame === undefined) throw new Error('the form has no frame')
  return frame
}

describe('paying', () => {
  it('sends the card once and tells of it in order, without a number in any message', async () => {
    showView(CARD_VIEW)
    const form = await openShop()
    server.answer({
      kind: 'page',
      page: aPage({ kind: 'waiting' }),
      update: { messages: registered, pollAfterMs: 50 },
    })
    await fillCard(form)
    await form.locator('button[type=submit]').dblclick()
    await form.getByRole('heading', { name: 'being processed' }).waitFor()
    server.show({ kind: 'page', page: aPage(RESULT_VIEW), update: { messages: [success] } })
    expect(await saidUntil('payment_success')).toEqual([
      ...BEGINNING,
      'payment_sent',
      'payment_submit_result',
      'payment_success',
    ])
    expect(server.requests.map(({ path }) => path)).toEqual(['/payment/s1/confirm'])
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      card: { pan: '4000000000017006', month: '07', year: '2033', cvv: '123', card_holder: 'NORA VALE' },
      save: false,
      browser: expect.objectContaining({
        java_enabled: false,
        screen_res: expect.stringMatching(/^\d+x\d+$/) as unknown,
        color_depth: expect.any(Number) as unknown,
        timezone_offset: expect.any(Number) as unknown,
        timezone_name: expect.any(String) as unknown,
      }) as unknown,
    })
    expect(JSON.stringify(await heard())).not.toMatch(/4000000000017006|"123"/)
  })

  it('writes numbers in the groups of their brand and names it', async () => {
    showView(CARD_VIEW)
    const form = await openShop()
    const pan = form.locator('[name=pan]')
    await pan.pressSequentially('378282246310005')
    expect(await pan.inputValue()).toBe('3782 822463 10005')
    expect(await form.locator('#pf-brand').textContent()).toBe('Amex')
    expect(await form.locator('.pf-marks .on').allTextContents()).toEqual(['Amex'])
    expect(await form.locator('#pf-brand svg').count()).toBe(1)
    const code = form.locator('[name=cvv]')
    expect(await code.getAttribute('placeholder')).toBe('4 digits')
    await form.getByText('On the front of the card').waitFor()
    await pan.fill('4000000000017006')
    expect(await pan.inputValue()).toBe('4000 0000 0001 7006')
    expect(await code.getAttribute('placeholder')).toBe('3 digits')
    await form.getByText('On the back of the card').waitFor()
    await pan.press('Home')
    await pan.press('Delete')
    await pan.pressSequentially('5')
    expect(await pan.inputValue()).toBe('5000 0000 0001 7006')
  })

  it.each([
    ['0733', '07 / 33'],
    ['733', '07 / 33'],
    ['7/33', '07 / 33'],
    ['07/2033', '07 / 33'],
    ['12', '12'],
  ])('reads an expiry typed as %s', async (typed, shown) => {
    showView(CARD_VIEW)
    const form = await openShop()
    await form.locator('[name=expiry]').pressSequentially(typed)
    expect(await form.locator('[name=expiry]').inputValue()).toBe(shown)
  })

  it('turns the button that was pressed until the answer comes, without hiding what it does', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    showView(CARD_VIEW)
    const form = await openShop()
    await fillCard(form)
    const turning = (): Promise<unknown> =>
      formFrame().evaluate(`(function () {
        var button = document.querySelector('button[type=submit]')
        return [button.disabled, getComputedStyle(button, '::before').animationName, getComputedStyle(button).opacity]
      })()`)
    expect(await turning()).toEqual([false, 'none', '1'])
    const release = server.hold()
    server.answer({ kind: 'page', page: aPage(RESULT_VIEW) })
    await form.locator('button[type=submit]').click()
    await expect.poll(turning).toEqual([true, 'pf-turn', '1'])
    expect(await form.locator('button[type=submit]').innerText()).toContain('Pay 46.50')
    release()
    await form.getByRole('heading', { name: 'Paid 46.50' }).waitFor()
  })

  it('says what is wrong before it sends anything', async () => {
    showView(CARD_VIEW)
    const form = await openShop()
    await fillCard(form, '4000000000017007')
    await form.locator('[name=expiry]').fill('03 / 31')
    await form.locator('[name=card_holder]').fill('Nora')
    await form.locator('button[type=submit]').click()
    const said = async (name: string): Promise<string> =>
      (await form.locator(`.pf-field:has([name=${name}]) .pf-msg`).innerText()).trim()
    expect(await said('pan')).toBe('Check the card number')
    expect(await said('expiry')).toBe('This card has expired')
    expect(await said('card_holder')).toBe('Enter first and last name as on the card, in Latin letters')
    expect(await isFocused(form.locator('[name=pan]'))).toBe(true)
    expect(await form.locator('#pf-summary').isVisible()).toBe(false)
    expect(server.requests).toEqual([])
  })

  it('names the fields with problems above them only where some are out of sight, and says nothing twice', async () => {
    showView(CLARIFICATION_VIEW)
    const form = await openShop()
    await page.evaluate(`document.getElementById('frame-0').height = 420`)
    await form.locator('button[type=submit]').click()
    const summary = form.locator('#pf-summary')
    await summary.waitFor()
    expect(await isFocused(summary)).toBe(true)
    expect(await summary.getByRole('link').allTextContents()).toEqual([
      'Post code (card address)',
      'Street and house number',
      'Post code (billing)',
      'Country',
      'Date of birth',
      'E-mail',
      'City',
    ])
    expect(await summary.innerText()).not.toContain('Please fill in this field')
    await summary.getByRole('link').last().click()
    expect(await isFocused(form.locator('[name="customer.billing.city"]'))).toBe(true)
  })

  it('shows what the platform refuses at its input and keeps the rest', async () => {
    showView(CARD_VIEW)
    const form = await openShop()
    server.answer({
      kind: 'refusal',
      refusal: { problems: [{ name: 'pan', reason: 'card_brand' }], message: 'No' },
    })
    await fillCard(form)
    await form.locator('button[type=submit]').click()
    await form.getByText('This kind of card is not accepted here').waitFor()
    expect(await form.locator('[name=card_holder]').inputValue()).toBe('NORA VALE')
    expect(await said()).toEqual(BEGINNING)
  })

  it('says that the platform is away, loses nothing and sends again', async () => {
    showView(CARD_VIEW)
    const form = await openShop()
    server.answer({ kind: 'page', page: aPage(RESULT_VIEW) })
    await page.route('**/confirm?*', (route) => route.abort(), { times: 1 })
    await fillCard(form)
    await form.locator('button[type=submit]').click()
    await form.getByText('The payment platform cannot be reached').waitFor()
    expect(await form.locator('[name=cvv]').inputValue()).toBe('123')
    expect(await said()).toEqual(BEGINNING)
    await form.getByRole('button', { name: 'Try again' }).click()
    await form.getByRole('heading', { name: 'Paid' }).waitFor()
    // The platform learns what the page shows, and so what an answer that was lost has to tell again.
    expect(server.requests.map(({ path, search }) => [path, search])).toEqual([
      ['/payment/s1/confirm', '?rev=1'],
    ])
  })

  it('says that something was sent only where the platform does', async () => {
    showView(CARD_VIEW)
    const form = await openShop()
    server.answer({ kind: 'page', page: aPage({ kind: 'expired', at: FORM_NOW, returnTo: null }) })
    await fillCard(form)
    await form.locator('button[type=submit]').click()
    await form.locator('.pf-result').waitFor()
    await tell('resize')
    await expect.poll(async () => (await heard()).at(-1)?.message).toBe('epframe.resize')
    expect(await said()).toEqual(BEGINNING)
  })

  it('uses a saved card with its code, and tells which', async () => {
    const view = { ...CARD_VIEW, savedCards: [aSavedCard(), aSavedCard({ id: 2 })], selectedCard: 70311 }
    showView(view)
    const form = await openShop()
    expect(await saidUntil('wallet_selected')).toEqual([...BEGINNING, 'wallet_select', 'wallet_selected'])
    expect(await dataOf('wallet_select')).toMatchObject({
      id: '70311',
      pan: '400000******0077',
      cvv_required: '1',
    })
    expect(await form.locator('[name=pan]').isVisible()).toBe(false)
    await form.getByText('Another card').click()
    await form.locator('[name=pan]').waitFor()
    await form.locator('[name=saved_card][value="2"]').check()
    await form.locator('[name=cvv]').fill('321')
    server.answer(
      { kind: 'page', page: aPage({ ...view, savedCards: [aSavedCard({ id: 2 })], selectedCard: 2 }) },
      { kind: 'page', page: aPage({ kind: 'waiting' }), update: { messages: registered } },
    )
    const remove = form.getByRole('button', { name: 'Remove card Visa\u00a0••••\u00a00077' }).first()
    await remove.click()
    await form.getByText('Remove Visa\u00a0••••\u00a00077?').first().waitFor()
    await form.getByRole('button', { name: 'Keep' }).click()
    expect([await isFocused(remove), server.requests]).toEqual([true, []])
    await remove.click()
    await form.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.poll(said).toContain('wallet_remove')
    await form.locator('[name=cvv]').fill('321')
    await form.locator('button[type=submit]').click()
    await saidUntil('payment_sent')
    expect(server.requests.map(({ path, body }) => [path, JSON.parse(body) as unknown])).toEqual([
      ['/payment/s1/cards/remove', { id: 70311 }],
      ['/payment/s1/confirm', { saved_card: { id: 2, cvv: '321' }, browser: expect.anything() as unknown }],
    ])
  })

  it('offers another try and gives up', async () => {
    const retryable = {
      ...RESULT_VIEW,
      outcome: 'decline' as const,
      code: '10105',
      attempts: { left: 4, endsAt: FORM_NOW + 60_000 },
    }
    showView(retryable)
    const form = await openShop()
    server.answer(
      { kind: 'page', page: aPage(CARD_VIEW) },
      { kind: 'page', page: aPage(retryable), update: { messages: registered } },
      {
        kind: 'page',
        page: aPage({ ...RESULT_VIEW, outcome: 'decline', code: '10105' }),
        update: { messages: [{ message: 'epframe.payment_fail', data: {} }] },
      },
    )
    await form.getByRole('button', { name: 'Try another card' }).click()
    await fillCard(form)
    await form.locator('button[type=submit]').click()
    await form.getByRole('button', { name: 'Stop trying' }).click()
    expect(await saidUntil('payment_fail')).toEqual([
      'loaded',
      'payment.try_again',
      'payment_method_select',
      'payment_sent',
      'payment_submit_result',
      'payment.canceled',
      'payment_fail',
    ])
  })
})

describe('a day', () => {
  it.each([
    ['31021990', '31-02-1990'],
    ['1/2/1990', '01-02-1990'],
    ['1.12.', '01-12-'],
    ['311', '31-1'],
    ['31-02-1990', '31-02-1990'],
  ])('typed as %s gets its hyphens, which telephones have no keys for', async (typed, shown) => {
    showView(CLARIFICATION_VIEW)
    const form = await openShop()
    const day = form.locator('[name="customer.day_of_birth"]')
    await day.pressSequentially(typed)
    expect(await day.inputValue()).toBe(shown)
  })

  it('is turned round where the browser fills it in with the year first, and can be corrected in the middle', async () => {
    showView(CLARIFICATION_VIEW)
    const form = await openShop()
    const day = form.locator('[name="customer.day_of_birth"]')
    await day.fill('1990-02-21')
    expect(await day.inputValue()).toBe('21-02-1990')
    await day.press('Home')
    await day.press('Delete')
    await day.pressSequentially('1')
    expect(await day.inputValue()).toBe('11-02-1990')
  })
})

describe('clarification on the form', () => {
  const shownMessage = { message: 'epframe.show_clarification_page' }

  it('sends what is asked under its paths, keeps what is typed, and moves on by itself', async () => {
    server.show({
      kind: 'page',
      page: aPage(CLARIFICATION_VIEW),
      update: { messages: [shownMessage], pollAfterMs: 50 },
    })
    const form = await openShop()
    await form.locator('[name="avs_data.avs_post_code"]').fill('D02 X285')
    // The merchant's API gave some of it meanwhile.
    server.show({
      kind: 'page',
      page: aPage({
        ...CLARIFICATION_VIEW,
        remaining: { avs_data: ['avs_post_code'], customer: ['day_of_birth'] },
      }),
      update: { pollAfterMs: 50 },
    })
    await expect.poll(() => form.locator('input[name]').count()).toBe(2)
    expect(await form.locator('[name="avs_data.avs_post_code"]').inputValue()).toBe('D02 X285')
    await form.locator('[name="customer.day_of_birth"]').fill('31-02-1990')
    await form.locator('button[type=submit]').click()
    await form.getByText('Enter a date that exists as DD-MM-YYYY').waitFor()
    server.answer({ kind: 'page', page: aPage({ kind: 'waiting' }), update: { pollAfterMs: 50 } })
    await form.locator('[name="customer.day_of_birth"]').fill('24-05-1988')
    await form.locator('button[type=submit]').click()
    await form.getByRole('heading', { name: 'being processed' }).waitFor()
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      fields: { 'avs_data.avs_post_code': 'D02 X285', 'customer.day_of_birth': '24-05-1988' },
    })
    server.show({ kind: 'page', page: aPage(RESULT_VIEW), update: { messages: [success] } })
    expect(await saidUntil('payment_success')).toEqual([
      'loaded',
      'show_clarification_page',
      'submit_clarification_form',
      'payment_success',
    ])
  })

  it('goes on under the hands of who is typing when the merchant gives some of it', async () => {
    server.show({ kind: 'page', page: aPage(CLARIFICATION_VIEW), update: { pollAfterMs: 50 } })
    const form = await openShop()
    const city = form.locator('[name="customer.billing.city"]')
    await form.locator('[name="customer.billing.country"]').selectOption('IE')
    await city.pressSequentially('Galay')
    await city.press('ArrowLeft')
    await city.press('ArrowLeft')
    // What the merchant sent was accepted in part, and something of it refused.
    server.show({
      kind: 'page',
      page: aPage({
        ...CLARIFICATION_VIEW,
        remaining: { customer: ['billing.country', 'email', 'billing.city'] },
        accepted: { 'avs_data.avs_post_code': 'D02 X285' },
        refused: [
          {
            path: 'additional_data.customer.email',
            asked: true,
            code: '502',
            constraint: 'pattern',
            message: 'No address',
          },
        ],
      }),
      update: { pollAfterMs: 50 },
    })
    await form.locator('[aria-invalid]').waitFor()
    await page.keyboard.type('w')
    expect(await city.inputValue()).toBe('Galway')
    expect(await form.locator('[name="customer.billing.country"]').inputValue()).toBe('IE')
    expect(await city.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('goes to the title when the merchant gives just what is being typed', async () => {
    server.show({ kind: 'page', page: aPage(CLARIFICATION_VIEW), update: { pollAfterMs: 50 } })
    const form = await openShop()
    await form.locator('[name="customer.billing.city"]').pressSequentially('Gal')
    server.show({
      kind: 'page',
      page: aPage({ ...CLARIFICATION_VIEW, remaining: { customer: ['email'] } }),
      update: { pollAfterMs: 50 },
    })
    await expect.poll(() => form.locator('input[name]').count()).toBe(1)
    expect(await formFrame().evaluate('document.activeElement.id')).toBe('pf-title')
  })

  it('follows a clock that is moved while nothing else changes', async () => {
    server.show({
      kind: 'page',
      page: aPage(CLARIFICATION_VIEW, { frame: aFrame({ rate: 0 }) }),
      update: { pollAfterMs: 50 },
    })
    const form = await openShop()
    const countdown = form.locator('time[data-ends]')
    await expect.poll(() => countdown.textContent()).toBe('28:51')
    server.setTime(FORM_NOW + 20 * 60_000, 0)
    await expect.poll(() => countdown.textContent()).toBe('08:51')
    server.setTime(FORM_NOW + 60 * 60_000, 0)
    await expect.poll(() => countdown.textContent()).toMatch(/^0?0:00$/)
  })

  it('counts down on a clock that runs fast, and stands still on a frozen one', async () => {
    showView(CLARIFICATION_VIEW, aFrame({ rate: 600 }))
    const form = await openShop()
    const left = form.locator('time[data-ends]')
    await expect.poll(() => left.textContent()).toMatch(/^(?!28:51)[0-9]{2}:[0-9]{2}$/)
    showView(CLARIFICATION_VIEW, aFrame({ rate: 0 }))
    await openShop()
    await left.waitFor()
    expect(await left.textContent()).toBe('28:51')
  })
})

describe('the embedded flow', () => {
  const embedded = aFrame({ frameMode: 'embedded' })

  it('has no button of its own and says what is wrong to the shop', async () => {
    showView(CARD_VIEW, embedded)
    const form = await openShop()
    await saidUntil('payment_method_select')
    expect(await form.locator('button[type=submit]').count()).toBe(0)
    await tell('epframe.embedded_mode.try_submit')
    await saidUntil('embedded_mode.validation_error')
    expect(await dataOf('embedded_mode.validation_error')).toMatchObject({ cvv: 'Please fill in this field' })
  })

  it('asks the shop, and pays with what it adds when it agrees', async () => {
    showView(CARD_VIEW, embedded)
    const form = await openShop()
    await fillCard(form)
    await tell('epframe.embedded_mode.try_submit')
    await saidUntil('embedded_mode.check_submit')
    expect(server.requests).toEqual([])
    server.answer({
      kind: 'page',
      page: aPage(RESULT_VIEW, { frame: embedded }),
      update: { messages: [...registered, success] },
    })
    await tell('epframe.embedded_mode.check_submit.result', {
      data: { result: true, additional_parameters: { customer_email: 'nora@mail.test' } },
    })
    expect(await saidUntil('payment_success')).toEqual([
      ...BEGINNING,
      'embedded_mode.check_submit',
      'embedded_mode.show_loader',
      'payment_sent',
      'payment_submit_result',
      'embedded_mode.hide_loader',
      'payment_success',
    ])
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
      additional: { additional_parameters: { customer_email: 'nora@mail.test' } },
    })
  })

  it('asks for a contact only when the shop has not given one with its consent', async () => {
    const afterShop = [{ path: 'customer.email', required: true, value: '' }]
    showView({ ...CARD_VIEW, afterShop }, embedded)
    const form = await openShop()
    await fillCard(form)
    const email = form.locator('[name="customer.email"]')
    expect(await email.isVisible()).toBe(false)
    server.answer({
      kind: 'refusal',
      refusal: {
        problems: [{ name: 'customer.email', reason: 'required' }],
        message: 'One value is missing.',
      },
    })
    await tell('epframe.embedded_mode.try_submit')
    await saidUntil('embedded_mode.check_submit')
    await tell('epframe.embedded_mode.check_submit.result', { data: { result: true } })
    await saidUntil('embedded_mode.validation_error')
    expect(await dataOf('embedded_mode.validation_error')).toEqual({
      'customer.email': 'Please fill in this field',
    })
    await email.waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    expect(await form.locator('[name=pan]').inputValue()).toBe('4000 0000 0001 7006')
    await email.fill('nora@mail.test')
    server.answer({
      kind: 'page',
      page: aPage({ kind: 'waiting' }, { frame: embedded }),
      update: { messages: registered },
    })
    await tell('epframe.embedded_mode.try_submit')
    await expect
      .poll(async () => (await said()).filter((name) => name.endsWith('check_submit')).length)
      .toBe(2)
    await tell('epframe.embedded_mode.check_submit.result', { data: { result: true } })
    await saidUntil('payment_submit_result')
    expect(JSON.parse(server.requests[1]?.body ?? '')).toMatchObject({
      fields: { 'customer.email': 'nora@mail.test' },
    })
  })

  it('sends what the shop attaches for a field that is not shown', async () => {
    const afterShop = [{ path: 'customer.email', required: true, value: '' }]
    showView({ ...CARD_VIEW, afterShop }, embedded)
    const form = await openShop()
    await fillCard(form)
    await tell('epframe.embedded_mode.check_validation')
    await saidUntil('embedded_mode.check_validation_response')
    expect(await dataOf('embedded_mode.check_validation_response')).toEqual({})
    const told = (await heard()).findLast(({ message }) => message.endsWith('check_validation_response'))
    expect(told).toEqual({
      message: 'epframe.embedded_mode.check_validation_response',
      guid: 'aaaa-1',
      data: {},
      field_values: {
        pan: '400000******7006',
        month: '7',
        year: '2033',
        cvv: '***',
        card_holder: 'NORA VALE',
      },
    })
    server.answer({
      kind: 'page',
      page: aPage({ kind: 'waiting' }, { frame: embedded }),
      update: { messages: registered },
    })
    await tell('epframe.embedded_mode.submit', {
      fields: { 'BillingInfo[customer_email]': 'nora@mail.test' },
    })
    await saidUntil('payment_sent')
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
      additional: { customer_email: 'nora@mail.test' },
    })
  })

  it('leaves Enter to the shop, also where there is one input only', async () => {
    const saved = {
      ...CARD_VIEW,
      savedCards: [aSavedCard()],
      selectedCard: 70311,
      onlySelected: true,
    }
    showView(saved, embedded)
    const form = await openShop()
    await form.locator('[name=cvv]').fill('123')
    await form.locator('[name=cvv]').press('Enter')
    await saidUntil('enter_key_pressed')
    // What the page around says next is heard after it: nothing was sent in between.
    await tell('epframe.embedded_mode.check_validation')
    const told = await saidUntil('embedded_mode.check_validation_response')
    expect(told.slice(-2)).toEqual(['enter_key_pressed', 'embedded_mode.check_validation_response'])
    expect(server.requests).toEqual([])
    expect(await form.locator('body.busy').count()).toBe(0)
  })

  it("tells of fields to correct when a submit button of the page was pressed, not when the form's own was", async () => {
    showView(CARD_VIEW)
    const form = await openShop()
    await saidUntil('payment_method_select')
    await form.locator('button[type=submit]').click()
    await form.locator('[aria-invalid]').first().waitFor()
    expect(await said()).toEqual(BEGINNING)
    await tell('epframe.external_widget_form_submission')
    expect(await saidUntil('validation_status_change')).toEqual([...BEGINNING, 'validation_status_change'])
    expect(await dataOf('validation_status_change')).toMatchObject({ cvv: 'Please fill in this field' })
    await fillCard(form)
    server.answer({
      kind: 'refusal',
      refusal: { problems: [{ name: 'pan', reason: 'card_brand' }], message: 'This card is not accepted.' },
    })
    await tell('epframe.external_widget_form_submission')
    await saidUntil('received_server_errors')
    expect(Object.keys((await dataOf('received_server_errors')) ?? {})).toEqual(['pan'])
  })

  it("asks the shop for its own submit button's press as well", async () => {
    showView(CARD_VIEW, embedded)
    const form = await openShop()
    await fillCard(form)
    await tell('epframe.external_widget_form_submission')
    await saidUntil('embedded_mode.check_submit')
    expect(server.requests).toEqual([])
  })

  it('stays open when the shop says no, and hides the busy sign', async () => {
    showView(CARD_VIEW, embedded)
    const form = await openShop()
    await fillCard(form)
    await tell('epframe.embedded_mode.try_submit')
    await saidUntil('embedded_mode.check_submit')
    await tell('epframe.embedded_mode.check_submit.result', { data: { result: false } })
    await saidUntil('embedded_mode.hide_loader')
    await form.getByText('The shop did not confirm the payment').waitFor()
    expect(await form.locator('[name=cvv]').inputValue()).toBe('123')
    expect(server.requests).toEqual([])
  })

  it('waits half a minute for the shop and then acts as if it had said no', async () => {
    await page.clock.install()
    showView(CARD_VIEW, embedded)
    const form = await openShop()
    await fillCard(form)
    await tell('epframe.embedded_mode.try_submit')
    await page.clock.runFor(29_000)
    expect(await said()).not.toContain('embedded_mode.hide_loader')
    await page.clock.runFor(2_000)
    await form.getByText('The shop did not answer in time').waitFor()
    expect(await said()).toContain('embedded_mode.hide_loader')
  })

  it('answers a check, takes fields and sends them (the older way)', async () => {
    showView({ ...CARD_VIEW, extra: { path: 'customer.email', required: true, value: '' } }, embedded)
    const form = await openShop()
    await fillCard(form)
    await tell('epframe.embedded_mode.check_validation')
    await saidUntil('embedded_mode.check_validation_response')
    expect(await dataOf('embedded_mode.check_validation_response')).toEqual({
      'customer.email': 'Please fill in this field',
    })
    server.answer({
      kind: 'page',
      page: aPage({ kind: 'waiting' }, { frame: embedded }),
      update: { messages: registered },
    })
    await tell('epframe.embedded_mode.submit', {
      fields: { 'BillingInfo[customer_email]': 'nora@mail.test', 'BillingInfo[country]': 'IE' },
    })
    await saidUntil('payment_sent')
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
      fields: { 'customer.email': 'nora@mail.test' },
      additional: { billing_country: 'IE' },
    })
  })

  it.each([
    ['pays for the page around in the older variant', true],
    ['does not pay for the page around without the switch of the older variant', false],
  ])('%s', async (_, olderEmbedded) => {
    const frame = aFrame({ frameMode: 'iframe', olderEmbedded })
    showView(CARD_VIEW, frame)
    const form = await openShop()
    await fillCard(form)
    expect(await form.locator('button[type=submit]').count()).toBe(olderEmbedded ? 0 : 1)
    server.answer({
      kind: 'page',
      page: aPage({ kind: 'waiting' }, { frame }),
      update: { messages: registered },
    })
    await tell('epframe.embedded_mode.check_validation')
    await tell('epframe.embedded_mode.submit', { fields: { billing_city: 'Galway' } })
    if (!olderEmbedded) await form.locator('button[type=submit]').click()
    const answered = olderEmbedded ? ['embedded_mode.check_validation_response'] : []
    expect(await saidUntil('payment_submit_result')).toEqual([
      ...BEGINNING,
      ...answered,
      'payment_sent',
      'payment_submit_result',
    ])
    const bodies = server.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    expect(bodies.map((body) => 'additional' in body)).toEqual([olderEmbedded])
  })

  it('locks its button while another widget pays', async () => {
    showView(CARD_VIEW)
    const form = await openShop()
    await saidUntil('payment_method_select')
    await tell('epframe.embedded_mode.buttons_disable', { data: {} })
    await form.locator('button[type=submit]:disabled').waitFor()
    await tell('epframe.embedded_mode.buttons_enable', { data: {} })
    await form.locator('button[type=submit]:enabled').waitFor()
  })
})

describe('the page of the bank', () => {
  it('opens in a frame of the form, and its end is told', async () => {
    server.documents.set('/payment/s1/issuer', bankPage('frame'))
    const view = { kind: 'challenge', place: 'frame', issuerPath: '/payment/s1/issuer' } as const
    server.show({ kind: 'page', page: aPage(view), update: { pollAfterMs: 50 } })
    const form = await openShop()
    await form.frameLocator('[data-issuer=frame]').getByLabel('Code').fill('123456')
    expect(await saidUntil('redirect_iframe')).toEqual(['loaded', 'redirect_iframe'])
    server.show({ kind: 'page', page: aPage(RESULT_VIEW), update: { messages: [success] } })
    expect(await saidUntil('payment_success')).toEqual([
      'loaded',
      'redirect_iframe',
      'redirect_iframe_complete',
      'payment_success',
    ])
  })

  it.each([
    ['embedded_mode.redirect_3ds_parent_page', { frameMode: 'embedded' }],
    ['acs_parent_page_redirect_run', { frameMode: 'iframe', olderEmbedded: true }],
  ] as const)('is handed to the shop by %s, once', async (message, frame) => {
    const view = {
      kind: 'challenge',
      place: 'parent',
      issuerPath: '/payment/s1/issuer?place=parent',
    } as const
    server.show({ kind: 'page', page: aPage(view, { frame: aFrame(frame) }), update: { pollAfterMs: 50 } })
    const form = await openShop()
    await saidUntil(message)
    expect(await dataOf(message)).toEqual({
      method: 'POST',
      url: `${server.platform}/payment/s1/issuer?place=parent`,
      body: { MD: 's1' },
    })
    // A shop that does not go there leaves the customer the way by hand.
    expect(await form.locator('a[data-issuer=parent]').getAttribute('target')).toBe('_top')
    server.show({ kind: 'page', page: aPage(RESULT_VIEW), update: { messages: [success] } })
    expect(await saidUntil('payment_success')).toEqual(['loaded', message, 'payment_success'])
  })

  it('opens on the whole page, and its end is told by the page that comes back', async () => {
    server.documents.set('/payment/s1/issuer', bankPage('page'))
    showView({ kind: 'challenge', place: 'page', issuerPath: '/payment/s1/issuer' })
    const form = await openShop()
    await form.getByLabel('Code').fill('123456')
    expect(await said()).toEqual(['loaded', 'acs_redirect_iframe', 'redirect_iframe'])
    const done = renderIssuerDone({
      language: 'en',
      place: 'page',
      css: files.css,
      theme: 'light',
      nonce: 'x',
      base: '/payment/s1',
    })
    server.show({ kind: 'page', page: aPage(RESULT_VIEW), update: { messages: [success] } })
    server.documents.set('/payment/s1/issuer', done)
    await form.getByRole('button', { name: 'Confirm' }).click()
    expect((await saidUntil('payment_success')).slice(3)).toEqual([
      'loaded',
      'redirect_iframe_complete',
      'payment_success',
    ])
  })
})

describe('leaving', () => {
  it('asks the page around to go where the result goes', async () => {
    showView(CARD_VIEW)
    const form = await openShop()
    server.answer({
      kind: 'page',
      page: aPage({ kind: 'waiting' }),
      update: {
        messages: [...registered, success],
        leave: { url: 'https://shop.test/done', mode: 'parent_page' },
      },
    })
    await fillCard(form)
    await form.locator('button[type=submit]').click()
    expect((await saidUntil('redirect')).slice(-4)).toEqual([
      'payment_sent',
      'payment_submit_result',
      'payment_success',
      'redirect',
    ])
    expect(await dataOf('redirect')).toEqual({ url: 'https://shop.test/done' })
  })

  it('closes by a return button without an address of its own', async () => {
    const back = { url: 'https://shop.test/', enabled: 2, mode: null } as const
    showView(CARD_VIEW, aFrame({ back }))
    const form = await openShop()
    await saidUntil('payment_method_select')
    await form.getByRole('link', { name: 'Back to the shop' }).click()
    expect(await saidUntil('destroy')).toEqual([...BEGINNING, 'exit', 'destroy'])
  })
})

describe('the theme', () => {
  const background = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor')

  it.each([
    ['light', 'dark', 'rgb(255, 255, 255)'],
    ['dark', 'light', 'rgb(29, 31, 35)'],
    ['auto', 'dark', 'rgb(29, 31, 35)'],
    ['auto', 'light', 'rgb(255, 255, 255)'],
  ] as const)('%s is that of the shop where the system is %s', async (theme, colorScheme, expected) => {
    await page.emulateMedia({ colorScheme })
    showView(CARD_VIEW, aFrame({ frameMode: 'iframe', theme }))
    await page.goto(`${server.platform}/payment/s1`)
    expect(await background()).toBe(expected)
  })
})

describe('times', () => {
  it('are those of the time zone in which the customer is', async () => {
    const abroad = await browser.newContext({ timezoneId: 'Asia/Tokyo' })
    const far = await abroad.newPage()
    showView(RESULT_VIEW, aFrame({ frameMode: 'tab' }))
    await far.goto(`${server.platform}/payment/s1`)
    await far.getByText('10 April 2031 at 01:44', { exact: true }).waitFor()
    showView({ ...CARD_VIEW, confirmBefore: FORM_NOW + 60_000 }, aFrame({ frameMode: 'tab' }))
    await far.goto(`${server.platform}/payment/s1`)
    await far.getByText('until 01:45', { exact: true }).waitFor()
    await abroad.close()
  })
})

describe('the end', () => {
  const ends: readonly FormView[] = [
    { ...RESULT_VIEW, returnTo: null },
    { ...RESULT_VIEW, returnTo: null, outcome: 'decline', code: '10000' },
    { ...RESULT_VIEW, returnTo: null, outcome: 'pending' },
    { kind: 'expired', at: FORM_NOW, returnTo: null },
  ]

  it('can be closed in the modal window, which hears of it', async () => {
    for (const view of ends) {
      showView(view, aFrame({ frameMode: 'popup' }))
      const form = await openShop()
      await form.getByRole('button', { name: 'Close' }).click()
      expect(await saidUntil('exit')).toContain('exit')
    }
  })

  it('of a refused opening can be closed there too', async () => {
    server.documents.set('/payment/s1', errorPage())
    showView(CARD_VIEW)
    const form = await openShop()
    await form.getByRole('button', { name: 'Close' }).click()
    expect((await saidUntil('exit')).slice(-1)).toEqual(['exit'])
  })

  it('of a refused opening shows codes to those alone who unfold them, and says how high it is then', async () => {
    server.documents.set('/payment/s1', errorPage())
    showView(CARD_VIEW)
    const form = await openShop()
    await saidUntil('fail_loading')
    expect(await form.locator('body').innerText()).not.toMatch(/3261|HTTP|request_id/)
    const folded = await dataOf('resize')
    await form.getByText('For developers').click()
    expect(await form.locator('body').innerText()).toMatch(/HTTP 400 · 3261[^]*request_id/)
    await expect.poll(() => dataOf('resize')).not.toEqual(folded)
    const height = await formFrame().evaluate(
      `Math.ceil(document.getElementById('pf').getBoundingClientRect().height)`,
    )
    await expect.poll(() => dataOf('resize')).toMatchObject({ height })
  })

  it('of a refused opening in a page of its own leads back to the page before, where there is one', async () => {
    server.documents.set('/error', errorPage(false))
    await page.goto(`${server.platform}/error`)
    const back = page.getByRole('button', { name: 'Back to the shop' })
    await page.waitForLoadState('networkidle')
    expect(await back.isVisible()).toBe(false)
    server.documents.set(
      '/cart',
      `<!doctype html><title>Cart</title><a href="${server.platform}/error">Pay</a>`,
    )
    await page.goto(`${server.shop}/cart`)
    await page.getByRole('link', { name: 'Pay' }).click()
    await back.click()
    await page.waitForURL(`${server.shop}/cart`)
  })

  it('in a page of its own without an address says that the page may be closed', async () => {
    for (const view of ends) {
      showView(view, aFrame({ frameMode: 'tab' }))
      await page.goto(`${server.platform}/payment/s1`)
      await page.getByText('You can close this page now.').waitFor()
    }
  })
})

describe('what is paid', () => {
  const sides = (place: Page | Frame): Promise<readonly number[]> =>
    place.evaluate(`(function () {
      var side = document.querySelector('.pf-side').getBoundingClientRect()
      var main = document.querySelector('.pf-main').getBoundingClientRect()
      return [side.left, side.right, side.bottom, main.left, main.right, main.top].map(Math.round)
    })()`)

  it('stands beside the form where a page of its own is wide, in the direction of the language', async () => {
    for (const [language, width] of [
      ['en', 1280],
      ['ar', 1280],
      ['en', 768],
      ['ar', 320],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      showView(CARD_VIEW, aFrame({ frameMode: 'tab', language }))
      await page.goto(`${server.platform}/payment/s1`)
      const [left = 0, right = 0, bottom = 0, mainLeft = 0, mainRight = 0, mainTop = 0] = await sides(page)
      const isBeside = language === 'ar' ? mainRight <= left : right <= mainLeft
      expect([language, width, isBeside, bottom <= mainTop]).toEqual([
        language,
        width,
        width === 1280,
        width !== 1280,
      ])
    }
  })

  it('stands above it in a frame, however wide', async () => {
    showView(CARD_VIEW, aFrame({ frameMode: 'iframe' }))
    await page.setViewportSize({ width: 1280, height: 900 })
    await openShop()
    await page.evaluate(`document.getElementById('frame-0').width = 1200`)
    await expect.poll(() => formFrame().evaluate('innerWidth')).toBe(1200)
    const [, , bottom = 0, , , mainTop = 0] = await sides(formFrame())
    expect(bottom).toBeLessThanOrEqual(mainTop)
  })
})

describe('boxes to tick', () => {
  it('are drawn by the page, empty and with a border that is seen in the dark', async () => {
    showView({ ...CARD_VIEW, canSave: true }, aFrame({ frameMode: 'tab', theme: 'dark' }))
    await page.goto(`${server.platform}/payment/s1`)
    const look = (): Promise<readonly string[]> =>
      page.evaluate(`(function () {
        var box = getComputedStyle(document.querySelector('[name=save]'))
        var field = getComputedStyle(document.querySelector('.pf-input'))
        return [box.appearance, box.backgroundColor === field.backgroundColor, box.borderColor === field.borderColor]
      })()`)
    expect(await look()).toEqual(['none', true, true])
    await page.locator('[name=save]').check()
    expect(await look()).toEqual(['none', false, false])
    const tick = `getComputedStyle(document.querySelector('[name=save]'), '::after').borderWidth`
    expect(await page.evaluate(tick)).toBe('0px 2px 2px 0px')
  })
})

describe('every view', () => {
  const views: readonly FormView[] = [
    { ...CARD_VIEW, savedCards: [aSavedCard()], canSave: true, confirmBefore: FORM_NOW + 200_000 },
    {
      kind: 'details',
      fields: [{ path: 'customer.email', required: false, value: '' }],
      confirmBefore: null,
    },
    CLARIFICATION_VIEW,
    { kind: 'waiting' },
    RESULT_VIEW,
    { ...RESULT_VIEW, outcome: 'decline', code: '10000', attempts: { left: 1, endsAt: FORM_NOW + 60_000 } },
    { kind: 'expired', at: FORM_NOW, returnTo: null },
  ]

  it.each([
    ['light', 'en'],
    ['dark', 'ar'],
  ] as const)(
    'has nothing that axe complains of, in the %s scheme and %s',
    async (colorScheme, language) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const view of views) {
        showView(view, aFrame({ frameMode: 'tab', language, theme: colorScheme }))
        await page.goto(`${server.platform}/payment/s1`)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => [view.kind, id, nodes[0]?.html])).toEqual([])
      }
    },
    60_000,
  )

  it('leaves nothing to complain of on the pages beside the form', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const theme of ['light', 'dark'] as const) {
      server.documents.set('/error', errorPage(true, theme))
      server.documents.set('/bank', bankPage('page', theme))
      for (const path of ['/error', '/bank']) {
        await page.goto(`${server.platform}${path}`)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => [theme, path, id, nodes[0]?.html])).toEqual([])
      }
    }
  }, 60_000)

  it.each(['light', 'dark'] as const)(
    'has nothing that axe complains of while it is used, in the %s theme',
    async (theme) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const look = async (state: string): Promise<void> => {
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => [state, id, nodes[0]?.html])).toEqual([])
      }
      const frame = aFrame({ frameMode: 'tab', theme })
      showView({ ...CARD_VIEW, savedCards: [aSavedCard()], canSave: true, needsCode: true }, frame)
      await page.goto(`${server.platform}/payment/s1`)
      await page.getByRole('button', { name: /Remove card/ }).click()
      await look('asked')
      await page.getByRole('button', { name: 'Keep' }).click()
      await page.locator('[name=pan]').fill('378282246310005')
      await page.locator('[name=save]').check()
      await page.locator('button[type=submit]').click()
      await page.locator('[aria-invalid]').first().waitFor()
      await look('typed')
      server.documents.set('/payment/s1/issuer', bankPage('frame', theme))
      showView({ kind: 'challenge', place: 'frame', issuerPath: '/payment/s1/issuer' }, frame)
      await page.goto(`${server.platform}/payment/s1`)
      await page.frameLocator('[data-issuer=frame]').getByLabel('Code').waitFor()
      await look('bank')
    },
    60_000,
  )

  it('is as wide and as high in the page of the bank as that page, without a bar beside it', async () => {
    server.documents.set('/payment/s1/issuer', bankPage('frame'))
    showView({ kind: 'challenge', place: 'frame', issuerPath: '/payment/s1/issuer' })
    const form = await openShop()
    await form.frameLocator('[data-issuer=frame]').getByLabel('Code').waitFor()
    const sizes = (): Promise<unknown> =>
      formFrame().evaluate(`(function () {
        var frame = document.querySelector('iframe').getBoundingClientRect()
        var inner = document.querySelector('iframe').contentDocument.documentElement
        var page = document.getElementById('pf').getBoundingClientRect()
        return [frame.width, inner.scrollHeight - frame.height, frame.bottom - page.bottom]
      })()`)
    await expect.poll(sizes).toEqual([480, 0, 0])
    await page.evaluate(`document.getElementById('frame-0').width = 320`)
    await expect.poll(sizes).toEqual([320, 0, 0])
    expect(await form.getByRole('heading').allTextContents()).toEqual(['Your bank asks you to confirm'])
    expect(await form.getByRole('heading').getAttribute('class')).toBe('sr')
  })

  it.each([320, 360, 768, 1280])('holds long names, sums and purposes in %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 800 })
    const long = aFrame({
      frameMode: 'tab',
      language: 'de',
      shopName: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenmanufaktur & Söhne',
      sum: { amount: 98_765_432_100, currency: 'EUR' },
      description: `Reservierung ${'X'.repeat(200)}`,
    })
    for (const view of views) {
      showView(view, long)
      await page.goto(`${server.platform}/payment/s1`)
      const cut = await page.evaluate(`(function () {
        var out = []
        document.querySelectorAll('.pf *').forEach(function (part) {
          if (/^(OPTION|SELECT|INPUT|svg|path|circle|rect)$/.test(part.tagName) || part.className === 'sr') return
          var box = part.getBoundingClientRect()
          if (box.width > 0 && (box.left < -1 || box.right > innerWidth + 1)) out.push(part.outerHTML.slice(0, 80))
        })
        return out
      })()`)
      expect([view.kind, cut]).toEqual([view.kind, []])
      const lines = await page.evaluate(`(function () {
        var sum = document.querySelector('.pf-sum bdi')
        return sum === null ? 1 : sum.getClientRects().length
      })()`)
      expect([view.kind, lines]).toEqual([view.kind, 1])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    }
  })

  it.each([320, 480, 1280])('fits into %i pixels and does not shift while it loads', async (width) => {
    await page.setViewportSize({ width, height: 800 })
    for (const view of views) {
      showView(view, aFrame({ frameMode: 'tab', language: 'de' }))
      await page.goto(`${server.platform}/payment/s1`)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      const shift = await page.evaluate<number>(`new Promise(function (resolve) {
        var sum = 0
        new PerformanceObserver(function (list) {
          list.getEntries().forEach(function (entry) { sum += entry.value })
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(function () { requestAnimationFrame(function () { resolve(sum) }) })
      })`)
      expect([view.kind, shift]).toEqual([view.kind, 0])
    }
  })
})
