import { describe, expect, it } from 'vitest'
import { aFrame, aPage, RESULT_VIEW } from '#domain/testing/form-pages'
import { SUCCESS, openFormStage } from '#e2e/fixtures/form/form-stage'

const stage = openFormStage()

describe("the issuer's page", () => {
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
})
