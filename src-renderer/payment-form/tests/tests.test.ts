import { describe, expect, it } from 'vitest'
import { aFrame, aPage, RESULT_VIEW, CARD_VIEW } from '#domain/testing/form-pages'
import { SUCCESS, openFormStage, BEGINNING, fillCard } from '#e2e/fixtures/form/form-stage'

const stage = openFormStage()

describe("the issuer's page", () => {
  it.each([
    ['embedded_mode.redirect_3ds_parent_page', { frameMode: 'embedded' }],
    ['acs_parent_page_redirect_run', { frameMode: 'iframe', olderEmbedded: true }],
  ] as const)('is handed to the shop once, by %s', async (message, frame) => {
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
    // If the shop does not open the page, the customer can follow the link.
    expect(await form.locator('a[data-issuer=parent]').getAttribute('target')).toBe('_top')
    stage.server.show({ kind: 'page', page: aPage(RESULT_VIEW), update: { messages: [SUCCESS] } })
    expect(await stage.messageNamesUntil('payment_success')).toEqual(['loaded', message, 'payment_success'])
  })
})

describe('the messages of the form', () => {
  it('are never sent to a page that has not sent the `link` message', async () => {
    stage.show(CARD_VIEW)
    const form = await stage.openShop(null)
    stage.server.respond({ kind: 'page', page: aPage(RESULT_VIEW) })
    await fillCard(form)
    await form.locator('button[type=submit]').click()
    await form.getByRole('heading', { name: 'Paid' }).waitFor()
    expect(await stage.messages()).toEqual([])
  })

  it('do not include errors of the form itself', async () => {
    await stage.openShown(CARD_VIEW)
    await stage.messageNamesUntil('payment_method_select')
    await stage.page.evaluate(`
      window.faults = []
      window.addEventListener('message', function (event) {
        if (typeof event.data === 'object') window.faults.push(event.data)
      })`)
    await stage.formFrame().evaluate(`
      setTimeout(function () { throw new Error('broken') })
      document.createElement('img').src = 'https://elsewhere.test/x.png'`)
    const faults = (): Promise<readonly Record<string, unknown>[]> => stage.page.evaluate('window.faults')
    await expect.poll(async () => (await faults()).length).toBe(2)
    const kinds = (await faults()).map(({ source, kind, name }) => [source, kind, name])
    expect(kinds.toSorted()).toEqual([
      ['paybench-form', 'csp', 'img-src'],
      ['paybench-form', 'error', 'Uncaught Error: broken'],
    ])
    expect(await stage.messageNames()).toEqual(BEGINNING)
    expect(stage.takeErrors()).toHaveLength(2)
  })
})
