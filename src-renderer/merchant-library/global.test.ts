import { describe, expect, it } from 'vitest'
import { libraryPage } from '#e2e/fixtures/library/library-page'
import { callsUntilNow, say } from '#e2e/fixtures/library/merchant-page'

const library = libraryPage()
const onPage = <Value>(script: string): Promise<Value> => library.page.evaluate<Value>(script)

describe('the global', () => {
  it('has the members of the contract, and is the only global that the page gets', async () => {
    expect(await onPage('Object.keys(EPayWidget).sort().join(" ")')).toBe(
      'activeWidgets addGetParam appendHtml baseUrl bind broadcastToOtherWidgets buildFullUrl buildUrl ' +
        'cfgExtend create formatAmount getBaseUrl guid isMobile registerPostListener registerWidget run ' +
        'runEmbedded showModal unregisterWidget',
    )
    expect(
      await onPage(
        'Object.getOwnPropertyNames(window).filter(function (name) { return /^(_|paybench|EPay)/.test(name) })',
      ),
    ).toEqual(['EPayWidget'])
    expect(await onPage('window.onresize')).toBeNull()
    expect(await onPage('"wallet_select.x y_".toCamelCase()')).toBe('walletSelectXY_')
    expect(await onPage('[EPayWidget.guid(2), EPayWidget.isMobile()]')).toEqual([
      expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}$/),
      false,
    ])
  })

  it('merges several sources deeply into a config, and skips null and undefined', async () => {
    const extended = await onPage(`(function () {
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
    await onPage(`EPayWidget.cfgExtend({}, JSON.parse('{"__proto__":{"polluted":1}}'))`)
    expect(await onPage('({}).polluted === undefined')).toBe(true)
  })

  it('builds addresses, formats amounts and appends markup as the original does', async () => {
    expect(
      await onPage(`[
        EPayWidget.addGetParam('/a', 'b', undefined), EPayWidget.addGetParam('/a', 'b', 'c d'),
        EPayWidget.addGetParam('/a?x=1', 'b', 0), EPayWidget.formatAmount(4650), EPayWidget.formatAmount('5'),
        EPayWidget.formatAmount(null), EPayWidget.buildUrl({ project_id: 7 }).split('&')[0],
        EPayWidget.buildFullUrl({ project_id: 7, baseUrl: 'https://pay.test' }).split('&')[0],
      ]`),
    ).toEqual([
      ...['/a', '/a?b=c%20d', '/a?x=1&b=0', '46.50', '0.05', ''],
      ...['/payment?project_id=7', 'https://pay.test/payment?project_id=7'],
    ])
    await onPage(
      `widgets.a = EPayWidget.create({ project_id: 7, payment_amount: 99, css_modal_wrap: 'own' })`,
    )
    expect(
      await onPage(
        `[widgets.a.getBaseUrl(), widgets.a.formatAmount(), widgets.a.buildFullUrl().split('&')[0]]`,
      ),
    ).toEqual([library.stage.platform, '0.99', `${library.stage.platform}/payment?project_id=7`])
    await onPage(`widgets.a.addMerchantCss(), widgets.a.addMerchantCss('other')`)
    expect(await onPage(`document.getElementById('ep-modal-container').className`)).toBe('own other')
    await onPage(
      `EPayWidget.appendHtml(document.body, '<i id=added></i>text'), EPayWidget.appendHtml(null, 'x')`,
    )
    expect(await onPage(`document.getElementById('added').nextSibling.data`)).toBe('text')
  })

  it('unregisters a widget by its guid', async () => {
    await onPage(`widgets.a = EPayWidget.create({}), EPayWidget.unregisterWidget(null),
      EPayWidget.unregisterWidget(widgets.a.guid), void 0`)
    expect(await onPage('Object.keys(EPayWidget.activeWidgets)')).toEqual([])
  })

  it('leaves nothing of a closed form in the modal, and forgets its widget', async () => {
    const frame = await library.opened()
    expect(await onPage('EPayWidget.activeWidgets[widgets.a.guid] === widgets.a')).toBe(true)
    await say(frame, 'epframe.loaded', { width: 1, height: 333 })
    await say(frame, 'epframe.redirect_iframe')
    await callsUntilNow(library.page, frame)
    const state = `(function () {
      var wrap = document.getElementById('ep-modal-wrap'), body = document.getElementById('ep-modal-body')
      return [wrap.className, body.style.height, body.firstChild.style.height]
    })()`
    expect(await onPage(state)).toEqual(['ep-modal-wrap loaded with-asc', '333px', '333px'])
    await library.page.click('#ep-modal-close')
    expect(await onPage(state)).toEqual(['ep-modal-wrap', '', ''])
    expect(await onPage('Object.keys(EPayWidget.activeWidgets)')).toEqual([])
    await library.page.waitForFunction(
      `document.getElementById('ep-modal-body').firstChild.src === 'about:blank'`,
    )
  })

  it('binds a button, or a detached one if the id is unknown', async () => {
    await onPage(
      `void (widgets.a = EPayWidget.bind('pay', recording('a', {}, ['onRun'])), EPayWidget.bind('no such button', {}))`,
    )
    expect(library.stage.arrivals).toEqual([])
    await library.page.click('#pay')
    await library.frameOf()
    expect(await onPage('calls.map(function (call) { return [call.name, call.self] })')).toEqual([
      ['onRun', true],
    ])
  })

  it('finds the origin of its script, including the port, and remembers it', async () => {
    expect(await onPage('EPayWidget.getBaseUrl()')).toBe(library.stage.platform)
    await onPage('document.querySelector("script[src]").remove()')
    const { platform } = library.stage
    expect(await onPage('[EPayWidget.getBaseUrl(), EPayWidget.baseUrl]')).toEqual([platform, platform])
  })

  it.each([
    ['is null', null, 'https://a.test/shared/merchant.js?v=2'],
    ['is null', null, 'https://a.test/xmerchant.js'],
    ['is that of the script', 'https://a.test:444', 'https://a.test:444/merchant.js'],
    ['is required', expect.stringContaining('cfg.baseUrl'), 'file:///shop/merchant.js'],
  ])('has a base URL that %s: %j if its script is at %s', async (_, base, src) => {
    await onPage(`EPayWidget.baseUrl = null; document.querySelector('script[src]').remove();
      script = document.createElement('script'); script.type = 'text/plain'; script.src = ${JSON.stringify(src)}; void document.head.appendChild(script)`)
    expect(
      await onPage('(function () { try { return EPayWidget.getBaseUrl() } catch (e) { return e } })()'),
    ).toEqual(base)
  })

  it('opens the form at another origin if baseUrl names it', async () => {
    const base = library.stage.platform.replace('127.0.0.1', 'localhost')
    await library.opened({ config: { baseUrl: base } })
    expect(library.arrived().headers.host).toBe(base.slice('http://'.length))
  })

  it('writes nothing to the console and breaks no listener of the page', async () => {
    await onPage('resized = 0; window.onresize = function () { resized++ }; void 0')
    const frame = await library.opened()
    await say(frame, 'epframe.loaded', { width: 1, height: 300 })
    await callsUntilNow(library.page, frame)
    await library.page.setViewportSize({ width: 600, height: 600 })
    await library.page.waitForFunction('resized > 0')
    expect(library.complaints).toEqual([])
  })
})
