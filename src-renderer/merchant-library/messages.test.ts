import type { Frame } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { libraryPage } from '#e2e/fixtures/library/library-page'
import { callsUntilNow, heard, openWidget, say } from '#e2e/fixtures/library/merchant-page'
import { FORM_HANDLERS } from '#domain/form/form-handlers'

const library = libraryPage()
const onPage = <Value>(script: string): Promise<Value> => library.page.evaluate<Value>(script)

const inTarget = { config: { target_element: 'one' } }
const classOf = (selector: string): Promise<string> =>
  onPage<string>(`document.querySelector(${JSON.stringify(selector)}).className`)
const waitForElement = (selector: string): Promise<unknown> =>
  library.page.waitForSelector(selector, { state: 'attached' })

const expectHeard = async (frame: Frame, message: string, rest: object = {}): Promise<void> =>
  expect(await heard(frame, message)).toEqual({ message, ...rest })
const namesUntilNow = async (frame: Frame): Promise<readonly string[]> =>
  (await callsUntilNow(library.page, frame)).map(({ name }) => name)

/** Messages that make the browser leave the page have their own tests. */
const leaving = new Set(['epframe.redirect', 'epframe.acs_parent_page_redirect_run'])
const data = { width: 480, height: 300, message: 'm', value: '1', tab: 't', url: 'nowhere', field: 'text' }
const testedHandlers = FORM_HANDLERS.filter(({ message }) => message !== null && !leaving.has(message))

describe('a message from the frame', () => {
  it('calls its handler with the data, and with the widget as `this`', async () => {
    const frame = await library.opened(inTarget)
    const config = { target_element: 'one', frame_mode: 'iframe', _referrer: '' }
    for (const { message } of testedHandlers) await say(frame, message ?? '', data)
    expect(await callsUntilNow(library.page, frame)).toEqual([
      { widget: 'a', name: 'onRun', count: 0, self: true },
      ...testedHandlers.map(({ name, arguments: handed }) => ({
        widget: 'a',
        name,
        data: name === 'onFailLoading' ? { ...data, config } : data,
        count: handed === 'question' ? 3 : 1,
        self: true,
      })),
    ])
  })

  it.each(['loaded', 'resize', 'fail_loading', 'redirect'])(
    'calls no handler if it has no data: %s',
    async (message) => {
      const frame = await library.opened(inTarget)
      await say(frame, `epframe.${message}`)
      expect(await namesUntilNow(frame)).toEqual(['onRun'])
    },
  )

  it('is dropped if it has another guid, and accepted by all widgets if it has from_another_domain', async () => {
    const frame = await library.opened(inTarget)
    await library.opened({ as: 'b', config: { target_element: 'two' } })
    await say(frame, 'epframe.payment_sent', 1, { guid: 'ffff-ffff-ffff-ffff' })
    await say(frame, 'epframe.payment_sent', 2, { guid: null, from_another_domain: true })
    await say(frame, 'epframe.payment_sent', 3)
    const calls = (await callsUntilNow(library.page, frame)).filter(({ name }) => name === 'onPaymentSent')
    expect(calls.map(({ widget, data: n }) => [widget, n])).toEqual([
      ['a', 2],
      ['b', 2],
      ['a', 3],
    ])
  })

  it('causes no page error if its handler throws or if it is malformed', async () => {
    const errors: string[] = []
    library.page.on('pageerror', (error) => errors.push(error.message))
    const frame = await library.opened(inTarget)
    await onPage('configOf_a.onPaymentSent = function () { throw new Error("shop") }')
    await frame.evaluate('window.parent.postMessage("{", "*"); window.parent.postMessage({}, "*")')
    await say(frame, 'epframe.payment_sent')
    expect(await namesUntilNow(frame)).toEqual(['onRun'])
    expect(errors).toEqual([])
  })

  it('about a size, an amount or a tab calls its handler only if the value has changed', async () => {
    const frame = await library.opened(inTarget)
    for (const size of [
      [0, 0],
      [480, 640],
      [480, 640],
      [480, 641],
    ]) {
      await say(frame, 'epframe.resize', { width: size[0], height: size[1] })
    }
    for (const value of ['1', '1', '2']) await say(frame, 'epframe.amount_change', { value })
    for (const tab of ['deposit', 'deposit', 'withdrawal']) await say(frame, 'epframe.tab_change', { tab })
    const changes = ['onResize', 'onAmountChange', 'onTabChange']
    expect(await namesUntilNow(frame)).toEqual(['onRun', ...changes.flatMap((name) => [name, name])])
  })
})

describe('the library', () => {
  it('shows the modal with the given height on loaded, and moves the focus into the form', async () => {
    const frame = await library.opened()
    expect(await classOf('#ep-modal-wrap')).toBe('ep-modal-wrap')
    await say(frame, 'epframe.loaded', { width: 480, height: 512 })
    await waitForElement('#ep-modal-wrap.loaded')
    expect(
      await onPage(
        '[widgets.a.widgetLoaded, widgets.a.iframe.style.height, document.getElementById("ep-modal-body").style.height, document.activeElement.tagName]',
      ),
    ).toEqual([true, '512px', '512px', 'IFRAME'])
  })

  it('sets the height on resize, and keeps the current one if none is given', async () => {
    const frame = await library.opened(inTarget)
    await say(frame, 'epframe.resize', { width: 10, height: 333 })
    await say(frame, 'epframe.resize', { width: 11 })
    await callsUntilNow(library.page, frame)
    const style = 'widgets.a.iframe.style'
    expect(await onPage(`[${style}.height, ${style}.width]`)).toEqual(['333px', ''])
  })

  it('hides the modal on exit, keeps the frame and restores the focus', async () => {
    await library.page.focus('#pay')
    const frame = await library.opened()
    await say(frame, 'epframe.exit')
    await callsUntilNow(library.page, frame)
    expect(
      await onPage(
        '[document.querySelectorAll("#ep-modal-container.shown").length, document.querySelectorAll("iframe").length, document.activeElement.id]',
      ),
    ).toEqual([0, 1, 'pay'])
  })

  it('adds and removes classes of the modal, the close button and the frame', async () => {
    const frame = await library.opened()
    await say(frame, 'epframe.template_name', 'tpl one')
    await say(frame, 'epframe.with_qr_pay', 'qr')
    await say(frame, 'epframe.add_css_class', 'more')
    await say(frame, 'epframe.remove_css_class', 'qr')
    await say(frame, 'epframe.cross_color', '"white"')
    await say(frame, 'epframe.acs_redirect_iframe')
    await say(frame, 'epframe.redirect_iframe')
    await callsUntilNow(library.page, frame)
    expect([
      await classOf('#ep-modal-container'),
      await classOf('#ep-modal-close'),
      await classOf('iframe'),
      await classOf('#ep-modal-wrap'),
    ]).toEqual(['shown tpl one more', 'white', 'ep-iframe fullscreen-iframe', 'ep-modal-wrap with-asc'])
    await say(frame, 'epframe.redirect_iframe_complete')
    await callsUntilNow(library.page, frame)
    expect([await classOf('iframe'), await classOf('#ep-modal-wrap')]).toEqual(['ep-iframe', 'ep-modal-wrap'])
  })

  it('sets the height on resize_from_another_src, and notifies the frame', async () => {
    const frame = await library.opened(inTarget)
    await say(frame, 'epframe.resize_from_another_src', undefined, { height: 444, width: 320 })
    await callsUntilNow(library.page, frame)
    expect(await onPage('widgets.a.iframe.style.height')).toBe('444px')
    await say(frame, 'epframe.resize_from_another_src')
    await frame.waitForFunction('received.filter(function (m) { return m.formAnotherSrc }).length === 2')
    const notices = await frame.evaluate('received.filter(function (m) { return m.formAnotherSrc })')
    expect(notices).toEqual([
      { formAnotherSrc: true, height: 444, width: 320 },
      { formAnotherSrc: true, height: await onPage('window.innerHeight') },
    ])
  })

  it('informs the frame that there is no device wallet', async () => {
    const frame = await library.opened(inTarget)
    await say(frame, 'epframe.apple_pay.request_availability')
    await expectHeard(frame, 'epframe.apple_pay.available_on_parent_page', { data: { isAvailable: false } })
    await say(frame, 'epframe.apple_pay.button_clicked', { apiVersion: 3, sessionParams: {} })
    await expectHeard(frame, 'epframe.apple_pay.on_cancel', { data: {} })
  })

  it('forwards the older embedded messages, which a page posts to itself, to the frame', async () => {
    const frame = await library.opened(inTarget)
    await onPage(`[
      { message: 'epframe.embedded_mode.check_validation', from_another_domain: true },
      { message: 'epframe.embedded_mode.submit', from_another_domain: true, fields: { 'BillingInfo[country]': 'DE' } },
    ].forEach(function (message) { window.postMessage(JSON.stringify(message), '*') })`)
    await expectHeard(frame, 'epframe.embedded_mode.check_validation')
    await expectHeard(frame, 'epframe.embedded_mode.submit', {
      from_another_domain: true,
      fields: { 'BillingInfo[country]': 'DE' },
    })
  })

  it('enables the buttons of the other widgets when a payment is tried again or cancelled', async () => {
    const one = await library.opened(inTarget)
    const two = await library.opened({ as: 'b', config: { target_element: 'two' } })
    for (const message of ['epframe.payment.try_again', 'epframe.payment.canceled']) await say(one, message)
    await callsUntilNow(library.page, one)
    await two.waitForFunction('received.length === 3')
    const enable = { message: 'epframe.embedded_mode.buttons_enable', data: {} }
    expect(await two.evaluate('received.slice(1)')).toEqual([enable, enable])
    expect(await one.evaluate('received.length')).toBe(1)
  })
})

describe('the library when leaving the page', () => {
  it.each([
    ['absolute', ''],
    ['scheme-relative', 'http:'],
  ])('redirects the whole page to an address that is %s', async (_, scheme) => {
    const frame = await library.opened()
    await say(frame, 'epframe.redirect', { url: `${library.stage.platform}/done`.slice(scheme.length) })
    await library.page.waitForURL(`${library.stage.platform}/done`)
  })

  it.each([
    'javascript:calls.push(1)',
    ' java\nscript:calls.push(1)',
    'VBScript:x',
    'data:text/html,x',
    '/cart',
    'done',
    '',
    7,
  ])('refuses to redirect to %j, but calls the handler', async (url) => {
    const frame = await library.opened()
    await say(frame, 'epframe.redirect', { url })
    expect(await namesUntilNow(frame)).toEqual(['onRun', 'onRedirect'])
    expect(library.page.url()).toBe(library.stage.shop)
    await waitForElement('#ep-modal-container.shown')
  })

  it('posts the form 3dsForm to the issuer from the page, not from the frame', async () => {
    const frame = await library.opened(inTarget)
    await say(frame, 'epframe.acs_parent_page_redirect_run', {
      method: 'POST',
      url: `${library.stage.platform}/issuer`,
      body: { creq: 'a+b/ü', submit: 'x' },
    })
    await library.page.waitForURL(`${library.stage.platform}/issuer`)
    expect(library.stage.arrivals.find(({ target }) => target === '/issuer')).toMatchObject({
      method: 'POST',
      body: 'creq=a%2Bb%2F%C3%BC&submit=x',
    })
  })
})

describe('the embedding page', () => {
  it('sends link with the guid on every load of the frame', async () => {
    const frame = await library.opened(inTarget)
    const guid = await onPage<string>('widgets.a.guid')
    expect(guid).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/)
    expect(await frame.evaluate('received')).toEqual([{ message: 'link', guid }])
    await frame.evaluate('void location.reload(), (received.ofFirstLoad = true)').catch(() => undefined)
    await frame.waitForFunction(
      'typeof received === "object" && !received.ofFirstLoad && received.length === 1',
    )
    expect(await frame.evaluate('received')).toEqual([{ message: 'link', guid }])
  })

  it("sends resize, try_submit and presses of the shop's own submit button to the frame", async () => {
    const frame = await library.opened(inTarget)
    await library.page.setViewportSize({ width: 700, height: 500 })
    await expectHeard(frame, 'resize')
    await onPage('widgets.a.trySubmit()')
    await expectHeard(frame, 'epframe.embedded_mode.try_submit')
    await library.page.click('[data-epwidget]')
    await expectHeard(frame, 'epframe.external_widget_form_submission')
  })

  it('sends messages through sendPostMessage, so that a script can watch them', async () => {
    await openWidget(library.page, { start: 'create' })
    await onPage(`
      sent = []
      original = widgets.a.sendPostMessage
      widgets.a.sendPostMessage = function (message) { sent.push(message.message); original.call(this, message) }
      void widgets.a.run()`)
    await library.page.waitForFunction('sent.length === 1')
    await onPage('widgets.a.trySubmit(); widgets.a.closePopup()')
    expect(await onPage('sent')).toEqual(['link', 'epframe.embedded_mode.try_submit', 'close'])
  })
})

describe('the embedded form', () => {
  it("asks the shop whether the payment may start, and gets the shop's answer", async () => {
    const frame = await library.opened({ ...inTarget, start: 'runEmbedded', method: 'post' })
    const other = await library.opened({ as: 'b', config: { target_element: 'two' } })
    await say(frame, 'epframe.embedded_mode.check_submit', {})
    await callsUntilNow(library.page, frame)
    await onPage('answers[0].reject({ result: true, why: 1 })')
    const result = 'epframe.embedded_mode.check_submit.result'
    await expectHeard(frame, result, { data: { result: false } })
    await onPage('answers[0].resolve({ customer_email: "nora@mail.test", result: false })')
    await frame.waitForFunction('received[received.length - 1].data.result === true')
    await expectHeard(frame, result, { data: { customer_email: 'nora@mail.test', result: true } })
    await expectHeard(other, 'epframe.embedded_mode.buttons_disable', { data: {} })
    // The widget works on a copy of the shop's config.
    const modes = '[typeof configOf_a.frame_mode, widgets.a.config.frame_mode]'
    expect(await onPage(modes)).toEqual(['undefined', 'embedded'])
  })

  it.each(['check_shipping_address', 'check_shipping_method', 'confirmation'])(
    'gets an answer to %s that includes what the shop adds',
    async (question) => {
      const frame = await library.opened({ ...inTarget, start: 'runEmbedded' })
      await say(frame, `epframe.embedded_mode.${question}`, { country: 'DE' })
      await callsUntilNow(library.page, frame)
      await onPage('answers[0].resolve({ payment_amount: 500 })')
      expect(await heard(frame, `epframe.embedded_mode.${question}.result`)).toMatchObject({
        data: { payment_amount: 500, result: true },
      })
    },
  )

  it('gets no answer if the shop has no handler', async () => {
    const frame = await library.opened({ ...inTarget, start: 'runEmbedded', handlers: ['onEnterKeyPressed'] })
    await say(frame, 'epframe.embedded_mode.check_submit', {})
    await callsUntilNow(library.page, frame)
    expect(await frame.evaluate('received.length')).toBe(1)
  })
})
