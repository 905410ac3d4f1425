import { describe, expect, it } from 'vitest'
import { renderIssuerDone } from '#platform/form/pages/issuer-page'
import { aFrame, aPage, RESULT_VIEW } from '#domain/testing/form-pages'
import { SUCCESS, openFormStage } from '#e2e/fixtures/form/form-stage'

const stage = openFormStage()

describe("the issuer's page", () => {
  it('opens in a frame of the form, and its end is announced', async () => {
    stage.server.documents.set('/payment/s1/issuer', stage.bankPage('frame'))
    const view = { kind: 'challenge', place: 'frame', issuerPath: '/payment/s1/issuer' } as const
    stage.server.show({ kind: 'page', page: aPage(view), update: { pollAfterMs: 50 } })
    const form = await stage.openShop()
    await form.frameLocator('[data-issuer=frame]').getByLabel('Code').fill('123456')
    expect(await stage.messageNamesUntil('redirect_iframe')).toEqual(['loaded', 'redirect_iframe'])
    stage.server.show({ kind: 'page', page: aPage(RESULT_VIEW), update: { messages: [SUCCESS] } })
    expect(await stage.messageNamesUntil('payment_success')).toEqual([
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
    stage.server.show({
      kind: 'page',
      page: aPage(view, { frame: aFrame(frame) }),
      update: { pollAfterMs: 50 },
    })
    const form = await stage.openShop()
    await stage.messageNamesUntil(message)
    expect(await stage.dataOf(message)).toEqual({
      method: 'POST',
      url: `${stage.server.platform}/payment/s1/issuer?place=parent`,
      body: { MD: 's1' },
    })
    // A shop that does not go there leaves the link to the customer.
    expect(await form.locator('a[data-issuer=parent]').getAttribute('target')).toBe('_top')
    stage.server.show({ kind: 'page', page: aPage(RESULT_VIEW), update: { messages: [SUCCESS] } })
    expect(await stage.messageNamesUntil('payment_success')).toEqual(['loaded', message, 'payment_success'])
  })

  it('opens on the whole page, and its end is announced by the page that comes back', async () => {
    stage.server.documents.set('/payment/s1/issuer', stage.bankPage('page'))
    stage.show({ kind: 'challenge', place: 'page', issuerPath: '/payment/s1/issuer' })
    const form = await stage.openShop()
    await form.getByLabel('Code').fill('123456')
    expect(await stage.messageNames()).toEqual(['loaded', 'acs_redirect_iframe', 'redirect_iframe'])
    const done = renderIssuerDone({
      language: 'en',
      place: 'page',
      assets: stage.assets,
      theme: 'light',
      nonce: 'x',
      base: '/payment/s1',
    })
    stage.server.show({ kind: 'page', page: aPage(RESULT_VIEW), update: { messages: [SUCCESS] } })
    stage.server.documents.set('/payment/s1/issuer', done)
    await form.getByRole('button', { name: 'Confirm' }).click()
    expect((await stage.messageNamesUntil('payment_success')).slice(3)).toEqual([
      'loaded',
      'redirect_iframe_complete',
      'payment_success',
    ])
  })
})
