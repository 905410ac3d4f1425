import { describe, expect, it } from 'vitest'
import { PROJECT, START } from './testing/flow-bench'
import { anOpening, GOOD_CARD, openByLink, openForm, SENT_MESSAGES } from './testing/form-client'
import { receivedStatuses } from './testing/merchant'
import { useMerchantBench } from './testing/merchant-bench'
import { CARDS, MINUTE } from './testing/requests'
import { isSigned, type JsonRecord } from './testing/signer'
import { exchange } from './testing/wire-client'

const { bench, merchant, shop, restart, lastCallback } = useMerchantBench({ per: 'test', path: '/callbacks' })

describe('a payment on the form', () => {
  it('is registered on confirmation, reported to the parent in order, and succeeds with a callback', async () => {
    const form = await openForm(bench, anOpening('Form-1'))
    expect(form.shown.view).toBe('card')
    expect((await shop.status('Form-1')).json).toMatchObject({ code: '3061' })

    expect((await form.confirm()).status).toBe(200)
    expect((await form.settled()).view).toBe('result')
    expect(form.messages).toEqual([...SENT_MESSAGES, 'payment_success'])
    expect(form.shown.messages.at(-1)?.data).toMatchObject({
      payment: { id: 'Form-1', status: 'success' },
      general: { project_id: PROJECT.id, payment_id: 'Form-1' },
      sum_request: { amount: 4650, currency: 'EUR' },
    })
    const data = form.shown.messages.at(-1)?.data as JsonRecord
    expect(data).toMatchObject({
      payment: { method: 'card', method_id: 1 },
      operations: [{ type: 'sale', request_id: expect.stringMatching(/-00009041$/) as unknown }],
    })
    expect(data['general']).toHaveProperty('signature')
    expect(isSigned(JSON.stringify(data), PROJECT.secret)).toBe(true)
    expect(receivedStatuses(merchant.received)).toEqual(['success'])
    expect(merchant.received.every(({ text }) => isSigned(text, PROJECT.secret))).toBe(true)
    expect((await shop.status('Form-1')).json).toMatchObject({ payment: { status: 'success' } })
  })

  it.each([
    ['H91 AB12', 'payment_success', 'Y'],
    ['00000', 'payment_fail', 'N'],
  ])('reports the result of the address check for %s to the parent', async (postCode, name, result) => {
    const address = { avs_post_code: postCode, avs_street_address: '14 Long Walk' }
    const form = await openForm(bench, anOpening('Form-avs', address))
    // A card that is not in the table of outcomes: the result of the check decides.
    await form.pay({ pan: CARDS.unlisted })
    expect(form.messages.at(-1)).toBe(name)
    const data = form.shown.messages.at(-1)?.data as JsonRecord
    expect(data['avs_result']).toBe(result)
    expect(isSigned(JSON.stringify(data), PROJECT.secret)).toBe(true)
  })

  it('requests from the customer of an embedded form only what the shop does not provide', async () => {
    const { customer_email: _, ...parameters } = anOpening('Form-20', { frame_mode: 'embedded' })
    const form = await openForm(bench, parameters)
    expect(form.shown.view).toBe('card')
    const refused = await form.confirm()
    expect([refused.status, refused.json['problems']]).toEqual([
      422,
      [{ name: 'customer.email', reason: 'required' }],
    ])
    expect(form.messages).toEqual([])
    expect((await form.pay({}, { additional: { customer_email: 'nora@mail.test' } })).view).toBe('result')

    const typed = await openForm(bench, { ...parameters, payment_id: 'Form-21' })
    expect((await typed.pay({}, { fields: { 'customer.email': 'nora@mail.test' } })).view).toBe('result')
  })

  it('notes on the request which data of the surrounding page was ignored', async () => {
    const form = await openForm(bench, anOpening('Form-12'))
    await form.confirm(
      {},
      { additional: { payment_amount: 1, customer_email: 'nora', billing_city: 'Cork' } },
    )
    const { items } = await bench.call('exchanges.list', {})
    const note = items.find(({ path }) => path.includes('/confirm?'))?.note
    expect(note).toContain('payment_amount cannot be changed')
    expect(note).toMatch(/Ignored customer_email: \w/)
    expect(note).not.toContain('billing_city')
    expect((await lastCallback())?.json).toMatchObject({ payment: { sum: { amount: 4650 } } })
  })

  it('sends the current time to a page that is up to date, for its countdown', async () => {
    const form = await openForm(bench, anOpening('Form-9'))
    await form.pay({ pan: CARDS.avs })
    expect(form.shown.view).toBe('clarification')
    const timeNow = async (): Promise<unknown> => {
      const response = await form.unchanged()
      return response.headers['paybench-clock']
    }
    expect(await timeNow()).toBe(`${String(START)} 0`)
    await bench.advance(20 * MINUTE)
    expect(await timeNow()).toBe(`${String(START + 20 * MINUTE)} 0`)
  })

  it('repeats all messages in the next response if a response was lost', async () => {
    const form = await openForm(bench, anOpening('Form-13'))
    await form.lose('confirm', { card: GOOD_CARD })
    await bench.settle()
    expect((await form.confirm()).status).toBe(200)
    expect(form.shown.view).toBe('result')
    expect(form.messages).toEqual([...SENT_MESSAGES, 'payment_success'])

    const declined = await openForm(bench, anOpening('Form-14'))
    await declined.lose('confirm', { card: { ...GOOD_CARD, pan: CARDS.decline } })
    await bench.settle()
    await declined.confirm()
    expect(declined.messages).toEqual([...SENT_MESSAGES, 'payment_fail'])
    expect(receivedStatuses(merchant.received)).toEqual(['success', 'decline'])
  })

  it('refuses an impossible card, and registers nothing for it', async () => {
    const form = await openForm(bench, anOpening('Form-3'))
    const refused = await form.confirm({ pan: '4000000000000078' })
    expect(refused.status).toBe(422)
    expect(refused.json['problems']).toEqual([{ name: 'pan', reason: 'card_number' }])
    expect((await shop.status('Form-3')).json).toMatchObject({ code: '3061' })
    expect(merchant.received).toEqual([])
  })

  it('holds the money if two steps are requested, and reports one success whatever happens next', async () => {
    const form = await openForm(bench, anOpening('Form-6', { operation_type: 'auth' }))
    expect((await form.pay()).view).toBe('result')
    expect(receivedStatuses(merchant.received)).toEqual(['awaiting capture'])
    await shop.followUp('capture', 'Form-6')
    await form.settled()
    expect(form.messages.filter((name) => name === 'payment_success')).toHaveLength(1)
  })

  it('continues after a restart of Paybench', async () => {
    await bench.switches({ outcome: { mode: 'hold' } })
    const form = await openForm(bench, anOpening('Form-8'))
    await form.confirm()
    expect(form.shown.view).toBe('waiting')
    const path = new RegExp('"base":"([^"]+)"').exec((await openByLink(bench, anOpening('Form-9'))).text)?.[1]
    await restart()
    const page = await exchange(`${bench.ready.platform}${path ?? ''}`, { method: 'GET' })
    expect([page.status, page.text.includes('name="pan"')]).toEqual([200, true])
  })
})
