import { describe, expect, it } from 'vitest'
import { aFrame, aPage, CLARIFICATION_VIEW, FORM_NOW } from '#domain/testing/form-pages'
import { openFormStage } from '#e2e/fixtures/form/form-stage'

const stage = openFormStage()

describe('clarification on the form', () => {
  it('is announced to the shop once, even if its submission is repeated', async () => {
    const form = await stage.openShown({
      ...CLARIFICATION_VIEW,
      remaining: { customer: ['email'] },
      refused: [],
    })
    await form.locator('[name="customer.email"]').fill('nora@mail.test')
    await stage.page.route('**/clarification?*', (route) => route.abort(), { times: 1 })
    stage.server.respond({ kind: 'page', page: aPage({ kind: 'waiting' }) })
    await form.locator('button[type=submit]').click()
    await form.getByRole('button', { name: 'Try again' }).click()
    await form.locator('.pf-spin').waitFor()
    expect(await stage.messageNames()).toEqual(['loaded', 'submit_clarification_form'])
  })

  it('keeps focus and typed text when the merchant sends some of the values', async () => {
    stage.server.show({ kind: 'page', page: aPage(CLARIFICATION_VIEW), update: { pollAfterMs: 50 } })
    const form = await stage.openShop()
    const city = form.locator('[name="customer.billing.city"]')
    await form.locator('[name="customer.billing.country"]').selectOption('IE')
    await city.pressSequentially('Galay')
    await city.press('ArrowLeft')
    await city.press('ArrowLeft')
    // The platform accepted some of the values that the merchant sent.
    stage.server.show({
      kind: 'page',
      page: aPage({
        ...CLARIFICATION_VIEW,
        remaining: { customer: ['billing.country', 'email', 'billing.city'] },
        accepted: { 'avs_data.avs_post_code': 'D02 X285' },
        refused: [
          {
            path: 'additional_data.customer.email',
            asked: true,
            code: '502',
            constraint: 'pattern',
            message: 'No address',
          },
        ],
      }),
      update: { pollAfterMs: 50 },
    })
    await form.locator('[aria-invalid]').waitFor()
    await stage.page.keyboard.type('w')
    expect(await city.inputValue()).toBe('Galway')
    expect(await form.locator('[name="customer.billing.country"]').inputValue()).toBe('IE')
    expect(await city.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('moves the focus to the title when the merchant sends the value that is being typed', async () => {
    stage.server.show({ kind: 'page', page: aPage(CLARIFICATION_VIEW), update: { pollAfterMs: 50 } })
    const form = await stage.openShop()
    await form.locator('[name="customer.billing.city"]').pressSequentially('Gal')
    stage.server.show({
      kind: 'page',
      page: aPage({ ...CLARIFICATION_VIEW, remaining: { customer: ['email'] } }),
      update: { pollAfterMs: 50 },
    })
    await expect.poll(() => form.locator('input[name]').count()).toBe(1)
    expect(await stage.formFrame().evaluate('document.activeElement.id')).toBe('pf-title')
  })

  it('follows a clock that is advanced while nothing else changes', async () => {
    stage.server.show({
      kind: 'page',
      page: aPage(CLARIFICATION_VIEW, { frame: aFrame({ rate: 0 }) }),
      update: { pollAfterMs: 50 },
    })
    const form = await stage.openShop()
    const countdown = form.locator('time[data-ends]')
    await expect.poll(() => countdown.textContent()).toBe('28:51')
    stage.server.setTime(FORM_NOW + 20 * 60_000, 0)
    await expect.poll(() => countdown.textContent()).toBe('08:51')
    stage.server.setTime(FORM_NOW + 60 * 60_000, 0)
    await expect.poll(() => countdown.textContent()).toMatch(/^0?0:00$/)
  })

  it('counts down faster on a fast clock, and not at all on a frozen one', async () => {
    const form = await stage.openShown(CLARIFICATION_VIEW, aFrame({ rate: 600 }))
    const left = form.locator('time[data-ends]')
    await expect.poll(() => left.textContent()).toMatch(/^(?!28:51)[0-9]{2}:[0-9]{2}$/)
    await stage.openShown(CLARIFICATION_VIEW, aFrame({ rate: 0 }))
    await left.waitFor()
    expect(await left.textContent()).toBe('28:51')
  })
})
