import { describe, expect, it } from 'vitest'
import { type Method, SAMPLE_METHOD } from '#domain/project/method-shape'
import { anOpening, openByLink, openForm } from './testing/form-client'
import { codeOf, decide, isNeeded, methodAt, useMethodShop } from './testing/method-shop'
import { aBancontactSale, aGeneral, DAY, MINUTE, summaryOf } from './testing/requests'
import type { JsonRecord } from './testing/signer'
import { exchange, type WireResponse } from './testing/wire-client'

const { bench, shop, lastOf, pageOf, enterCode, pay, expectRequested, expectResult, requestsOf } =
  useMethodShop()

describe('a one-time code (contract 16.4)', () => {
  const start = async (id: string): Promise<void> => {
    await (await requestsOf(methodAt('wallet/upaisa'), 'sale')).start(id, isNeeded)
  }
  const resend = (id: string): Promise<WireResponse> =>
    bench.post('/v2/customer/action/resend', {
      general: aGeneral(id),
      customer: { ip_address: '203.0.113.9' },
    })
  const waiting = (resends: number) => ({
    clarification_fields: { additional_data: ['otp_code'] },
    new_attempt_time: expect.any(Number),
    provider_extra_fields: {
      resend: { available_attempts_number: resends, new_attempt_time: expect.any(Number) },
    },
  })

  it('is requested again if it is wrong or too old, and can be sent again', async () => {
    const id = 'code-again'
    await start(id)
    expect((await enterCode(id, '654321')).json).toMatchObject(waiting(3))
    expect(codeOf(await resend(id))).toBe('3060')
    await bench.advance(90_000)
    expect((await resend(id)).status).toBe(200)
    await bench.settle()
    expect(lastOf(id)).toMatchObject(waiting(2))
    expect((await shop.status(id)).json).toMatchObject(waiting(2))
    await bench.advance(90_000)
    await enterCode(id, '123456')
    expect(lastOf(id)).toMatchObject(waiting(2))
    await bench.advance(90_000)
    const { key } = await summaryOf(bench, id)
    expect((await bench.call('payments.get', { key })).actions).toContain('resendCode')
    await bench.call('payments.resendCode', { key })
    await bench.settle()
    expect(lastOf(id)).toMatchObject(waiting(1))
    await enterCode(id, '123456')
    expectResult(id, 'success', '0')
  })

  it('declines the payment if it is 000000', async () => {
    await start('code-declined')
    await enterCode('code-declined', '000000')
    expectResult('code-declined', 'decline', '20000')
  })
})

describe('the reference of a transfer (contract 16.4)', () => {
  const TRANSFER: Method = {
    ...SAMPLE_METHOD,
    path: 'bank-transfer/tide',
    operations: {
      sale: {
        parameters: [{ name: 'additional_data.txref', type: 'string', need: 'optional' }],
        customer: ['instructions'],
      },
    },
  }
  const start = async (id: string): Promise<void> => {
    await bench.switches({ ownMethods: [TRANSFER] })
    await bench.post(`/v2/payment/${TRANSFER.path}/sale`, aBancontactSale(id))
    await bench.settle()
  }
  const enter = async (id: string, txref: string): Promise<void> => {
    await shop.clarify(id, { additional_data: { txref } })
    await bench.settle()
  }

  it('is requested after the transfer, and again if it is wrong', async () => {
    const id = 'reference'
    await start(id)
    await pay('instructions', id)
    expectRequested(id, 'additional_data.txref')
    await enter(id, '0000')
    expectRequested(id, 'additional_data.txref')
    expect(lastOf(id)).toMatchObject({ errors: [{ field: 'additional_data.additional_data.txref' }] })
    await enter(id, 'TX-5501234')
    expectResult(id, 'success', '0')
  })

  it('is not requested after a decline or without a transfer', async () => {
    await start('transfer-declined')
    await decide(await pageOf('transfer-declined'), { decision: 'declined' })
    await bench.settle()
    expectResult('transfer-declined', 'decline', '20000')
    await start('no-transfer')
    await bench.advance(DAY)
    expectResult('no-transfer', 'decline', '20602')
  })

  it('must come within 30 minutes', async () => {
    await start('no-reference')
    await pay('instructions', 'no-reference')
    await bench.advance(30 * MINUTE)
    expectResult('no-reference', 'decline', '603')
  })
})

describe("the provider's page (contract 16.5)", () => {
  let count = 0
  /** Starts a payment by redirect, with these return addresses of the shop. */
  const start = async (
    returnUrl: JsonRecord = {},
  ): Promise<{ readonly id: string; readonly page: string }> => {
    count += 1
    const id = `ideal-${String(count)}`
    const ideal = await requestsOf(methodAt('online-banking/ideal'), 'sale')
    await ideal.start(id, isNeeded, { return_url: returnUrl })
    return { id, page: await pageOf(id) }
  }
  const RETURNS = {
    success: 'https://shop.test/paid',
    decline: 'https://shop.test/declined',
    return: 'https://shop.test/back',
  }

  it.each([
    ['paid', RETURNS, RETURNS.success],
    ['declined', RETURNS, RETURNS.decline],
    ['cancelled', RETURNS, RETURNS.return],
    ['left', RETURNS, RETURNS.return],
    ['paid', { return: RETURNS.return }, RETURNS.return],
    ['cancelled', { decline: RETURNS.decline }, RETURNS.decline],
  ])('sends a customer who %s, with %j, to %s', async (decision, given, target) => {
    const { page } = await start(given)
    const { status, headers } = await decide(page, { decision })
    expect([status, headers['location']]).toEqual([303, target])
    expect(headers['x-frame-options']).toBe('DENY')
  })

  it('shows what was decided, and accepts no second decision', async () => {
    const { id, page } = await start()
    expect((await decide(page, { decision: 'cancelled' })).text).toContain('You cancelled the payment')
    expect((await decide(page, { decision: 'paid' })).text).toContain('You cancelled the payment')
    await bench.settle()
    expectResult(id, 'decline', '20301')
    expect((await exchange(page.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(404)
  })

  it('delivers the result at the chosen time if the customer has left', async () => {
    const { id, page } = await start()
    await decide(page, { decision: 'left', after: 'minute', outcome: 'success' })
    await bench.settle()
    expect((await shop.status(id)).json).toMatchObject({ payment: { status: 'awaiting redirect result' } })
    await bench.advance(60_000)
    expectResult(id, 'success', '0')
  })

  it('cannot be reached by an unknown method, and its payment is refunded only at a path that has refunds', async () => {
    const sale = { general: aGeneral('nothing'), customer: { id: 'b', ip_address: '203.0.113.9' } }
    const unknown = await bench.post('/v2/payment/wallet/none/sale', {
      ...sale,
      payment: { amount: 1, currency: 'EUR' },
    })
    expect([unknown.status, codeOf(unknown)]).toEqual([400, '2541'])
    const { id, page } = await start()
    await decide(page, { decision: 'paid' })
    const refund = (path: string): Promise<WireResponse> =>
      bench.post(`/v2/payment/${path}refund`, { general: aGeneral(id), payment: { description: 'Back' } })
    expect(codeOf(await refund('wallet/skrill/'))).toBe('3610')
    expect((await refund('')).status).toBe(200)
  })
})

describe('an own method (contract 16.1)', () => {
  const OWN: Method = { ...SAMPLE_METHOD, path: 'wallet/tide', name: 'Tide pay', form: 'tide' }
  const DATA = { account: { number: '5501234' }, identify: { doc_number: 'PX4471208' } }

  it('requests its parameters, and its result has the amount that the customer paid', async () => {
    await bench.switches({ ownMethods: [OWN] })
    const sale = await bench.post(`/v2/payment/${OWN.path}/sale`, {
      general: aGeneral('own'),
      customer: { id: 'buyer-5', ip_address: '203.0.113.9' },
      payment: { amount: 4650, currency: 'EUR' },
    })
    expect(sale.status).toBe(200)
    await bench.settle()
    expectRequested('own', 'account.number', 'identify.doc_number')
    expect((await shop.clarify('own', DATA)).status).toBe(200)
    await bench.settle()
    expect(lastOf('own')).toMatchObject({
      status: 'awaiting redirect result',
      redirect_data: { method: 'GET' },
    })
    const page = await pageOf('own')
    expect((await exchange(page)).text).toContain('Tide pay')
    const { key, waitEndsAt } = await summaryOf(bench, 'own')
    expect(waitEndsAt).toBe((await bench.call('payments.get', { key })).atProvider?.expiresAt)
    await decide(page, { decision: 'paid', amount: '40.00' })
    await bench.settle()
    const paid = await summaryOf(bench, 'own')
    expect(paid).toMatchObject({ amount: 4650, chargedAmount: 4000 })
    expect(paid).not.toHaveProperty('waitEndsAt')
    expect(lastOf('own')).toMatchObject({
      payment: { status: 'success', method: 'Tide pay', sum: { amount: 4000, currency: 'EUR' } },
    })
  })

  it('is on the form if the shop sends its code', async () => {
    await bench.switches({ ownMethods: [OWN] })
    const opening = anOpening('own-form', { force_payment_method: 'tide' })
    expect((await openByLink(bench, opening)).text).toContain('Tide pay')
    const form = await openForm(bench, opening)
    expect(form.shown.view).toBe('method')
    await form.send('confirm', {
      fields: { 'account.number': '5501234', 'identify.doc_number': 'PX4471208' },
    })
    expect((await form.settled()).view).toBe('provider')
  })
})
