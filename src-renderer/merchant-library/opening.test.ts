import { beforeEach, describe, expect, it } from 'vitest'
import { libraryPage } from '#e2e/fixtures/library/library-page'
import { callsUntilNow, openWidget, say } from '#e2e/fixtures/library/merchant-page'

const library = libraryPage()
const onPage = <Value>(script: string): Promise<Value> => library.page.evaluate<Value>(script)

/** What a statement throws on the merchant's page; null if it throws nothing. */
const thrown = (statement: string): Promise<unknown> =>
  onPage(`(function () { try { ${statement} } catch (e) { return e } return null })()`)

const oddValues = `{
  project_id: 5402, payment_description: 'Tea & cake +1%/ü', recurring_register: true, hide: '',
  recurring: { a: 1 }, list: [1, 2], account_token: null, moto_type: undefined, target_element: 'one',
  onExit: function () {}
}`

describe('opening a form', () => {
  it('by GET sends every entry except functions and undefined, and objects as text', async () => {
    await onPage(`void (widgets.a = EPayWidget.run(${oddValues}))`)
    await library.frameOf()
    expect(library.arrived()).toMatchObject({ method: 'GET', body: '' })
    expect(library.arrived().target).toBe(
      '/payment?project_id=5402&payment_description=Tea%20%26%20cake%20%2B1%25%2F%C3%BC&recurring_register=true&hide=' +
        '&recurring=%5Bobject%20Object%5D&list=1%2C2&account_token=null&target_element=one&_referrer=&frame_mode=iframe' +
        `&_sw=${await onPage<number>('screen.width')}&_sh=${await onPage<number>('screen.height')}`,
    )
  })

  it('by POST sends undefined as text, but no objects and no null', async () => {
    await onPage(`void (widgets.a = EPayWidget.run(${oddValues}, 'PoSt'))`)
    await library.frameOf()
    expect(library.stage.arrivals.length).toBe(1)
    expect(library.arrived()).toMatchObject({
      method: 'POST',
      target: '/payment',
      body:
        'project_id=5402&payment_description=Tea+%26+cake+%2B1%25%2F%C3%BC&recurring_register=true&hide=' +
        '&moto_type=undefined&target_element=one&_referrer=&frame_mode=iframe',
    })
    expect(library.arrived().headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(await onPage('document.forms.length')).toBe(0)
  })

  it('does not encode names, and sends a target element as text', async () => {
    await onPage(
      `void (widgets.a = EPayWidget.run({ 'a[b]': 1, target_element: document.getElementById('one') }))`,
    )
    await library.frameOf()
    expect(library.arrived().target).toContain('?a[b]=1&target_element=%5Bobject%20HTMLDivElement%5D&')
  })

  it('uses an encrypted path instead of the generated one', async () => {
    await onPage(`widgets.a = EPayWidget.create({ project_id: 1 })`)
    expect(await onPage(`widgets.a.setEncryptedURL('/payment?e=x%2Fy') === widgets.a`)).toBe(true)
    await onPage('void widgets.a.run()')
    await library.frameOf()
    expect(library.arrived().target).toBe('/payment?e=x%2Fy')
  })

  it('posts a config key named submit', async () => {
    await library.opened({ config: { submit: 'yes' }, method: 'post' })
    expect(library.arrived().body).toContain('submit=yes')
  })

  it("writes frame_mode into the shop's config, while creating the widget writes _referrer", async () => {
    await library.page.goto(`${library.stage.shop}&next`, { referer: `${library.stage.platform}/from` })
    await openWidget(library.page, { start: 'create' })
    const read = '[configOf_a._referrer, typeof configOf_a.frame_mode, widgets.a.frameMode]'
    expect(await onPage(read)).toEqual([`${library.stage.platform}/from`, 'undefined', 'tab'])
    await onPage('void widgets.a.run()')
    expect(await onPage('[configOf_a.frame_mode, widgets.a.frameMode]')).toEqual(['popup', 'popup'])
  })
})

describe('the place of the form', () => {
  it.each([{ redirect: 1 }, { redirect: '0' }, { redirect: true, target_element: 'one' }])(
    'is the current tab for %j, by GET even if POST was requested',
    async (config) => {
      await openWidget(library.page, { config: { project_id: 1, ...config }, method: 'post' })
      await library.page.waitForURL(/\/payment\?/)
      expect(library.arrived()).toMatchObject({ method: 'GET' })
      expect(library.arrived().target).toContain('frame_mode=tab')
    },
  )

  it.each([
    [{ redirect_on_mobile: 1 }, 'popup'],
    [{ redirect: 0, target_element: 'one' }, 'iframe'],
    [{ frame_mode: 'embedded', target_element: 'one' }, 'embedded'],
    [{ frame_mode: 'iframe' }, 'popup'],
  ])('for %j is %s', async (config, mode) => {
    await library.opened({ config })
    expect(library.arrived().target).toContain(`frame_mode=${mode}`)
  })

  it('on a phone is the current tab with redirect_on_mobile, otherwise a full-screen modal', async () => {
    await library.context.close()
    await library.visit({ userAgent: 'Mozilla/5.0 (Linux; android 15) Mobile' })
    await library.opened({ config: { css_modal_wrap: 'tea' } })
    expect(await onPage('document.getElementById("ep-modal-container").className')).toBe(
      'tea modal-mobile shown',
    )
    await openWidget(library.page, { as: 'b', config: { redirect_on_mobile: 1 } })
    await library.page.waitForURL(/frame_mode=tab/)
  })

  it('is emptied first, and contains only the frame after the load', async () => {
    const place = 'document.getElementById("one")'
    const loading = `${place}.insertAdjacentHTML("afterbegin", "loading<b>x</b>")`
    // A single task, so that the frame cannot load before the text is read.
    const opening = `(widgets.a = EPayWidget.run({ target_element: 'one' }), ${loading}, ${place}.textContent)`
    expect(await onPage(opening)).toBe('loadingx')
    await library.frameOf()
    await library.page.waitForFunction('document.getElementById("one").childNodes.length === 1')
    expect(await onPage('widgets.a.iframe.parentNode.textContent')).toBe('')
  })

  it('is refused if its target does not exist', async () => {
    expect(await thrown('EPayWidget.run({ target_element: "nowhere" })')).toBe('Invalid target_element')
    expect(await thrown('EPayWidget.runEmbedded({})')).toBe('Invalid target_element')
  })

  it('is a frame with the attributes of the contract', async () => {
    await library.opened({ config: { target_element: 'one', apple_allow_payment: 1 } })
    const guid = await onPage<string>('widgets.a.guid')
    const frame = library.page.locator('#one iframe')
    const wanted = { id: `iframe-${guid}`, name: `iframe-${guid}`, class: 'ep-iframe', scrolling: 'no' }
    for (const [name, value] of Object.entries({ ...wanted, allowPaymentRequest: 'true', allow: 'payment' }))
      expect(await frame.getAttribute(name)).toBe(value)
    expect(await frame.getAttribute('style')).toContain('display: block')
  })
})

describe('the config of a form', () => {
  it.each<[object, string | null]>([
    [{ mode: 'refund' }, 'Invalid config.mode'],
    [{ mode: 'Purchase' }, 'Invalid config.mode'],
    [{ mode: 'constructor' }, 'Invalid config.mode'],
    [{ mode: 'purchase' }, 'Payment not specified.'],
    [{ mode: 'purchase', payment_id: 'p' }, 'Payment not specified.'],
    [{ mode: 'purchase', payment_currency: 'EUR' }, 'Payment not specified.'],
    [{}, null],
    [{ mode: 'card_tokenize' }, null],
    [{ mode: 'presentation' }, null],
  ])('%j makes `create` throw %j (null: nothing)', async (config, error) => {
    const caught = await thrown(`EPayWidget.create(${JSON.stringify(config)})`)
    expect(typeof caught === 'string' ? caught.slice(0, error?.length) : caught).toBe(error)
  })
})

describe('the modal', () => {
  it('is created once, and reset for every popup', async () => {
    const first = await library.opened({ config: { css_modal_wrap: 'one-wrap' } })
    await say(first, 'epframe.loaded', { width: 1, height: 300 })
    await say(first, 'epframe.cross_color', 'white')
    await callsUntilNow(library.page, first)
    await library.opened({ as: 'b' })
    expect(
      await library.page
        .evaluate(`['ep-modal-container', 'ep-modal-wrap', 'ep-modal-close'].map(function (id) {
        return document.querySelectorAll('#' + id).length + ' ' + document.getElementById(id).className })`),
    ).toEqual(['1 shown', '1 ep-modal-wrap', '1 '])
    expect(await onPage('document.querySelectorAll("#ep-modal-body > *").length')).toBe(1)
  })

  it('fills a narrow window, and the page behind it does not scroll until it is closed', async () => {
    const overflow = (): Promise<string> => onPage('getComputedStyle(document.documentElement).overflow')
    await library.page.setViewportSize({ width: 390, height: 700 })
    const frame = await library.opened()
    await say(frame, 'epframe.loaded', { width: 390, height: 300 })
    await callsUntilNow(library.page, frame)
    expect(await library.page.locator('.ep-iframe').boundingBox()).toEqual({
      x: 0,
      y: 0,
      width: 390,
      height: 700,
    })
    expect(await overflow()).toBe('hidden')
    await library.page.click('#ep-modal-close')
    expect(await overflow()).toBe('visible')
  })

  it('calls onExit without data when the customer closes it, and notifies the frame, which posts destroy', async () => {
    await library.page.focus('#pay')
    const frame = await library.opened()
    await onPage(
      `window.addEventListener('message', function (e) { calls.push({ name: 'wire ' + JSON.parse(e.data).message }) })`,
    )
    await library.page.click('#ep-modal-close')
    await library.page.waitForFunction('calls.some(function (call) { return call.name === "onDestroy" })')
    expect(await onPage('calls.map(function (call) { return call.name + " " + call.count })')).toEqual([
      ...['onRun 0', 'onExit 0', 'onDestroy 1', 'wire epframe.destroy undefined'],
    ])
    expect(await onPage('document.querySelectorAll("#ep-modal-container.shown").length')).toBe(0)
    expect(await onPage('document.activeElement.id')).toBe('pay')
    expect(frame.isDetached() || frame.url() === 'about:blank').toBe(true)
  })

  it.each([
    [0, 1],
    [1, 0],
  ])('is closed by a click outside it only if close_on_missclick is set (%j)', async (flag, shown) => {
    await library.opened({ config: { close_on_missclick: flag } })
    await library.page.mouse.click(20, 350)
    expect(await onPage('document.querySelectorAll("#ep-modal-container.shown").length')).toBe(shown)
  })

  it('has a close button of 44 px with an accessible name, and stays open on Escape', async () => {
    const frame = await library.opened()
    await say(frame, 'epframe.loaded', { width: 1, height: 400 })
    const close = library.page.getByRole('button', { name: 'Close' })
    const box = await close.boundingBox()
    expect([box?.width, box?.height]).toEqual([44, 44])
    await close.focus()
    await library.page.keyboard.press('Escape')
    expect((await callsUntilNow(library.page, frame)).map(({ name }) => name)).toEqual(['onRun', 'onLoaded'])
    await library.page.keyboard.press('Tab')
    expect(await onPage('document.activeElement.tagName')).toBe('IFRAME')
  })

  it('keeps the focus inside, in both Tab directions', async () => {
    const frame = await library.opened()
    await say(frame, 'epframe.loaded', { width: 1, height: 400 })
    await callsUntilNow(library.page, frame)
    await frame.focus('#field')
    const focusedAfter = async (key: string): Promise<unknown> => {
      await library.page.keyboard.press(key)
      return onPage(
        'document.activeElement.id === "ep-modal-close" ? "close" : document.activeElement.tagName',
      )
    }
    expect([await focusedAfter('Shift+Tab'), await focusedAfter('Tab')]).toEqual(['close', 'IFRAME'])
    // The first Tab goes to the field of the form, the next one leaves it.
    const round = [await focusedAfter('Tab'), await focusedAfter('Tab'), await focusedAfter('Tab')]
    expect(round).toEqual(['IFRAME', 'close', 'IFRAME'])
  })

  it('shows the page of a form that failed', async () => {
    const frame = await library.opened()
    await say(frame, 'epframe.fail_loading', { message: 'Application error' })
    await callsUntilNow(library.page, frame)
    await library.page.waitForFunction(
      'getComputedStyle(document.getElementById("ep-modal-body")).opacity === "1"',
    )
    expect(
      await onPage('getComputedStyle(document.querySelector(".ep-modal-wrap"), "::before").display'),
    ).toBe('none')
  })

  it('opens again after it was closed', async () => {
    await library.opened()
    await library.page.click('#ep-modal-close')
    await onPage('void widgets.a.run()')
    const frame = await library.frameOf()
    await say(frame, 'epframe.payment_sent')
    expect(
      (await callsUntilNow(library.page, frame)).filter(({ name }) => name === 'onPaymentSent').length,
    ).toBe(1)
  })
})

describe('the loading of a form', () => {
  beforeEach(async () => {
    await library.page.clock.install()
    await library.page.goto(library.stage.shop)
    await library.page.clock.pauseAt(Date.now() + 60_000)
  })
  const failures = 'calls.filter(function (call) { return call.name === "onFailLoading" })'

  it('fails once, 5 s after the load event, if the form does not post loaded', async () => {
    await library.opened({ config: { target_element: 'one' } })
    await library.page.clock.runFor(4999)
    expect(await onPage(failures)).toEqual([])
    await library.page.clock.runFor(1)
    expect(await onPage(`${failures}.map(function (call) { return call.data })`)).toEqual([
      { message: 'Network problem', config: { target_element: 'one', _referrer: '', frame_mode: 'iframe' } },
    ])
    await library.page.clock.runFor(20_000)
    expect(await onPage(`${failures}.length`)).toBe(1)
  })

  it.each(['loaded', 'fail_loading'])('does not fail after %s', async (message) => {
    const frame = await library.opened({ config: { target_element: 'one' } })
    await say(frame, `epframe.${message}`, { width: 1, height: 1, message: 'own' })
    const before = (await callsUntilNow(library.page, frame)).length
    await library.page.clock.runFor(10_000)
    expect((await callsUntilNow(library.page, frame)).length).toBe(before)
  })

  it('fails 5 s after the load event of the form, not that of the empty document before a slow POST', async () => {
    const release = library.stage.hold()
    await openWidget(library.page, { config: { target_element: 'one' }, method: 'post' })
    await expect.poll(() => library.stage.arrivals.length).toBe(1)
    await library.page.clock.runFor(30_000)
    expect(await onPage(failures)).toEqual([])
    release()
    await library.frameOf()
    await library.page.clock.runFor(5_000)
    expect(await onPage(`${failures}.length`)).toBe(1)
  })

  it('does not fail once the customer has closed the form', async () => {
    await library.opened()
    await library.page.click('#ep-modal-close')
    await library.page.clock.runFor(10_000)
    expect(await onPage(failures)).toEqual([])
  })
})

describe('the colours of the form', () => {
  const arrivedTheme = (): string | null =>
    new URL(library.arrived().target, library.stage.platform).searchParams.get('_theme')
  const setTheme = (theme: string): Promise<void> =>
    onPage(`document.querySelector('script[src$="/merchant.js"]').setAttribute('data-theme', '${theme}')`)
  const colourAround = (): Promise<string> =>
    onPage(`getComputedStyle(document.getElementById('ep-modal-wrap')).backgroundColor`)

  it("follow data-theme of the library's script, also around the form", async () => {
    await setTheme('dark')
    await library.opened()
    expect([arrivedTheme(), await colourAround()]).toEqual(['dark', 'rgb(30, 31, 35)'])
  })

  it('follow the config if it sets a theme', async () => {
    await setTheme('dark')
    await library.opened({ config: { _theme: 'light' } })
    expect([arrivedTheme(), await colourAround()]).toEqual(['light', 'rgb(255, 255, 255)'])
  })

  it('follow the customer’s system only if the config says auto', async () => {
    await library.page.emulateMedia({ colorScheme: 'dark' })
    await library.opened()
    expect([arrivedTheme(), await colourAround()]).toEqual([null, 'rgb(255, 255, 255)'])
    await library.opened({ as: 'b', config: { _theme: 'auto' } })
    expect(await colourAround()).toBe('rgb(30, 31, 35)')
  })
})
