import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExampleBackend, openBackend } from './testing/example-backend'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { HOUR, summaryOf } from './testing/requests'
import { type JsonRecord, signatureFor } from './testing/signer'
import { exchange, type WireResponse } from './testing/wire-client'

const { bench } = useFlowBench({ per: 'file', clock: 'live' })
let backend: ExampleBackend
beforeAll(async () => {
  backend = await openBackend('methods.mjs', { platform: bench.ready.platform, secret: PROJECT.secret })
  await bench.call('projects.update', { projectId: PROJECT.id, callbackUrl: `${backend.url}/callbacks` })
})
afterAll(() => backend.close())

const checkout = (order: JsonRecord): Promise<WireResponse> =>
  exchange(`${backend.url}/checkout`, { body: JSON.stringify(order) })

/** Orders something by the method; `target`: where the customer is sent. */
async function order(
  method: string,
  currency = 'EUR',
): Promise<{ readonly id: string; readonly target: string }> {
  const { status, headers } = await checkout({ amount: '46.50', currency, method })
  expect(status).toBe(303)
  await bench.settle()
  const { items } = await bench.call('payments.list', { limit: 1 })
  return {
    id: items[0]?.paymentId ?? '',
    target: new URL(String(headers['location']), backend.url).href,
  }
}

const get = (path: string): Promise<WireResponse> => exchange(`${backend.url}${path}`, { method: 'GET' })
const pageOf = async (id: string): Promise<string> => (await get(`/orders/${id}`)).text
const stateOf = async (id: string): Promise<JsonRecord> => (await get(`/orders/${id}.json`)).json

const post = (url: string, fields: Readonly<Record<string, string>>): Promise<WireResponse> =>
  exchange(url, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

/** Fills in the form of the customer's page. */
async function enter(id: string, fields: Readonly<Record<string, string>>): Promise<void> {
  expect((await post(`${backend.url}/orders/${id}/data`, fields)).status).toBe(303)
  await bench.settle()
}

/** Decides on the provider's page. */
async function decide(id: string, fields: Readonly<Record<string, string>>): Promise<WireResponse> {
  const { key } = await summaryOf(bench, id)
  const { providerUrl = '' } = await bench.call('payments.get', { key })
  const response = await post(providerUrl, fields)
  await bench.settle()
  return response
}

const callback = (body: JsonRecord, signature = signatureFor(body, PROJECT.secret)): Promise<WireResponse> =>
  exchange(`${backend.url}/callbacks`, { body: JSON.stringify({ ...body, signature }) })

const NOT_DELIVERED = { state: 'open', paid: 0, parcels: 0 }
const DELIVERED = { state: 'paid', paid: 4650, parcels: 1 }

describe('the back end for methods that the guide shows', () => {
  it('sends the customer to the provider, and delivers after the result, not after the return', async () => {
    const { id, target } = await order('online-banking/ideal')
    expect(target).toContain(`${bench.ready.platform}/provider/`)
    expect(await pageOf(id)).toContain('This order is not paid yet.')
    expect(await stateOf(id)).toMatchObject(NOT_DELIVERED)
    const { status, headers } = await decide(id, { decision: 'paid' })
    expect([status, headers['location']]).toEqual([303, `${backend.url}/orders/${id}`])
    expect(await stateOf(id)).toMatchObject(DELIVERED)
    expect(await pageOf(id)).toContain('This order is paid.')
  })

  it('delivers nothing if the customer cancels', async () => {
    const { id } = await order('online-banking/ideal')
    await decide(id, { decision: 'cancelled' })
    expect(await stateOf(id)).toMatchObject({ ...NOT_DELIVERED, state: 'declined' })
  })

  it('shows the data of a QR code, and answers itself what it knows about the customer', async () => {
    const { id, target } = await order('pix', 'BRL')
    expect(target).toBe(`${backend.url}/orders/${id}`)
    expect(await pageOf(id)).toMatch(/<dt>QR code<\/dt><dd><a href="http[^"]+\/provider\/[^"]+">/)
    expect(await stateOf(id)).toMatchObject(NOT_DELIVERED)
    await decide(id, { decision: 'paid' })
    expect(await stateOf(id)).toMatchObject(DELIVERED)
  })

  it('shows what to transfer, and delivers nothing for less than the price', async () => {
    const { id } = await order('bank-transfer/multibanco')
    expect(await pageOf(id)).toContain('<dt>amount</dt><dd>4650</dd><dt>currency</dt><dd>EUR</dd>')
    await decide(id, { decision: 'paid', amount: '40.00' })
    expect(await stateOf(id)).toMatchObject({ state: 'short', paid: 4000, parcels: 0 })
    expect(await pageOf(id)).toContain('You have paid less than the price.')
  })

  it('accepts a result that comes after the customer has left', async () => {
    const { id } = await order('bank-transfer/multibanco')
    await decide(id, { decision: 'left', after: 'hour', outcome: 'success' })
    expect(await stateOf(id)).toMatchObject(NOT_DELIVERED)
    await bench.advance(HOUR)
    await bench.settle()
    expect(await stateOf(id)).toMatchObject(DELIVERED)
  })

  it('has the customer enter data that is missing', async () => {
    const { id } = await order('wallet/mbway')
    expect(await pageOf(id)).toContain('name="account.number"')
    await enter(id, { 'account.number': '351912345678' })
    expect(await pageOf(id)).toContain('<dd>4650</dd>')
    await decide(id, { decision: 'paid' })
    expect(await stateOf(id)).toMatchObject(DELIVERED)
  })

  it('has the customer enter a one-time code until it is right', async () => {
    const { id } = await order('wallet/upaisa', 'PKR')
    expect(await pageOf(id)).not.toContain('identify.doc_number')
    await enter(id, { 'account.number': '03001234567' })
    for (const code of ['654321', '123456']) {
      expect(await pageOf(id)).toContain('name="additional_data.otp_code"')
      await enter(id, { 'additional_data.otp_code': code })
    }
    expect(await stateOf(id)).toMatchObject(DELIVERED)
  })

  it('submits a redirect by POST with its body', async () => {
    await bench.switches({ redirectMethod: 'post' })
    const { id, target } = await order('online-banking/ideal')
    expect(target).toBe(`${backend.url}/orders/${id}`)
    const submitted = /<form method="post" action="([^"]+)"><input type="hidden" name="token" value="(\w+)">/
    const [, action = '', token = ''] = submitted.exec(await pageOf(id)) ?? []
    expect((await post(action, { token })).text).toContain('name="decision"')
    await bench.switches({ redirectMethod: 'get' })
  })

  it('ignores forged callbacks, and those of other orders', async () => {
    const { id } = await order('online-banking/ideal')
    const result = { payment: { id, status: 'success', sum: { amount: 4650, currency: 'EUR' } } }
    expect((await callback(result, 'forged')).status).toBe(400)
    expect((await callback({ payment: { ...result.payment, id: 'another' } })).status).toBe(404)
    expect(await stateOf(id)).toMatchObject(NOT_DELIVERED)
  })

  it('refuses an order that it cannot sell, and says why', async () => {
    const nothing = await checkout({ amount: '46.50', currency: 'EUR' })
    expect([nothing.status, nothing.text]).toEqual([400, expect.stringContaining('and a method')])
    const unknown = await checkout({ amount: '46.50', currency: 'EUR', method: 'wallet/none' })
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('2541')])
  })
})
