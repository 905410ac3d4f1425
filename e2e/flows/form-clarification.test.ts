import { describe, expect, it } from 'vitest'
import { anOpening, openForm, SENT_MESSAGES } from './testing/form-client'
import { receivedStatuses } from './testing/merchant'
import { useMerchantBench } from './testing/merchant-bench'
import { CARDS, MINUTE } from './testing/requests'

const { bench, merchant, shop } = useMerchantBench({ per: 'test', path: '/callbacks' })

describe('a clarification on the form', () => {
  it('is requested on the page, keeps valid values, and ends when the rest is submitted', async () => {
    const form = await openForm(bench, anOpening('Clar-1'))
    expect((await form.pay({ pan: CARDS.avs })).view).toBe('clarification')
    expect(form.shown.html).toContain('name="avs_data.avs_post_code"')

    await form.send('clarification', { fields: { 'avs_data.avs_post_code': 'H91 AB12' } })
    expect(form.shown.view).toBe('clarification')
    expect(form.shown.html).not.toContain('name="avs_data.avs_post_code"')
    await form.send('clarification', { fields: { 'avs_data.avs_street_address': '14 Long Walk' } })
    expect((await form.settled()).view).toBe('result')
    expect(form.messages).toEqual([
      ...SENT_MESSAGES,
      'show_clarification_page',
      'show_clarification_page',
      'payment_success',
    ])
    expect(receivedStatuses(merchant.received)).toEqual([
      'awaiting clarification',
      'awaiting clarification',
      'success',
    ])
  })

  it('names wrong values, and every submission restarts the 30 minutes', async () => {
    const form = await openForm(bench, anOpening('Clar-2'))
    await form.pay({ pan: CARDS.eightNames })
    await bench.advance(20 * MINUTE)
    await form.send('clarification', {
      fields: { 'customer.day_of_birth': '31-02-1990', 'customer.email': 'nora' },
    })
    expect(form.shown.html).toContain('aria-invalid="true"')
    await bench.advance(20 * MINUTE)
    expect((await form.poll()).view).toBe('clarification')
    await bench.advance(11 * MINUTE)
    expect((await form.poll()).view).toBe('result')
    expect(form.messages.at(-1)).toBe('payment_fail')
  })

  it('continues when the merchant has answered through the API in the meantime', async () => {
    const form = await openForm(bench, anOpening('Clar-3'))
    await form.pay({ pan: CARDS.avs })
    await shop.clarify('Clar-3', {
      avs_data: { avs_post_code: 'H91 AB12', avs_street_address: '14 Long Walk' },
    })
    await bench.settle()
    await form.send('clarification', { fields: { 'avs_data.avs_post_code': 'X' } })
    expect(form.shown.view).toBe('result')
    expect(form.messages.at(-1)).toBe('payment_success')
  })

  it('is shown again when the form is opened again', async () => {
    const form = await openForm(bench, anOpening('Clar-4'))
    await form.confirm({ pan: CARDS.avs })
    await bench.settle()
    const again = await openForm(bench, anOpening('Clar-4'))
    expect(again.shown.view).toBe('clarification')
    expect(again.messages).toEqual(['show_clarification_page'])
    await again.send('clarification', {
      fields: { 'avs_data.avs_post_code': 'H91 AB12', 'avs_data.avs_street_address': '14 Long Walk' },
    })
    await again.settled()
    expect(again.messages).toEqual(['show_clarification_page', 'payment_success'])
  })

  it('requests nothing that the form knows from the browser', async () => {
    const names = ['ip_address', 'session_id', 'js_enabled', 'screen_res', 'timezone_offset']
    await bench.switches({ outcome: { mode: 'clarify', fields: { customer: [...names, 'device_id'] } } })
    const form = await openForm(bench, anOpening('Clar-6'))
    expect((await form.pay({}, { browser: { screen_res: '1920x1080', timezone_offset: -60 } })).view).toBe(
      'clarification',
    )
    expect(merchant.received.at(-1)?.json).toMatchObject({
      clarification_fields: { customer: ['device_id'] },
    })
  })
})
