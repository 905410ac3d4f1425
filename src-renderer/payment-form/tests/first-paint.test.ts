import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { FORM_LANGUAGES } from '#domain/form/languages'
import type { FormView } from '#domain/form/view'
import { aFrame, CARD_VIEW, RESULT_VIEW } from '#domain/testing/form-pages'
import { openFormStage } from '#e2e/fixtures/form/form-stage'

const stage = openFormStage()

const DETAILS_VIEW: FormView = {
  kind: 'details',
  fields: [{ path: 'customer.email', required: true, value: '' }],
  confirmBefore: null,
}

/** When each file of the form was requested, and when the page was painted for the first time; milliseconds. */
async function timesOf(page: Page): Promise<{
  readonly paint: number
  readonly files: Readonly<Record<string, number>>
}> {
  await page.locator('link[rel=stylesheet]').waitFor({ state: 'attached' })
  return page.evaluate(`(function () {
    var files = {}
    performance.getEntriesByType('resource').forEach(function (entry) {
      files[entry.name.replace(/^.*\\//, '')] = entry.startTime
    })
    return { paint: performance.getEntriesByName('first-paint')[0].startTime, files: files }
  })()`)
}

type Styles = readonly (readonly [element: string, style: Readonly<Record<string, string>>])[]

/** The style of every element of the page, as the browser computed it. */
function computedStyles(page: Page): Promise<Styles> {
  return page.evaluate(`(function () {
    return [].slice.call(document.querySelectorAll('html, body, .pf, .pf *')).map(function (element) {
      var style = getComputedStyle(element)
      var values = {}
      ;[].slice.call(style).forEach(function (name) {
        values[name] = style.getPropertyValue(name)
      })
      return [element.tagName + '.' + element.getAttribute('class'), values]
    })
  })()`)
}

/** The properties in which two pages differ, as texts. */
function differences(before: Styles, after: Styles): readonly string[] {
  const changes = before.flatMap(([element, style], at) =>
    Object.keys(style)
      .filter((name) => style[name] !== after[at]?.[1][name])
      .map((name) => `${element} ${name}: ${String(style[name])} -> ${String(after[at]?.[1][name])}`),
  )
  return [...changes, ...(before.length === after.length ? [] : ['another number of elements'])].slice(0, 20)
}

describe('the first paint of a form', () => {
  it('in a tab waits for nothing but the page, whose script loads the rest afterwards', async () => {
    stage.show(CARD_VIEW, aFrame({ frameMode: 'tab' }))
    await stage.page.goto(`${stage.server.platform}/payment/s1`)
    const { paint, files } = await timesOf(stage.page)
    expect(Object.keys(files).toSorted()).toEqual(['form.js', 'light.css'])
    expect(files['form.js']).toBeGreaterThanOrEqual(paint)
    expect(files['light.css']).toBeGreaterThanOrEqual(paint)
  })

  it('in a frame does not hold up the message that the form is loaded', async () => {
    stage.show(CARD_VIEW, aFrame({ frameMode: 'iframe' }))
    await stage.openShop()
    await stage.messageNamesUntil('loaded')
    const scripts = await stage
      .formFrame()
      .locator('script[src]')
      .evaluateAll((found) => found.length)
    expect(scripts).toBe(1)
  })

  it('works in a frame although the form was opened for a tab', async () => {
    stage.show(CARD_VIEW, aFrame({ frameMode: 'tab' }))
    await stage.openShop()
    expect(await stage.messageNamesUntil('payment_method_select')).toContain('loaded')
  })

  it.each([320, 600, 1280])('has every style of its view at %i pixels, in both directions', async (width) => {
    await stage.page.setViewportSize({ width, height: 900 })
    for (const view of [CARD_VIEW, { ...CARD_VIEW, canSave: true }, DETAILS_VIEW]) {
      for (const language of ['de', 'ar'] as const) {
        stage.show(view, aFrame({ frameMode: 'tab', language, theme: 'dark' }))
        await stage.page.route('**/dark.css', (route) => route.abort())
        await stage.page.goto(`${stage.server.platform}/payment/s1`)
        const first = await computedStyles(stage.page)
        await stage.page.unroute('**/dark.css')
        await stage.page.reload()
        await stage.page.locator('link[rel=stylesheet]').waitFor({ state: 'attached' })
        await expect.poll(() => stage.page.evaluate('document.styleSheets.length')).toBe(2)
        expect(differences(first, await computedStyles(stage.page))).toEqual([])
      }
    }
  })

  it('loads the styles of later views before a customer can come to them', async () => {
    stage.show(CARD_VIEW, aFrame({ frameMode: 'tab' }))
    await stage.page.goto(`${stage.server.platform}/payment/s1`)
    await expect.poll(() => stage.page.evaluate('document.styleSheets.length')).toBe(2)
    stage.server.answer({
      kind: 'page',
      page: { frame: aFrame({ frameMode: 'tab' }), view: RESULT_VIEW, problems: [] },
    })
    await stage.page.locator('[name=pan]').fill('4000000000017006')
    await stage.page.locator('[name=expiry]').fill('0733')
    await stage.page.locator('[name=cvv]').fill('123')
    await stage.page.locator('[name=card_holder]').fill('NORA VALE')
    await stage.page.locator('button[type=submit]').click()
    await stage.page.locator('.pf-result.success').waitFor()
    expect(
      await stage.page.locator('.pf-result').evaluate((result) => getComputedStyle(result).textAlign),
    ).toBe('center')
  })

  it('needs less than the whole style sheet, in every language', () => {
    for (const language of FORM_LANGUAGES) {
      const { first, whole, file } = stage.assets.styles
      expect(first('light', language).length).toBeLessThan(whole('light', language).length * 0.8)
      expect(whole('light', language).length).toBeLessThanOrEqual(file('light').length)
    }
  })
})
