import { describe, expect, it } from 'vitest'
import { aFrame, CARD_VIEW, FORM_NOW, RESULT_VIEW } from '#domain/testing/form-pages'
import type { FormView } from '#domain/form/view'
import { openFormStage } from '#e2e/fixtures/form/form-stage'

const stage = openFormStage()

describe('the last page', () => {
  const ends: readonly FormView[] = [
    { ...RESULT_VIEW, returnTo: null },
    { ...RESULT_VIEW, returnTo: null, outcome: 'decline', code: '10000' },
    { ...RESULT_VIEW, returnTo: null, outcome: 'pending' },
    { kind: 'expired', at: FORM_NOW, returnTo: null },
  ]

  it('can be closed in the modal, and posts `exit`', async () => {
    for (const view of ends) {
      const form = await stage.openShown(view, aFrame({ frameMode: 'popup' }))
      await form.getByRole('button', { name: 'Close' }).click()
      expect(await stage.messageNamesUntil('exit')).toContain('exit')
    }
  })

  it('of a refused opening can be closed in the modal, too', async () => {
    stage.server.documents.set('/payment/s1', stage.errorPage())
    const form = await stage.openShown(CARD_VIEW)
    await form.getByRole('button', { name: 'Close' }).click()
    expect((await stage.messageNamesUntil('exit')).slice(-1)).toEqual(['exit'])
  })

  it('of a refused opening shows codes only when they are unfolded, and then posts its new height', async () => {
    stage.server.documents.set('/payment/s1', stage.errorPage())
    const form = await stage.openShown(CARD_VIEW)
    await stage.messageNamesUntil('fail_loading')
    expect(await form.locator('body').innerText()).not.toMatch(/3261|HTTP|request_id/)
    const folded = await stage.dataOf('resize')
    await form.getByText('For developers').click()
    expect(await form.locator('body').innerText()).toMatch(/HTTP 400 · 3261[^]*request_id/)
    await expect.poll(() => stage.dataOf('resize')).not.toEqual(folded)
    const height = await stage
      .formFrame()
      .evaluate(`Math.ceil(document.getElementById('pf').getBoundingClientRect().height)`)
    await expect.poll(() => stage.dataOf('resize')).toMatchObject({ height })
  })

  it('of a refused opening in a separate tab leads back to the previous page, if there is one', async () => {
    stage.server.documents.set('/error', stage.errorPage(false))
    await stage.page.goto(`${stage.server.platform}/error`)
    const back = stage.page.getByRole('button', { name: 'Back to the shop' })
    await stage.page.waitForLoadState('networkidle')
    expect(await back.isVisible()).toBe(false)
    stage.server.documents.set(
      '/cart',
      `<!doctype html><title>Cart</title><a href="${stage.server.platform}/error">Pay</a>`,
    )
    await stage.page.goto(`${stage.server.shop}/cart`)
    await stage.page.getByRole('link', { name: 'Pay' }).click()
    await back.click()
    await stage.page.waitForURL(`${stage.server.shop}/cart`)
  })

  it('in a separate tab without a return address says that the page can be closed', async () => {
    for (const view of ends) {
      stage.show(view, aFrame({ frameMode: 'tab' }))
      await stage.page.goto(`${stage.server.platform}/payment/s1`)
      await stage.page.getByText('You can close this page now.').waitFor()
    }
  })
})
