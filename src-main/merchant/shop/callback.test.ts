import { describe, expect, it } from 'vitest'
import { signature } from '../../../docs/examples/sign.mjs'
import type { Order, OrderState } from './orders'
import { aRequest, anOrder, aShop, bodyOf, parametersOf, SECRET } from './testing/shop-setup'

interface ShownState {
  readonly state: OrderState
  readonly settled: boolean
  readonly rev: number
  readonly html: string
}

type Body = Readonly<Record<string, unknown>>

const AT = '2031-04-09T16:24:41+0000'

/** The payment status object, as intermediate callbacks carry it (contract 3.2). */
const notice = (paymentId: string, status: string, more: Body = {}, payment: Body = {}): Body => ({
  project_id: 9041,
  payment: { id: paymentId, method: 'card', date: AT, result_code: '9999', ...payment },
  status,
  sum_real: { amount: 4650, currency: 'EUR' },
  operations: [],
  ...more,
})

/** A result callback (contract 3.6). */
const result = (paymentId: string, status: string, amount = 4650, currency = 'EUR', date = AT): Body => ({
  project_id: 9041,
  payment: { id: paymentId, method: 'card', status, date, sum: { amount, currency }, description: 'Köln' },
  operation: { id: 1, type: 'sale', status, code: status === 'success' ? '0' : '10000' },
  amounts: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  empty: null,
  flag: true,
})

const sign = (body: Body): string => JSON.stringify({ ...body, signature: signature(body, SECRET) })

function setUp() {
  const { shop, kept } = aShop()
  const order = anOrder(shop)
  const send = (body: string | Uint8Array) =>
    shop.handle(aRequest('POST', '/shop/callback', { body }))?.status ?? 0
  const state = (): ShownState =>
    JSON.parse(bodyOf(shop.handle(aRequest('GET', `${order}/state`)))) as ShownState
  const paymentId = (): string => String(parametersOf(shop, order)['payment_id'])
  const payAgain = () => shop.handle(aRequest('POST', `${order}/pay`))
  const storedOrder = (): Order => JSON.parse([...kept.values()][0] ?? '{}') as Order
  return { shop, kept, storedOrder, order, send, state, payAgain, paymentId, id: paymentId() }
}

describe('a callback to the shop', () => {
  it('that is signed and about a known order gets 200 with an empty body', () => {
    const { shop, id, state } = setUp()
    const response = shop.handle(aRequest('POST', '/shop/callback', { body: sign(result(id, 'success')) }))
    expect(response?.status).toBe(200)
    expect(response?.body).toHaveLength(0)
    expect(state()).toMatchObject({ state: 'paid', settled: true })
  })

  it.each([
    ['is altered', (body: string) => body.replace('4650', '4651')],
    ['has no signature', (body: string) => body.replace(/,"signature":"[^"]*"/, '')],
    ['has an empty signature', (body: string) => body.replace(/"signature":"[^"]*"/, '"signature":""')],
    ['is not JSON', (body: string) => body.slice(1)],
    ['is empty', () => ''],
    ['is a list', () => '[]'],
    ['is a word', () => '"success"'],
    ['nests too deeply', () => '['.repeat(100_000)],
  ])('that %s gets 400 and changes nothing', (_, change) => {
    const { send, state, id, kept } = setUp()
    const before = [...kept]
    expect(send(change(sign(result(id, 'success'))))).toBe(400)
    expect(state().state).toBe('pending')
    expect([...kept]).toEqual(before)
  })

  it('in invalid UTF-8 gets 400', () => {
    expect(setUp().send(Uint8Array.from([0x22, 0xff, 0x22]))).toBe(400)
  })

  it('about an order that the shop does not have gets 404', () => {
    const { send, id } = setUp()
    expect(send(sign(result('other-1', 'success')))).toBe(404)
    expect(send(sign(result(id.replace(/-1$/, '-7'), 'success')))).toBe(404)
    expect(send(sign(result('__proto__', 'success')))).toBe(404)
  })

  it('that concerns no payment, such as one about a saved card, gets 200', () => {
    expect(setUp().send(sign({ general: { project_id: 9041 }, token: '9f', token_status: 'active' }))).toBe(
      200,
    )
  })

  it('with a payment id in a different letter case finds its order', () => {
    const { send, state, id } = setUp()
    expect(send(sign(result(id.toUpperCase(), 'success')))).toBe(200)
    expect(state().state).toBe('paid')
  })

  it('that is repeated gets 200 and releases the goods only once', () => {
    const { send, storedOrder, id } = setUp()
    const body = sign(result(id, 'success'))
    expect([send(body), send(body), send(body)]).toEqual([200, 200, 200])
    const order = storedOrder()
    expect(order.releasedAt).toBe(Date.UTC(2031, 3, 9, 16, 20, 5))
    expect(order.callbacks.map(({ counted }) => counted)).toEqual([true, false, false])
  })

  it('must be a POST', () => {
    const { shop } = setUp()
    expect(shop.handle(aRequest('GET', '/shop/callback'))?.status).toBe(405)
  })
})

describe('an order', () => {
  it.each<[string, OrderState]>([
    ['processing', 'pending'],
    ['awaiting 3ds result', 'pending'],
    ['awaiting customer', 'pending'],
    ['external processing', 'pending'],
    ['a status of next year', 'pending'],
    ['awaiting clarification', 'more information requested'],
    ['awaiting capture', 'held'],
    ['decline', 'declined'],
    ['canceled', 'declined'],
    ['cancelled', 'declined'],
    ['success', 'paid'],
    ['refunded', 'returned'],
    ['partially refunded', 'returned in part'],
  ])('after %s is %s', (status, expected) => {
    const { send, state, id } = setUp()
    expect(send(sign(notice(id, status)))).toBe(200)
    expect(state().state).toBe(expected)
  })

  it('lists the requested fields only while they are needed', () => {
    const { send, state, id } = setUp()
    const fields = { avs_data: ['avs_post_code'], customer: ['billing.city', '<b>'] }
    send(sign(notice(id, 'awaiting clarification', { clarification_fields: fields })))
    expect(state().html).toContain('avs_data.avs_post_code')
    expect(state().html).toContain('customer.billing.city')
    expect(state().html).toContain('customer.&lt;b&gt;')
    send(sign(result(id, 'success')))
    expect(state().html).not.toContain('avs_post_code')
  })

  it.each(['awaiting clarification', 'processing', 'awaiting customer', 'awaiting capture', 'decline'])(
    'stays paid when a late callback says %s',
    (status) => {
      const { send, state, id } = setUp()
      send(sign(result(id, 'success')))
      expect(send(sign(notice(id, status)))).toBe(200)
      expect(state().state).toBe('paid')
    },
  )

  it('stays declined when a late intermediate callback arrives', () => {
    const { send, state, id } = setUp()
    send(sign(result(id, 'decline')))
    expect(send(sign(notice(id, 'awaiting clarification')))).toBe(200)
    expect(state().state).toBe('declined')
  })

  it('does not go back to an earlier request for information', () => {
    const { send, state, id } = setUp()
    send(sign(notice(id, 'processing', {}, { date: '2031-04-09T16:30:00+0000' })))
    send(sign(notice(id, 'awaiting clarification', {}, { date: '2031-04-09T16:25:00+0000' })))
    expect(state().state).toBe('pending')
  })

  it('goes from held to paid, and from paid to returned', () => {
    const { send, state, id } = setUp()
    send(sign(result(id, 'awaiting capture')))
    expect(state().state).toBe('held')
    send(sign(result(id, 'success')))
    expect(state().state).toBe('paid')
    send(sign(result(id, 'partially refunded', 3000)))
    expect(state().state).toBe('returned in part')
    send(sign(result(id, 'refunded', 0)))
    send(sign(result(id, 'partially refunded', 3000)))
    expect(state().state).toBe('returned')
  })

  it('stays pending if the customer may try again after a decline', () => {
    const { send, state, id } = setUp()
    send(sign(notice(id, 'decline', {}, { is_new_attempts_available: true })))
    expect(state()).toMatchObject({ state: 'pending', settled: false })
  })

  it.each([
    [4600, 'EUR'],
    [4700, 'EUR'],
    [4650, 'USD'],
  ])('is "amount differs" after %d %s instead of 4650 EUR, and is not released', (amount, currency) => {
    const { send, state, storedOrder, id } = setUp()
    send(sign(result(id, 'success', amount, currency)))
    expect(state().state).toBe('amount differs')
    expect(storedOrder().releasedAt).toBeNull()
  })

  it('starts again under a new payment id after a decline', () => {
    const { send, state, payAgain, paymentId, id } = setUp()
    send(sign(result(id, 'decline')))
    expect(payAgain()?.status).toBe(303)
    expect(paymentId()).toBe(id.replace(/-1$/, '-2'))
    expect(state().state).toBe('pending')
    send(sign(result(paymentId(), 'success')))
    expect(state().state).toBe('paid')
  })

  it('keeps its payment id until the decline is final', () => {
    const { payAgain, paymentId, id } = setUp()
    payAgain()
    expect(paymentId()).toBe(id)
  })

  it('is paid if an earlier attempt succeeds after all', () => {
    const { send, state, payAgain, id } = setUp()
    send(sign(result(id, 'decline')))
    payAgain()
    send(sign(result(id, 'success')))
    expect(state().state).toBe('paid')
  })
})
