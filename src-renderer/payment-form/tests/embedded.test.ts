import { describe, expect, it } from 'vitest'
import { aFrame, aPage, CARD_VIEW } from '#domain/testing/form-pages'
import { BEGINNING, fillCard, REGISTERED, openFormStage } from '#e2e/fixtures/form/form-stage'

const stage = openFormStage()

describe('the embedded flow', () => {
  const embedded = aFrame({ frameMode: 'embedded' })

  it('requests contact details only if the shop sends none when it approves the payment', async () => {
    const afterShop = [{ path: 'customer.email', required: true, value: '' }]
    const form = await stage.openShown({ ...CARD_VIEW, afterShop }, embedded)
    await fillCard(form)
    const email = form.locator('[name="customer.email"]')
    expect(await email.isVisible()).toBe(false)
    stage.server.respond({
      kind: 'refusal',
      refusal: {
        problems: [{ name: 'customer.email', reason: 'required' }],
        message: 'One value is missing.',
      },
    })
    await stage.send('epframe.embedded_mode.try_submit')
    await stage.messageNamesUntil('embedded_mode.check_submit')
    await stage.send('epframe.embedded_mode.check_submit.result', { data: { result: true } })
    await stage.messageNamesUntil('embedded_mode.validation_error')
    expect(await stage.dataOf('embedded_mode.validation_error')).toEqual({
      'customer.email': 'Enter a complete e-mail address, such as name@mail.com',
    })
    await email.waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    expect(await form.locator('[name=pan]').inputValue()).toBe('4000 0000 0001 7006')
    await email.fill('nora@mail.test')
    stage.server.respond({
      kind: 'page',
      page: aPage({ kind: 'waiting' }, { frame: embedded }),
      update: { messages: REGISTERED },
    })
    await stage.send('epframe.embedded_mode.try_submit')
    await expect
      .poll(async () => (await stage.messageNames()).filter((name) => name.endsWith('check_submit')).length)
      .toBe(2)
    await stage.send('epframe.embedded_mode.check_submit.result', { data: { result: true } })
    await stage.messageNamesUntil('payment_submit_result')
    expect(JSON.parse(stage.server.requests[1]?.body ?? '')).toMatchObject({
      fields: { 'customer.email': 'nora@mail.test' },
    })
  })

  it('sends the value that the shop attaches for a hidden field', async () => {
    const afterShop = [{ path: 'customer.email', required: true, value: '' }]
    const form = await stage.openShown({ ...CARD_VIEW, afterShop }, embedded)
    await fillCard(form)
    await stage.send('epframe.embedded_mode.check_validation')
    await stage.messageNamesUntil('embedded_mode.check_validation_response')
    expect(await stage.dataOf('embedded_mode.check_validation_response')).toEqual({})
    const posted = (await stage.messages()).findLast(({ message }) =>
      message.endsWith('check_validation_response'),
    )
    expect(posted).toEqual({
      message: 'epframe.embedded_mode.check_validation_response',
      guid: 'aaaa-1',
      data: {},
      field_values: {
        pan: '400000******7006',
        month: '7',
        year: '2033',
        cvv: '***',
        card_holder: 'NORA VALE',
      },
    })
    stage.server.respond({
      kind: 'page',
      page: aPage({ kind: 'waiting' }, { frame: embedded }),
      update: { messages: REGISTERED },
    })
    await stage.send('epframe.embedded_mode.submit', {
      fields: { 'BillingInfo[customer_email]': 'nora@mail.test' },
    })
    await stage.messageNamesUntil('payment_sent')
    expect(JSON.parse(stage.server.requests[0]?.body ?? '')).toMatchObject({
      additional: { customer_email: 'nora@mail.test' },
    })
  })

  it("reports invalid fields if the embedding page submits the form, but not if the form's own button does", async () => {
    const form = await stage.openShown(CARD_VIEW)
    await stage.messageNamesUntil('payment_method_select')
    await form.locator('button[type=submit]').click()
    await form.locator('[aria-invalid]').first().waitFor()
    expect(await stage.messageNames()).toEqual(BEGINNING)
    await stage.send('epframe.external_widget_form_submission')
    expect(await stage.messageNamesUntil('validation_status_change')).toEqual([
      ...BEGINNING,
      'validation_status_change',
    ])
    expect(await stage.dataOf('validation_status_change')).toMatchObject({
      cvv: 'Enter all digits of the security code',
    })
    await fillCard(form)
    stage.server.respond({
      kind: 'refusal',
      refusal: { problems: [{ name: 'pan', reason: 'card_brand' }], message: 'This card is not accepted.' },
    })
    await stage.send('epframe.external_widget_form_submission')
    await stage.messageNamesUntil('received_server_errors')
    expect(Object.keys((await stage.dataOf('received_server_errors')) ?? {})).toEqual(['pan'])
  })

  it.each([
    ['lets the embedding page submit the form in the older variant', true],
    ['does not let the embedding page submit the form if the older variant is off', false],
  ])('%s', async (_, olderEmbedded) => {
    const frame = aFrame({ frameMode: 'iframe', olderEmbedded })
    const form = await stage.openShown(CARD_VIEW, frame)
    await fillCard(form)
    expect(await form.locator('button[type=submit]').count()).toBe(olderEmbedded ? 0 : 1)
    stage.server.respond({
      kind: 'page',
      page: aPage({ kind: 'waiting' }, { frame }),
      update: { messages: REGISTERED },
    })
    await stage.send('epframe.embedded_mode.check_validation')
    await stage.send('epframe.embedded_mode.submit', { fields: { billing_city: 'Galway' } })
    if (!olderEmbedded) await form.locator('button[type=submit]').click()
    const answered = olderEmbedded ? ['embedded_mode.check_validation_response'] : []
    expect(await stage.messageNamesUntil('payment_submit_result')).toEqual([
      ...BEGINNING,
      ...answered,
      'payment_sent',
      'payment_submit_result',
    ])
    const bodies = stage.server.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    expect(bodies.map((body) => 'additional' in body)).toEqual([olderEmbedded])
  })
})
