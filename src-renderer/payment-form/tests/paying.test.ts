import { describe, expect, it } from 'vitest'
import {
  aFrame,
  aPage,
  aSavedCard,
  CARD_VIEW,
  CLARIFICATION_VIEW,
  FORM_NOW,
  RESULT_VIEW,
} from '#domain/testing/form-pages'
import { BEGINNING, fillCard, isFocused, openFormStage } from '#e2e/fixtures/form/form-stage'

const stage = openFormStage()

describe('the payment form', () => {
  it('groups card numbers as their brand does, and names the brand', async () => {
    const form = await stage.openShown(CARD_VIEW)
    const pan = form.locator('[name=pan]')
    await pan.pressSequentially('378282246310005')
    expect(await pan.inputValue()).toBe('3782 822463 10005')
    expect(await form.locator('#pf-brand').textContent()).toBe('Amex')
    expect(await form.locator('.pf-marks .on').allTextContents()).toEqual(['Amex'])
    expect(await form.locator('#pf-brand svg').count()).toBe(1)
    const code = form.locator('[name=cvv]')
    expect(await code.getAttribute('placeholder')).toBe('4 digits')
    await form.getByText('On the front of the card').waitFor()
    await pan.fill('4000000000017006')
    expect(await pan.inputValue()).toBe('4000 0000 0001 7006')
    expect(await code.getAttribute('placeholder')).toBe('3 digits')
    await form.getByText('On the back of the card').waitFor()
    await pan.press('Home')
    await pan.press('Delete')
    await pan.pressSequentially('5')
    expect(await pan.inputValue()).toBe('5000 0000 0001 7006')
  })

  it('has the code in the row of the chosen card, and forgets it when another is chosen', async () => {
    const savedCards = [
      aSavedCard(),
      aSavedCard({ id: 70312, number: '500000******0611', brand: 'mastercard' }),
    ]
    const form = await stage.openShown({ ...CARD_VIEW, savedCards, selectedCard: 70311 })
    const code = form.locator('[name=cvv]')
    const rows = form.locator('.pf-saved')
    expect(await rows.nth(0).locator('[name=cvv]').count()).toBe(1)
    expect(await form.locator('.pf-grid').isVisible()).toBe(false)
    await code.fill('123')
    await rows.nth(1).locator('[name=saved_card]').check()
    expect(await rows.nth(1).locator('[name=cvv]').inputValue()).toBe('')
    await rows.nth(2).locator('[name=saved_card]').check()
    expect(
      await form.locator('.pf-grid input').evaluateAll((all) => all.map((each) => each.getAttribute('name'))),
    ).toEqual(['pan', 'expiry', 'cvv', 'card_holder'])
  })

  it.each([
    ['0733', '07 / 33'],
    ['733', '07 / 33'],
    ['7/33', '07 / 33'],
    ['07/2033', '07 / 33'],
    ['12', '12'],
  ])('reads an expiry typed as %s', async (typed, shown) => {
    const form = await stage.openShown(CARD_VIEW)
    await form.locator('[name=expiry]').pressSequentially(typed)
    expect(await form.locator('[name=expiry]').inputValue()).toBe(shown)
  })

  it('shows a spinner in the button until the response, without hiding its label', async () => {
    await stage.page.emulateMedia({ reducedMotion: 'no-preference' })
    const form = await stage.openShown(CARD_VIEW)
    await fillCard(form)
    const buttonState = (): Promise<unknown> =>
      stage.formFrame().evaluate(`(function () {
        var button = document.querySelector('button[type=submit]')
        return [button.disabled, getComputedStyle(button, '::before').animationName, getComputedStyle(button).opacity]
      })()`)
    expect(await buttonState()).toEqual([false, 'none', '1'])
    const release = stage.server.hold()
    stage.server.respond({ kind: 'page', page: aPage(RESULT_VIEW) })
    await form.locator('button[type=submit]').click()
    await expect.poll(buttonState).toEqual([true, 'pf-turn', '1'])
    expect(await form.locator('button[type=submit]').innerText()).toContain('Pay 46.50')
    release()
    await form.getByRole('heading', { name: 'Paid 46.50' }).waitFor()
  })

  it('locks every button of a decline while the next attempt is requested', async () => {
    const attempts = { left: 2, endsAt: FORM_NOW + 600_000 }
    const form = await stage.openShown({ ...RESULT_VIEW, outcome: 'decline', code: '10105', attempts })
    const stop = form.getByRole('button', { name: 'Stop trying' })
    expect(await stop.isDisabled()).toBe(false)
    const release = stage.server.hold()
    stage.server.respond({ kind: 'page', page: aPage(CARD_VIEW) })
    await form.getByRole('button', { name: 'Try another card' }).click()
    await expect.poll(() => stop.isDisabled()).toBe(true)
    release()
    await form.getByRole('heading', { name: 'Pay by card' }).waitFor()
  })

  it('says what is wrong before it sends anything', async () => {
    const form = await stage.openShown(CARD_VIEW)
    await fillCard(form, '4000000000017007')
    await form.locator('[name=expiry]').fill('03 / 31')
    await form.locator('[name=card_holder]').fill('Nora')
    await form.locator('button[type=submit]').click()
    const problemAt = async (name: string): Promise<string> =>
      (await form.locator(`.pf-field:has([name=${name}]) .pf-msg`).innerText()).trim()
    expect(await problemAt('pan')).toBe('Enter the number exactly as on the card')
    expect(await problemAt('expiry')).toBe('This card has expired')
    expect(await problemAt('card_holder')).toBe('Enter first and last name as on the card, in Latin letters')
    expect(await isFocused(form.locator('[name=pan]'))).toBe(true)
    expect(await form.locator('#pf-summary').isVisible()).toBe(false)
    expect(stage.server.requests).toEqual([])
  })

  it('checks a filled field when the customer goes to the next, but none that is still empty', async () => {
    const form = await stage.openShown(CARD_VIEW)
    await form.locator('[name=pan]').fill('4000000000017007')
    await form.locator('[name=pan]').press('Tab')
    await form.getByText('Enter the number exactly as on the card').waitFor()
    await form.locator('[name=expiry]').press('Tab')
    expect(await form.locator('[aria-invalid]').count()).toBe(1)
    await form.locator('[name=pan]').fill('4000000000000077')
    expect(await form.locator('[aria-invalid]').count()).toBe(0)
  })

  it('lists the invalid fields above the form only if some are out of sight, and repeats no message', async () => {
    const form = await stage.openShown(CLARIFICATION_VIEW)
    await stage.page.evaluate(`document.getElementById('frame-0').height = 420`)
    await form.locator('button[type=submit]').click()
    const summary = form.locator('#pf-summary')
    await summary.waitFor()
    expect(await isFocused(summary)).toBe(true)
    expect(await summary.getByRole('link').allTextContents()).toEqual([
      'Date of birth',
      'E-mail',
      'Street and house number',
      'Post code (Card address)',
      'Post code (Billing address)',
      'City',
      'Country',
    ])
    expect(await summary.innerText()).not.toContain('Enter the number exactly as on the card')
    await summary.getByRole('link').last().click()
    expect(await isFocused(form.locator('[name="customer.billing.country"]'))).toBe(true)
    await form.locator('[name="customer.billing.country"]').selectOption('IE')
    expect(await summary.isVisible()).toBe(false)
  })

  it('shows a refusal of the platform at the refused input, and keeps the other values', async () => {
    const form = await stage.openShown(CARD_VIEW)
    stage.server.respond({
      kind: 'refusal',
      refusal: { problems: [{ name: 'pan', reason: 'card_brand' }], message: 'No' },
    })
    await fillCard(form)
    await form.locator('button[type=submit]').click()
    await form.getByText('This type of card is not accepted here').waitFor()
    expect(await form.locator('[name=card_holder]').inputValue()).toBe('NORA VALE')
    expect(await stage.messageNames()).toEqual(BEGINNING)
  })

  it('says that the platform is unreachable, keeps the values and sends them again', async () => {
    const form = await stage.openShown(CARD_VIEW)
    stage.server.respond({ kind: 'page', page: aPage(RESULT_VIEW) })
    await stage.page.route('**/confirm?*', (route) => route.abort(), { times: 1 })
    await fillCard(form)
    await form.locator('button[type=submit]').click()
    await form.getByText('The payment platform cannot be reached').waitFor()
    expect(await form.locator('[name=cvv]').inputValue()).toBe('123')
    expect(await stage.messageNames()).toEqual(BEGINNING)
    await form.getByRole('button', { name: 'Try again' }).click()
    await form.getByRole('heading', { name: 'Paid' }).waitFor()
    // The request carries the revision of the page, so that the platform can repeat a lost response.
    expect(stage.server.requests.map(({ path, search }) => [path, search])).toEqual([
      ['/payment/s1/confirm', '?rev=1'],
    ])
  })

  it('announces a sent payment only if the platform does', async () => {
    const form = await stage.openShown(CARD_VIEW)
    stage.server.respond({ kind: 'page', page: aPage({ kind: 'expired', at: FORM_NOW, returnTo: null }) })
    await fillCard(form)
    await form.locator('button[type=submit]').click()
    await form.locator('.pf-result').waitFor()
    await stage.send('resize')
    await expect.poll(async () => (await stage.messages()).at(-1)?.message).toBe('epframe.resize')
    expect(await stage.messageNames()).toEqual(BEGINNING)
  })
})

describe('a date field', () => {
  it.each([
    ['31021990', '31-02-1990'],
    ['1/2/1990', '01-02-1990'],
    ['1.12.', '01-12-'],
    ['311', '31-1'],
    ['31-02-1990', '31-02-1990'],
  ])('typed as %s gets its hyphens, which number keypads of phones lack', async (typed, shown) => {
    const form = await stage.openShown(CLARIFICATION_VIEW)
    const day = form.locator('[name="customer.day_of_birth"]')
    await day.pressSequentially(typed)
    expect(await day.inputValue()).toBe(shown)
  })

  it('has the separators of the language, and is sent with hyphens', async () => {
    const view = { ...CLARIFICATION_VIEW, remaining: { customer: ['day_of_birth'] } }
    const form = await stage.openShown(view, aFrame({ language: 'de' }))
    const day = form.locator('[name="customer.day_of_birth"]')
    expect(await day.getAttribute('placeholder')).toBe('TT.MM.JJJJ')
    await day.pressSequentially('28021990')
    expect(await day.inputValue()).toBe('28.02.1990')
    stage.server.respond({ kind: 'page', page: aPage({ kind: 'waiting' }) })
    await form.locator('button[type=submit]').click()
    await form.locator('.pf-spin').waitFor()
    expect(stage.server.requests[0]?.body).toContain('"customer.day_of_birth":"28-02-1990"')
  })

  it('is reordered if the browser fills it in with the year first, and can be corrected in the middle', async () => {
    const form = await stage.openShown(CLARIFICATION_VIEW)
    const day = form.locator('[name="customer.day_of_birth"]')
    await day.fill('1990-02-21')
    expect(await day.inputValue()).toBe('21-02-1990')
    await day.press('Home')
    await day.press('Delete')
    await day.pressSequentially('1')
    expect(await day.inputValue()).toBe('11-02-1990')
  })
})
