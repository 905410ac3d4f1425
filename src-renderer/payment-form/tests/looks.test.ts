import type { Frame, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { aFrame, CARD_VIEW, FORM_NOW, RESULT_VIEW } from '#domain/testing/form-pages'
import { openFormStage } from '#e2e/fixtures/form/form-stage'

const stage = openFormStage()

describe('the theme', () => {
  const background = (): Promise<string> =>
    stage.page.evaluate('getComputedStyle(document.body).backgroundColor')

  it.each([
    ['light', 'dark', 'rgb(239, 244, 245)'],
    ['dark', 'light', 'rgb(22, 23, 26)'],
    ['auto', 'dark', 'rgb(22, 23, 26)'],
    ['auto', 'light', 'rgb(239, 244, 245)'],
  ] as const)('%s sets the background on a %s system', async (theme, colorScheme, expected) => {
    await stage.page.emulateMedia({ colorScheme })
    stage.show(CARD_VIEW, aFrame({ frameMode: 'iframe', theme }))
    await stage.page.goto(`${stage.server.platform}/payment/s1`)
    expect(await background()).toBe(expected)
  })
})

describe('times of day', () => {
  it("are in the customer's time zone", async () => {
    const abroad = await stage.newContext({ timezoneId: 'Asia/Tokyo' })
    const far = await abroad.newPage()
    stage.show(RESULT_VIEW, aFrame({ frameMode: 'tab' }))
    await far.goto(`${stage.server.platform}/payment/s1`)
    await far.getByText('10 April 2031 at 01:44', { exact: true }).waitFor()
    stage.show({ ...CARD_VIEW, confirmBefore: FORM_NOW + 60_000 }, aFrame({ frameMode: 'tab' }))
    await far.goto(`${stage.server.platform}/payment/s1`)
    await far.getByText('until 01:45', { exact: true }).waitFor()
    await abroad.close()
  })
})

describe('the summary of the payment', () => {
  const sides = (place: Page | Frame): Promise<readonly number[]> =>
    place.evaluate(`(function () {
      var side = document.querySelector('.pf-side').getBoundingClientRect()
      var main = document.querySelector('.pf-main').getBoundingClientRect()
      return [side.left, side.right, side.bottom, main.left, main.right, main.top].map(Math.round)
    })()`)

  it('is beside the form in a wide tab, on the side where lines start, and above it in a narrow one', async () => {
    for (const [language, width] of [
      ['en', 1280],
      ['ar', 1280],
      ['en', 768],
      ['ar', 320],
    ] as const) {
      await stage.page.setViewportSize({ width, height: 900 })
      stage.show(CARD_VIEW, aFrame({ frameMode: 'tab', language }))
      await stage.page.goto(`${stage.server.platform}/payment/s1`)
      const [left = 0, right = 0, bottom = 0, mainLeft = 0, mainRight = 0, mainTop = 0] = await sides(
        stage.page,
      )
      const isBeside = language === 'ar' ? mainRight <= left : right <= mainLeft
      expect([language, width, isBeside, bottom <= mainTop]).toEqual([
        language,
        width,
        width === 1280,
        width !== 1280,
      ])
    }
  })

  it('is above the form in a frame, however wide', async () => {
    stage.show(CARD_VIEW, aFrame({ frameMode: 'iframe' }))
    await stage.page.setViewportSize({ width: 1280, height: 900 })
    await stage.openShop()
    await stage.page.evaluate(`document.getElementById('frame-0').width = 1200`)
    await expect.poll(() => stage.formFrame().evaluate('innerWidth')).toBe(1200)
    const [, , bottom = 0, , , mainTop = 0] = await sides(stage.formFrame())
    expect(bottom).toBeLessThanOrEqual(mainTop)
  })
})
