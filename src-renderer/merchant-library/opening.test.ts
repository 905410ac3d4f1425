import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openChromium } from '../../e2e/fixtures/library/chromium'
import { callsUntilNow, linked, openWidget, say } from '../../e2e/fixtures/library/merchant-page'
import type { OpenOptions } from '../../e2e/fixtures/library/merchant-page'
import { openStage } from '../../e2e/fixtures/library/stage'
import type { Arrival, Stage } from '../../e2e/fixtures/library/stage'

let stage: Stage
let browser: Browser
let context: BrowserContext
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  stage = await openStage()
  browser = await openChromium()
}, 60_000)
afterAll(async () => {
  await browser.close()
  await stage.close()
})

async function visit(options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  context = await browser.newContext({ viewport: { width: 900, height: 700 }, ...options })
  page = await context.newPage()
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(stage.shop)
}
beforeEach(async () => {
  stage.arrivals.length = 0
  complaints.length = 0
  await visit()
})
afterEach(async () => {
  await context.close()
})

/** The frame of a widget once it knows its guid. */
async function frameOf(as = 'a'): Promise<Frame> {
  const name = await page.evaluate<string>(`widgets.${as}.iframe.name`)
  await expect.poll(() => page.frame({ name })?.url()).toContain('/payment')
  const frame = page.frame({ name })
  if (frame === null) throw new Error('no frame')
  await linked(frame)
  return frame
}
async function opened(options: OpenOptions = {}): Promise<Frame> {
  await openWidget(page, options)
  return frameOf(options.as)
}
const arrived = (): Arrival => {
  const [arrival] = stage.arrivals
  if (arrival === undefined) throw new Error('nothing arrived')
  return arrival
}
/** What a statement throws on the page. */
const thrown = (statement: string): Promise<unknown> =>
  page.evaluate(`(function () { try { ${statement} } catch (e) { return e } return null })()`)

const oddValues = `{
  project_id: 5402, payment_description: 'Tea & cake +1%/ü', recurring_register: true, hide: '',
  recurring: { a: 1 }, list: [1, 2], account_token: null, moto_type: undefined, target_element: 'one',
  onExit: function () {}
}`

describe('the submission', () => {
  it('by GET sends every entry that is no function, objects as text, undefined not', async () => {
    await page.evaluate(`void (widgets.a = EPayWidget.run(${oddValues}))`)
    await frameOf()
    expect(arrived()).toMatchObject({ method: 'GET', body: '' })
    expect(arrived().target).toBe(
      '/payment?project_id=5402&payment_description=Tea%20%26%20cake%20%2B1%25%2F%C3%BC&recurring_register=true&hide=' +
        '&recurring=%5Bobject%20Object%5D&list=1%2C2&account_token=null&target_element=one&_referrer=&frame_mode=iframe' +
        `&_sw=${await page.evaluate<number>('screen.width')}&_sh=${await page.evaluate<number>('screen.height')}`,
    )
  })

  it('by POST sends no objects and no null, and undefined as text', async () => {
    await page.evaluate(`void (widgets.a = EPayWidget.run(${oddValues}, 'PoSt'))`)
    await frameOf()
    expect(stage.arrivals.length).toBe(1)
    expect(arrived()).toMatchObject({
      method: 'POST',
      target: '/payment',
      body:
        'project_id=5402&payment_description=Tea+%26+cake+%2B1%25%2F%C3%BC&recurring_register=true&hide=' +
        '&moto_type=undefined&target_element=one&_referrer=&frame_mode=iframe',
    })
    expect(arrived().headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(await page.evaluate('document.forms.length')).toBe(0)
  })

  it('leaves the name as it is and sends a target element as text', async () => {
    await page.evaluate(
      `void (widgets.a = EPayWidget.run({ 'a[b]': 1, target_element: document.getElementById('one') }))`,
    )
    await frameOf()
    expect(arrived().target).toContain('?a[b]=1&target_element=%5Bobject%20HTMLDivElement%5D&')
  })

  it('takes an encrypted path in place of the generated one', async () => {
    await page.evaluate(`widgets.a = EPayWidget.create({ project_id: 1 })`)
    expect(await page.evaluate(`widgets.a.setEncryptedURL('/payment?e=x%2Fy') === widgets.a`)).toBe(true)
    await page.evaluate('void widgets.a.run()')
    await frameOf()
    expect(arrived().target).toBe('/payment?e=x%2Fy')
  })

  it('posts a config key named submit', async () => {
    await opened({ config: { submit: 'yes' }, method: 'post' })
    expect(arrived().body).toContain('submit=yes')
  })

  it('writes _referrer at creation and frame_mode at opening into the config of the shop', async () => {
    await page.goto(`${stage.shop}&next`, { referer: `${stage.platform}/from` })
    await openWidget(page, { start: 'create' })
    const read = '[configOf_a._referrer, typeof configOf_a.frame_mode, widgets.a.frameMode]'
    expect(await page.evaluate(read)).toEqual([`${stage.platform}/from`, 'undefined', 'tab'])
    await page.evaluate('void widgets.a.run()')
    expect(await page.evaluate('[configOf_a.frame_mode, widgets.a.frameMode]')).toEqual(['popup', 'popup'])
  })
})

describe('the place of the form', () => {
  it.each([{ redirect: 1 }, { redirect: '0' }, { redirect: true, target_element: 'one' }])(
    'is this tab for %j, by GET even where POST was asked',
    async (config) => {
      await openWidget(page, { config: { project_id: 1, ...config }, method: 'post' })
      await page.waitForURL(/\/payment\?/)
      expect(arrived()).toMatchObject({ method: 'GET' })
      expect(arrived().target).toContain('frame_mode=tab')
    },
  )

  it.each([
    [{ redirect_on_mobile: 1 }, 'popup'],
    [{ redirect: 0, target_element: 'one' }, 'iframe'],
    [{ frame_mode: 'embedded', target_element: 'one' }, 'embedded'],
    [{ frame_mode: 'iframe' }, 'popup'],
  ])('for %j is %s', async (config, mode) => {
    await opened({ config })
    expect(arrived().target).toContain(`frame_mode=${mode}`)
  })

  it('is this tab on a telephone with redirect_on_mobile, else a full-screen modal', async () => {
    await context.close()
    await visit({ userAgent: 'Mozilla/5.0 (Linux; android 15) Mobile' })
    await opened({ config: { css_modal_wrap: 'tea' } })
    expect(await page.evaluate('document.getElementById("ep-modal-container").className')).toBe(
      'tea modal-mobile shown',
    )
    await openWidget(page, { as: 'b', config: { redirect_on_mobile: 1 } })
    await page.waitForURL(/frame_mode=tab/)
  })

  it('is emptied first, and after the load holds the frame alone', async () => {
    const place = 'document.getElementById("one")'
    const loading = `${place}.insertAdjacentHTML("afterbegin", "loading<b>x</b>")`
    // In the task that opens it: the frame cannot have loaded by then.
    const opening = `(widgets.a = EPayWidget.run({ target_element: 'one' }), ${loading}, ${place}.textContent)`
    expect(await page.evaluate(opening)).toBe('loadingx')
    await frameOf()
    await page.waitForFunction('document.getElementById("one").childNodes.length === 1')
    expect(await page.evaluate('widgets.a.iframe.parentNode.textContent')).toBe('')
  })

  it('is refused without its target', async () => {
    expect(await thrown('EPayWidget.run({ target_element: "nowhere" })')).toBe('Invalid target_element')
    expect(await thrown('EPayWidget.runEmbedded({})')).toBe('Invalid target_element')
  })

  it('is a frame with the attributes of the contract', async () => {
    await opened({ config: { target_element: 'one', apple_allow_payment: 1 } })
    const guid = await page.evaluate<string>('widgets.a.guid')
    const frame = page.locator('#one iframe')
    const attribute = (name: string): Promise<string | null> => frame.getAttribute(name)
    expect(await attribute('id')).toBe(`iframe-${guid}`)
    expect(await attribute('name')).toBe(`iframe-${guid}`)
    expect(await attribute('class')).toBe('ep-iframe')
    expect(await attribute('scrolling')).toBe('no')
    expect(await attribute('allowPaymentRequest')).toBe('true')
    expect(await attribute('allow')).toBe('payment')
    expect(await attribute('style')).toContain('display: block')
  })
})

describe('a config that cannot open a form', () => {
  it.each(['refund', 'Purchase', 'constructor'])('with mode %s is refused', async (mode) => {
    expect(await thrown(`EPayWidget.create({ mode: ${JSON.stringify(mode)} })`)).toMatch(
      /^Invalid config\.mode/,
    )
  })

  it.each([
    '{ mode: "purchase" }',
    '{ mode: "purchase", payment_id: "p" }',
    '{ mode: "purchase", payment_currency: "EUR" }',
  ])('%s is refused', async (config) => {
    expect(await thrown(`EPayWidget.create(${config})`)).toBe('Payment not specified.')
  })

  it.each(['{}', '{ mode: "card_tokenize" }', '{ mode: "presentation" }'])('%s is not', async (config) => {
    expect(await thrown(`EPayWidget.create(${config})`)).toBeNull()
  })
})

describe('the modal', () => {
  it('is made once, and starts anew at every popup', async () => {
    const first = await opened({ config: { css_modal_wrap: 'one-wrap' } })
    await say(first, 'epframe.loaded', { width: 1, height: 300 })
    await say(first, 'epframe.cross_color', 'white')
    await callsUntilNow(page, first)
    await opened({ as: 'b' })
    expect(
      await page.evaluate(`['ep-modal-container', 'ep-modal-wrap', 'ep-modal-close'].map(function (id) {
        return document.querySelectorAll('#' + id).length + ' ' + document.getElementById(id).className })`),
    ).toEqual(['1 shown', '1 ep-modal-wrap', '1 '])
    expect(await page.evaluate('document.querySelectorAll("#ep-modal-body > *").length')).toBe(1)
  })

  it('closed by the customer notifies the frame, calls onExit without data, and the frame posts destroy', async () => {
    await page.focus('#pay')
    const frame = await opened()
    await page.evaluate(
      `window.addEventListener('message', function (e) { calls.push({ name: 'wire ' + JSON.parse(e.data).message }) })`,
    )
    await page.click('#ep-modal-close')
    await page.waitForFunction('calls.some(function (call) { return call.name === "onDestroy" })')
    expect(await page.evaluate('calls.map(function (call) { return [call.name, call.count] })')).toEqual(
      [
        ['onRun', 0],
        ['onExit', 0],
        ['onDestroy', 1],
        ['wire epframe.destroy', null],
      ].map(([name, count]) => (count === null ? [name, undefined] : [name, count])),
    )
    expect(await page.evaluate('document.querySelectorAll("#ep-modal-container.shown").length')).toBe(0)
    expect(await page.evaluate('document.activeElement.id')).toBe('pay')
    expect(frame.isDetached() || frame.url() === 'about:blank').toBe(true)
  })

  it.each([
    [0, 1],
    [1, 0],
  ])('with close_on_missclick %j is shown %j times after a click beside it', async (flag, shown) => {
    await opened({ config: { close_on_missclick: flag } })
    await page.mouse.click(20, 350)
    expect(await page.evaluate('document.querySelectorAll("#ep-modal-container.shown").length')).toBe(shown)
  })

  it('has a close button of 44 px with a name, and stays open on Escape', async () => {
    const frame = await opened()
    await say(frame, 'epframe.loaded', { width: 1, height: 400 })
    const close = page.getByRole('button', { name: 'Close' })
    const box = await close.boundingBox()
    expect([box?.width, box?.height]).toEqual([44, 44])
    await close.focus()
    await page.keyboard.press('Escape')
    expect((await callsUntilNow(page, frame)).map(({ name }) => name)).toEqual(['onRun', 'onLoaded'])
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.tagName')).toBe('IFRAME')
  })

  it('keeps the keyboard in the modal, whichever way it goes', async () => {
    const frame = await opened()
    await say(frame, 'epframe.loaded', { width: 1, height: 400 })
    await callsUntilNow(page, frame)
    await frame.focus('#field')
    const after = async (key: string): Promise<unknown> => {
      await page.keyboard.press(key)
      return page.evaluate(
        'document.activeElement.id === "ep-modal-close" ? "close" : document.activeElement.tagName',
      )
    }
    expect([await after('Shift+Tab'), await after('Tab')]).toEqual(['close', 'IFRAME'])
    // The first Tab goes to the field of the form, the next one leaves it.
    const round = [await after('Tab'), await after('Tab'), await after('Tab')]
    expect(round).toEqual(['IFRAME', 'close', 'IFRAME'])
  })

  it('shows the page of a form that failed', async () => {
    const frame = await opened()
    await say(frame, 'epframe.fail_loading', { message: 'Application error' })
    await callsUntilNow(page, frame)
    await page.waitForFunction('getComputedStyle(document.getElementById("ep-modal-body")).opacity === "1"')
  })

  it('opens again after it was closed', async () => {
    await opened()
    await page.click('#ep-modal-close')
    await page.evaluate('void widgets.a.run()')
    const frame = await frameOf()
    await say(frame, 'epframe.payment_sent')
    expect((await callsUntilNow(page, frame)).filter(({ name }) => name === 'onPaymentSent').length).toBe(1)
  })
})

describe('a form that does not post loaded', () => {
  beforeEach(async () => {
    await page.clock.install()
    await page.goto(stage.shop)
    await page.clock.pauseAt(Date.now() + 60_000)
  })
  const failures = 'calls.filter(function (call) { return call.name === "onFailLoading" })'

  it('fails 5 s after its load, once', async () => {
    await opened({ config: { target_element: 'one' } })
    await page.clock.runFor(4999)
    expect(await page.evaluate(failures)).toEqual([])
    await page.clock.runFor(1)
    expect(await page.evaluate(`${failures}.map(function (call) { return call.data })`)).toEqual([
      { message: 'Network problem', config: { target_element: 'one', _referrer: '', frame_mode: 'iframe' } },
    ])
    await page.clock.runFor(20_000)
    expect(await page.evaluate(`${failures}.length`)).toBe(1)
  })

  it.each(['loaded', 'fail_loading'])('does not fail after %s', async (message) => {
    const frame = await opened({ config: { target_element: 'one' } })
    await say(frame, `epframe.${message}`, { width: 1, height: 1, message: 'own' })
    const before = (await callsUntilNow(page, frame)).length
    await page.clock.runFor(10_000)
    expect((await callsUntilNow(page, frame)).length).toBe(before)
  })

  it('counts from the load of the form, not from the empty document before a slow POST', async () => {
    const release = stage.hold()
    await openWidget(page, { config: { target_element: 'one' }, method: 'post' })
    await expect.poll(() => stage.arrivals.length).toBe(1)
    await page.clock.runFor(30_000)
    expect(await page.evaluate(failures)).toEqual([])
    release()
    await frameOf()
    await page.clock.runFor(5_000)
    expect(await page.evaluate(`${failures}.length`)).toBe(1)
  })

  it('does not fail once the customer closed it', async () => {
    await opened()
    await page.click('#ep-modal-close')
    await page.clock.runFor(10_000)
    expect(await page.evaluate(failures)).toEqual([])
  })
})

describe('the global', () => {
  it('has the members of the contract and nothing else comes to the page', async () => {
    expect(await page.evaluate('Object.keys(EPayWidget).sort()')).toEqual([
      ...[
        'activeWidgets',
        'addGetParam',
        'appendHtml',
        'baseUrl',
        'bind',
        'broadcastToOtherWidgets',
        'buildFullUrl',
        'buildUrl',
        'cfgExtend',
      ],
      ...[
        'create',
        'formatAmount',
        'getBaseUrl',
        'guid',
        'isMobile',
        'registerPostListener',
        'registerWidget',
        'run',
        'runEmbedded',
      ],
      ...['showModal', 'unregisterWidget'],
    ])
    expect(
      await page.evaluate(
        'Object.getOwnPropertyNames(window).filter(function (name) { return /^(_|paybench|EPay)/.test(name) })',
      ),
    ).toEqual(['EPayWidget'])
    expect(await page.evaluate('window.onresize')).toBeNull()
    expect(await page.evaluate('"wallet_select.x y_".toCamelCase()')).toBe('walletSelectXY_')
    expect(await page.evaluate('[EPayWidget.guid(2), EPayWidget.isMobile()]')).toEqual([
      expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}$/),
      false,
    ])
  })

  it('extends configs deeply, from many, and takes what is missing', async () => {
    const extended = await page.evaluate(`(function () {
      var target = { a: 1, deep: { x: 1, y: { z: 1 } }, list: [1, 2] }, source = { list: [3] }
      var element = document.getElementById('one')
      var made = EPayWidget.cfgExtend(target, null, { deep: { y: { w: 2 } } }, undefined, source, { element: element })
      made.list.push(4)
      return {
        same: made === target, element: made.element === element, source: source.list,
        made: EPayWidget.cfgExtend({}, made, { element: 0 }), none: EPayWidget.cfgExtend(null, undefined),
        copied: EPayWidget.cfgExtend({}, target).deep !== target.deep,
      }
    })()`)
    expect(extended).toEqual({
      same: true,
      element: true,
      source: [3],
      made: { a: 1, deep: { x: 1, y: { z: 1, w: 2 } }, list: [3, 4], element: 0 },
      none: {},
      copied: true,
    })
    await page.evaluate(`EPayWidget.cfgExtend({}, JSON.parse('{"__proto__":{"polluted":1}}'))`)
    expect(await page.evaluate('({}).polluted === undefined')).toBe(true)
  })

  it('builds addresses, formats amounts and appends markup as the original does', async () => {
    expect(
      await page.evaluate(`[
        EPayWidget.addGetParam('/a', 'b', undefined), EPayWidget.addGetParam('/a', 'b', 'c d'),
        EPayWidget.addGetParam('/a?x=1', 'b', 0), EPayWidget.formatAmount(4650), EPayWidget.formatAmount('5'),
        EPayWidget.formatAmount(null), EPayWidget.buildUrl({ project_id: 7 }).split('&')[0],
        EPayWidget.buildFullUrl({ project_id: 7, baseUrl: 'https://pay.test' }).split('&')[0],
      ]`),
    ).toEqual([
      ...['/a', '/a?b=c%20d', '/a?x=1&b=0', '46.50', '0.05', ''],
      ...['/payment?project_id=7', 'https://pay.test/payment?project_id=7'],
    ])
    await page.evaluate(
      `widgets.a = EPayWidget.create({ project_id: 7, payment_amount: 99, css_modal_wrap: 'own' })`,
    )
    expect(
      await page.evaluate(
        `[widgets.a.getBaseUrl(), widgets.a.formatAmount(), widgets.a.buildFullUrl().split('&')[0]]`,
      ),
    ).toEqual([stage.platform, '0.99', `${stage.platform}/payment?project_id=7`])
    await page.evaluate(`widgets.a.addMerchantCss(), widgets.a.addMerchantCss('other')`)
    expect(await page.evaluate(`document.getElementById('ep-modal-container').className`)).toBe('own other')
    await page.evaluate(
      `EPayWidget.appendHtml(document.body, '<i id=added></i>text'), EPayWidget.appendHtml(null, 'x')`,
    )
    expect(await page.evaluate(`document.getElementById('added').nextSibling.data`)).toBe('text')
  })

  it('forgets a widget by its guid as well', async () => {
    await page.evaluate(`widgets.a = EPayWidget.create({}), EPayWidget.unregisterWidget(null),
      EPayWidget.unregisterWidget(widgets.a.guid), void 0`)
    expect(await page.evaluate('Object.keys(EPayWidget.activeWidgets)')).toEqual([])
  })

  it('leaves nothing of a closed form in the modal', async () => {
    const frame = await opened()
    await say(frame, 'epframe.loaded', { width: 1, height: 333 })
    await say(frame, 'epframe.redirect_iframe')
    await callsUntilNow(page, frame)
    const state = `(function () {
      var wrap = document.getElementById('ep-modal-wrap'), body = document.getElementById('ep-modal-body')
      return [wrap.className, body.style.height, body.firstChild.style.height]
    })()`
    expect(await page.evaluate(state)).toEqual(['ep-modal-wrap loaded with-asc', '333px', '333px'])
    await page.click('#ep-modal-close')
    expect(await page.evaluate(state)).toEqual(['ep-modal-wrap', '', ''])
    await page.waitForFunction(`document.getElementById('ep-modal-body').firstChild.src === 'about:blank'`)
  })

  it('binds a button, or a detached one', async () => {
    await page.evaluate(
      `void (widgets.a = EPayWidget.bind('pay', recording('a', {}, ['onRun'])), EPayWidget.bind('no such button', {}))`,
    )
    expect(stage.arrivals).toEqual([])
    await page.click('#pay')
    await frameOf()
    expect(await page.evaluate('calls.map(function (call) { return [call.name, call.self] })')).toEqual([
      ['onRun', true],
    ])
  })

  it('knows its widgets until they are closed', async () => {
    await opened()
    expect(await page.evaluate('EPayWidget.activeWidgets[widgets.a.guid] === widgets.a')).toBe(true)
    await page.click('#ep-modal-close')
    expect(await page.evaluate('Object.keys(EPayWidget.activeWidgets)')).toEqual([])
  })

  it('finds the origin of its script with the port and remembers it', async () => {
    expect(await page.evaluate('EPayWidget.getBaseUrl()')).toBe(stage.platform)
    await page.evaluate('document.querySelector("script[src]").remove()')
    expect(await page.evaluate('[EPayWidget.getBaseUrl(), EPayWidget.baseUrl]')).toEqual([
      stage.platform,
      stage.platform,
    ])
  })

  it.each([
    ['https://a.test/shared/merchant.js?v=2', null],
    ['https://a.test/xmerchant.js', null],
    ['https://a.test:444/merchant.js', 'https://a.test:444'],
  ])('of a script at %s says %j', async (src, base) => {
    await page.evaluate(`EPayWidget.baseUrl = null; document.querySelector('script[src]').remove();
      script = document.createElement('script'); script.type = 'text/plain'; script.src = ${JSON.stringify(src)}; void document.head.appendChild(script)`)
    expect(await page.evaluate('EPayWidget.getBaseUrl()')).toBe(base)
  })

  it('of a script from the disk requires baseUrl', async () => {
    await page.evaluate(`EPayWidget.baseUrl = null; document.querySelector('script[src]').remove();
      script = document.createElement('script'); script.type = 'text/plain'; script.src = 'file:///shop/merchant.js'; void document.head.appendChild(script)`)
    expect(await thrown('EPayWidget.getBaseUrl()')).toContain('cfg.baseUrl')
  })

  it('opens the form of another origin with baseUrl', async () => {
    const base = stage.platform.replace('127.0.0.1', 'localhost')
    await opened({ config: { baseUrl: base } })
    expect(arrived().headers.host).toBe(base.slice('http://'.length))
  })

  it('writes nothing to the console and breaks no listener of the page', async () => {
    await page.evaluate('resized = 0; window.onresize = function () { resized++ }; void 0')
    const frame = await opened()
    await say(frame, 'epframe.loaded', { width: 1, height: 300 })
    await callsUntilNow(page, frame)
    await page.setViewportSize({ width: 600, height: 600 })
    await page.waitForFunction('resized > 0')
    expect(complaints).toEqual([])
  })
})

describe('the colours of the form', () => {
  const arrivedTheme = (): string | null =>
    new URL(arrived().target, stage.platform).searchParams.get('_theme')
  const named = (theme: string): Promise<void> =>
    page.evaluate(
      `document.querySelector('script[src$="/merchant.js"]').setAttribute('data-theme', '${theme}')`,
    )
  const around = (): Promise<string> =>
    page.evaluate(`getComputedStyle(document.getElementById('ep-modal-wrap')).backgroundColor`)

  it('are those of data-theme of the library, also around the form', async () => {
    await named('dark')
    await opened()
    expect([arrivedTheme(), await around()]).toEqual(['dark', 'rgb(30, 31, 35)'])
  })

  it('are those of the config where it names some', async () => {
    await named('dark')
    await opened({ config: { _theme: 'light' } })
    expect([arrivedTheme(), await around()]).toEqual(['light', 'rgb(255, 255, 255)'])
  })

  it('go by the customer’s system only where the page says auto', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await opened()
    expect([arrivedTheme(), await around()]).toEqual([null, 'rgb(255, 255, 255)'])
    await opened({ as: 'b', config: { _theme: 'auto' } })
    expect(await around()).toBe('rgb(30, 31, 35)')
  })

  it('do not depend on the width: the page of the bank has that of the form', async () => {
    const frame = await opened()
    const width = (): Promise<number> => page.evaluate(`document.getElementById('ep-modal-wrap').offsetWidth`)
    expect(await width()).toBe(480)
    await say(frame, 'epframe.redirect_iframe')
    await callsUntilNow(page, frame)
    expect(await width()).toBe(480)
  })
})
