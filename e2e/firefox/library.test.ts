import type { Browser, Frame, Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchFirefox } from '#e2e/fixtures/firefox/launch'
import {
  callsUntilNow,
  heard,
  linked,
  type OpenOptions,
  openWidget,
  say,
} from '#e2e/fixtures/library/merchant-page'
import { openStage, type Stage } from '#e2e/fixtures/library/stage'

let stage: Stage
let browser: Browser
let page: Page

beforeAll(async () => {
  stage = await openStage()
  browser = await launchFirefox()
}, 60_000)
afterAll(async () => {
  await browser.close()
  await stage.close()
})
beforeEach(async () => {
  stage.arrivals.length = 0
  page = await browser.newPage()
  await page.goto(stage.shop)
})
afterEach(async () => {
  await page.close()
})

async function opened(options: OpenOptions = {}): Promise<Frame> {
  await openWidget(page, options)
  const frame = await page.waitForFrame((one) => one.url().startsWith(`${stage.platform}/payment`))
  await linked(frame)
  return frame
}

const names = async (frame: Frame): Promise<readonly string[]> =>
  (await callsUntilNow(page, frame)).map(({ name }) => name)

describe('the library in Firefox', () => {
  it.each(['get', 'post'] as const)('opens the modal by %s, shows it and closes it', async (method) => {
    const frame = await opened({ config: { project_id: 5402, payment_description: 'Tea & ü' }, method })
    expect(stage.arrivals.map((arrival) => arrival.method)).toEqual([method.toUpperCase()])
    await say(frame, 'epframe.loaded', { width: 480, height: 512 })
    expect(await names(frame)).toEqual(['onRun', 'onLoaded'])
    expect(
      await page.evaluate(
        '[document.getElementById("ep-modal-wrap").className, widgets.a.iframe.style.height, getComputedStyle(document.getElementById("ep-modal-container")).position]',
      ),
    ).toEqual(['ep-modal-wrap loaded', '512px', 'fixed'])
    await page.click('#ep-modal-close')
    await page.waitForFunction('calls.some(function (call) { return call.name === "onDestroy" })')
    expect(await page.evaluate('calls.slice(-2).map(function (call) { return call.name })')).toEqual([
      'onExit',
      'onDestroy',
    ])
  })

  it('opens in an element and passes the events of a payment on in their order', async () => {
    const frame = await opened({ config: { target_element: 'one' } })
    const events = [
      ['loaded', { width: 480, height: 640 }, 'onLoaded'],
      ['resize', { width: 480, height: 640 }, 'onResize'],
      ['resize', { width: 480, height: 640 }, null],
      ['payment_method_select', { payment_method_code: 'card' }, 'onPaymentMethodSelect'],
      ['payment_sent', undefined, 'onPaymentSent'],
      ['payment_submit_result', { request_id: '5d0c' }, 'onPaymentSubmitResult'],
      ['payment_success', { status: 'success' }, 'onPaymentSuccess'],
    ] as const
    for (const [message, data] of events) await say(frame, `epframe.${message}`, data)
    expect(await names(frame)).toEqual(['onRun', ...events.flatMap(([, , name]) => name ?? [])])
  })

  it('asks the shop in the embedded form', async () => {
    const frame = await opened({ start: 'runEmbedded', config: { target_element: 'one' }, method: 'post' })
    await page.evaluate('widgets.a.trySubmit()')
    await heard(frame, 'epframe.embedded_mode.try_submit')
    await say(frame, 'epframe.embedded_mode.check_submit', {})
    await callsUntilNow(page, frame)
    await page.evaluate('answers[0].resolve({ customer_email: "nora@mail.test" })')
    expect(await heard(frame, 'epframe.embedded_mode.check_submit.result')).toEqual({
      message: 'epframe.embedded_mode.check_submit.result',
      data: { customer_email: 'nora@mail.test', result: true },
    })
  })
})
