import AxeBuilder from '@axe-core/playwright'
import { describe, expect, it } from 'vitest'
import {
  aFrame,
  aSavedCard,
  CARD_VIEW,
  CLARIFICATION_VIEW,
  FORM_NOW,
  METHOD_VIEWS,
  RESULT_VIEW,
} from '#domain/testing/form-pages'
import { aSettledLife } from '#domain/testing/payment-life'
import { FORM_LANGUAGES, type FormLanguage } from '#domain/form/languages'
import type { FormTheme } from '#domain/form/settings'
import type { FormView } from '#domain/form/view'
import { openFormStage } from '#e2e/fixtures/form/form-stage'
import { renderProviderDone, renderProviderPage } from '#platform/form/pages/provider-page'

const stage = openFormStage()

/** The pages beside the form, by path; the provider's also after the decision. */
function otherPages(theme: FormTheme, language: FormLanguage = 'en'): ReadonlyMap<string, string> {
  const plan = [{ kind: 'customer', way: 'redirect', display: [], lifetimeMs: 3_600_000 }] as const
  const description = 'Order 2031, two items'
  const { payment } = aSettledLife({ register: { plan, methodPath: 'online-banking/ideal', description } })
  const { providerPage: page } = payment
  if (page === undefined) throw new Error('The payment has no provider’s page')
  const look = { theme, language, styles: stage.styles, nonce: 'x' }
  const parts = { ...look, methodName: 'iDEAL', shopName: 'Quillmere Ceramics', payment, page }
  const decided = {
    ...parts,
    page: { ...page, outcome: 'paid' },
    returnTo: 'https://shop.test/back',
  } as const
  return new Map([
    ['/error', stage.errorPage(true, theme, language)],
    ['/bank', stage.bankPage('page', theme, language)],
    ['/provider', renderProviderPage(parts)],
    ['/decided', renderProviderDone(decided)],
  ])
}

describe('the payment form', () => {
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
    ...METHOD_VIEWS,
  ]

  it.each([
    ['light', 'en'],
    ['dark', 'ar'],
  ] as const)(
    'passes axe in every view but the challenge, in the %s scheme, in language %s',
    async (colorScheme, language) => {
      await stage.page.emulateMedia({ reducedMotion: 'reduce' })
      for (const view of views) {
        stage.show(view, aFrame({ frameMode: 'tab', language, theme: colorScheme, ways: 'choice' }))
        await stage.page.goto(`${stage.server.platform}/payment/s1`)
        const { violations } = await new AxeBuilder({ page: stage.page }).analyze()
        expect(violations.map(({ id, nodes }) => [view.kind, id, nodes[0]?.html])).toEqual([])
      }
    },
    120_000,
  )

  it('passes axe on the error page, the issuer page and the provider’s pages too', async () => {
    await stage.page.emulateMedia({ reducedMotion: 'reduce' })
    for (const theme of ['light', 'dark'] as const) {
      for (const [path, markup] of otherPages(theme)) {
        stage.server.documents.set(path, markup)
        await stage.page.goto(`${stage.server.platform}${path}`)
        const { violations } = await new AxeBuilder({ page: stage.page }).analyze()
        expect(violations.map(({ id, nodes }) => [theme, path, id, nodes[0]?.html])).toEqual([])
      }
    }
  }, 60_000)

  it.each(['light', 'dark'] as const)(
    'passes axe while it is used, in the %s theme',
    async (theme) => {
      await stage.page.emulateMedia({ reducedMotion: 'reduce' })
      const expectAccessible = async (state: string): Promise<void> => {
        const { violations } = await new AxeBuilder({ page: stage.page }).analyze()
        expect(violations.map(({ id, nodes }) => [state, id, nodes[0]?.html])).toEqual([])
      }
      const frame = aFrame({ frameMode: 'tab', theme })
      stage.show({ ...CARD_VIEW, savedCards: [aSavedCard()], canSave: true, needsCode: true }, frame)
      await stage.page.goto(`${stage.server.platform}/payment/s1`)
      await stage.page.getByRole('button', { name: /Remove card/ }).click()
      await expectAccessible('asked')
      await stage.page.getByRole('button', { name: 'Keep' }).click()
      await stage.page.locator('[name=pan]').fill('378282246310005')
      await stage.page.locator('[name=save]').check()
      await stage.page.locator('button[type=submit]').click()
      await stage.page.locator('[aria-invalid]').first().waitFor()
      await expectAccessible('typed')
      stage.server.documents.set('/payment/s1/issuer', stage.bankPage('frame', theme))
      stage.show({ kind: 'challenge', place: 'frame', issuerPath: '/payment/s1/issuer' }, frame)
      await stage.page.goto(`${stage.server.platform}/payment/s1`)
      await stage.page.frameLocator('[data-issuer=frame]').getByLabel('Code').waitFor()
      await expectAccessible('bank')
    },
    60_000,
  )

  it("fits the frame to the bank's page, without scroll bars", async () => {
    stage.server.documents.set('/payment/s1/issuer', stage.bankPage('frame'))
    const form = await stage.openShown({
      kind: 'challenge',
      place: 'frame',
      issuerPath: '/payment/s1/issuer',
    })
    await form.frameLocator('[data-issuer=frame]').getByLabel('Code').waitFor()
    const sizes = (): Promise<unknown> =>
      stage.formFrame().evaluate(`(function () {
        var frame = document.querySelector('iframe').getBoundingClientRect()
        var inner = document.querySelector('iframe').contentDocument.documentElement
        var page = document.getElementById('pf').getBoundingClientRect()
        return [frame.width, inner.scrollHeight - frame.height, frame.bottom - page.bottom]
      })()`)
    await expect.poll(sizes).toEqual([480, 0, 0])
    await stage.page.evaluate(`document.getElementById('frame-0').width = 320`)
    await expect.poll(sizes).toEqual([320, 0, 0])
    expect(await form.getByRole('heading').allTextContents()).toEqual(['Your bank asks you to confirm'])
    expect(await form.getByRole('heading').getAttribute('class')).toBe('sr')
  })

  it.each([320, 360, 768, 1280])(
    'fits long names, sums and descriptions into %i pixels, and does not shift while it loads',
    async (width) => {
      await stage.page.setViewportSize({ width, height: 800 })
      const long = aFrame({
        frameMode: 'tab',
        ways: 'choice',
        language: 'de',
        shopName: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenmanufaktur & Söhne',
        sum: { amount: 98_765_432_100, currency: 'EUR' },
        description: `Reservierung ${'X'.repeat(200)}`,
        lines: [{ text: 'X'.repeat(200), quantity: 1000, amount: 98_765_432_100 }],
        back: { url: 'https://shop.test/', enabled: 2, mode: null },
      })
      for (const view of views) {
        stage.show(view, long)
        await stage.page.goto(`${stage.server.platform}/payment/s1`)
        const cut = await stage.page.evaluate(`(function () {
        var out = []
        document.querySelectorAll('.pf *').forEach(function (part) {
          if (/^(OPTION|SELECT|INPUT|svg|path|circle|rect)$/.test(part.tagName) || part.className === 'sr') return
          var box = part.getBoundingClientRect()
          if (box.width > 0 && (box.left < -1 || box.right > innerWidth + 1)) out.push(part.outerHTML.slice(0, 80))
        })
        return out
      })()`)
        expect([view.kind, cut]).toEqual([view.kind, []])
        const lines = await stage.page.evaluate(`(function () {
        var sum = document.querySelector('.pf-sum bdi')
        return sum === null ? 1 : sum.getClientRects().length
      })()`)
        expect([view.kind, lines]).toEqual([view.kind, 1])
        const shift = await stage.page.evaluate<number>(`new Promise(function (resolve) {
        var sum = 0
        new PerformanceObserver(function (list) {
          list.getEntries().forEach(function (entry) { sum += entry.value })
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(function () { requestAnimationFrame(function () { resolve(sum) }) })
      })`)
        expect([view.kind, shift]).toEqual([view.kind, 0])
        expect(await stage.page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      }
    },
  )

  it.each(FORM_LANGUAGES)(
    'fits every width in language %s in every view but the challenge, as do the pages beside the form',
    async (language) => {
      const expectFit = async (what: string): Promise<void> => {
        for (const width of [320, 360, 768, 1280]) {
          await stage.page.setViewportSize({ width, height: 800 })
          expect([what, await stage.page.evaluate('document.documentElement.scrollWidth')]).toEqual([
            what,
            width,
          ])
        }
      }
      for (const view of views) {
        stage.show(view, aFrame({ frameMode: 'tab', language, ways: 'choice' }))
        await stage.page.goto(`${stage.server.platform}/payment/s1`)
        await expectFit(view.kind)
      }
      for (const [path, markup] of otherPages('light', language)) {
        stage.server.documents.set(path, markup)
        await stage.page.goto(`${stage.server.platform}${path}`)
        await expectFit(path)
      }
    },
  )
})
