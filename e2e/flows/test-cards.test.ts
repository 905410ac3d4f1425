import { afterEach, describe, expect, it } from 'vitest'
import { callbacksOf, CARDS, summaryOf } from './testing/requests'
import type { JsonRecord } from './testing/signer'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, shop } = useMerchantBench({ per: 'file' })

afterEach(() => bench.switches({ partialApproval: false }))

const lastResult = (paymentId: string): JsonRecord =>
  merchant.received.filter((one) => one.paymentId === paymentId && 'operation' in one.json).at(-1)?.json ?? {}

const SLOW = '4000000000017055'

const EIGHT = [
  ...['email', 'first_name', 'last_name'],
  ...['billing.address', 'billing.city', 'billing.country', 'billing.postal', 'day_of_birth'],
]
const AVS = { avs_post_code: 'H91 AB12', avs_street_address: '14 Long Walk' }
const CUSTOMER = {
  email: 'nora@vale.test',
  first_name: 'Nora',
  last_name: 'Vale',
  day_of_birth: '24-05-1988',
  billing: { address: '14 Long Walk', city: 'Galway', country: 'IE', postal: 'H91' },
}

describe('test cards', () => {
  it.each([
    ['4000000000000119', 'visa', 'success', '0'],
    ['2201412000000000', 'mir', 'decline', '10000'],
    ['378282246310005', 'amex', 'success', '0'],
  ])('%s (%s) ends in %s with code %s', async (pan, brand, status, code) => {
    const id = `card-${pan}`
    await shop.sale(id, { pan, payment: { amount: 12_001, currency: 'EUR' } })
    await bench.settle()
    expect(lastResult(id)).toMatchObject({
      account: { type: brand, number: `${pan.slice(0, 6)}******${pan.slice(-4)}` },
      payment: { status, sum: { amount: 12_001, currency: 'EUR' } },
      operation: { status, code },
    })
  })

  it('of the repeat list succeeds when the payment registers repeat payments', async () => {
    const sales = [{ recurring: { register: true, type: 'R' } }, { recurring_register: true }]
    for (const [n, recurring] of sales.entries()) {
      await shop.sale(`repeat-${n}`, { pan: '4000000000000135', ...recurring })
      await bench.settle()
      expect(await summaryOf(bench, `repeat-${n}`)).toMatchObject({ status: 'success' })
    }
  })

  it('answers after 20 seconds if the row says so', async () => {
    await shop.sale('slow', { pan: SLOW })
    await bench.advance(19_999)
    expect((await summaryOf(bench, 'slow')).status).toBe('processing')
    expect(await callbacksOf(bench, 'slow')).toHaveLength(0)
    await bench.advance(1)
    expect((await summaryOf(bench, 'slow')).status).toBe('success')
  })
})

describe('clarification cards', () => {
  it.each([
    ['4000000000017006', { avs_data: Object.keys(AVS) }, 'success', '0'],
    ['4000000000017014', { customer: EIGHT }, 'success', '0'],
    ['4000000000017022', { avs_data: Object.keys(AVS), customer: EIGHT }, 'decline', '10000'],
    ['4000000000017048', { customer: [...EIGHT, 'middle_name', 'phone', 'city', 'zip'] }, 'success', '0'],
  ])('%s asks, then ends as its row says', async (pan, fields, status, code) => {
    const id = `ask-${pan}`
    await shop.sale(id, { pan })
    expect((await shop.status(id)).json['clarification_fields']).toEqual(fields)
    const customer = { ...CUSTOMER, middle_name: 'Maeve', phone: '353871234511', city: 'Galway', zip: 'H91' }
    expect((await shop.clarify(id, { avs_data: AVS, customer })).json['status']).toBe('success')
    await bench.settle()
    expect(lastResult(id)).toMatchObject({ payment: { status }, operation: { code } })
  })

  it('ask for twelve names in one list', async () => {
    const asked = (await summaryOf(bench, 'ask-4000000000017048')).key
    const { items } = await bench.call('callbacks.list', { paymentKey: asked })
    const detail = await bench.call('callbacks.get', { id: items.at(-1)?.id ?? '' })
    const body = JSON.parse(detail.body) as { clarification_fields: { customer: readonly string[] } }
    expect(body.clarification_fields.customer).toHaveLength(12)
  })

  it('ask twice if the row says so, and take only the right one-time code', async () => {
    await shop.sale('twice', { pan: CARDS.twice })
    const first = await shop.clarify('twice', { avs_data: AVS })
    expect(first.json['status']).toBe('success')
    await bench.settle()
    expect((await shop.status('twice')).json['clarification_fields']).toEqual({ customer: ['security_code'] })
    const wrong = await shop.clarify('twice', { customer: { security_code: '654321' } })
    expect(wrong.json).toMatchObject({
      clarification_fields: { customer: ['security_code'] },
      errors: [{ field: 'additional_data.customer.security_code', constraint: 'pattern' }],
    })
    const misshapen = await shop.clarify('twice', { customer: { security_code: '12' } })
    expect(misshapen.json['errors']).toHaveLength(1)
    expect((await shop.clarify('twice', { customer: { security_code: '123456' } })).json['status']).toBe(
      'success',
    )
    await bench.settle()
    expect((await callbacksOf(bench, 'twice')).map(({ kind }) => kind)).toEqual([
      ...['clarification', 'clarification', 'remaining', 'remaining', 'result'],
    ])
    expect(lastResult('twice')).toMatchObject({ payment: { status: 'success' } })
  })

  it('do not ask for what came with the sale', async () => {
    await shop.sale('known-all', { pan: CARDS.avs, avs_data: AVS })
    await bench.settle()
    expect((await callbacksOf(bench, 'known-all')).map(({ kind }) => kind)).toEqual(['result'])

    const { billing, ...withoutBilling } = CUSTOMER
    const customer = {
      id: 'b',
      ip_address: '203.0.113.9',
      ...withoutBilling,
      billing: { city: billing.city },
    }
    await shop.sale('known-half', { pan: CARDS.eightNames, customer })
    expect((await shop.status('known-half')).json['clarification_fields']).toEqual({
      customer: ['billing.address', 'billing.country', 'billing.postal'],
    })
  })

  it('ask for a one-time code even when something of that name came in advance', async () => {
    const customer = { id: 'b', ip_address: '203.0.113.9', security_code: '123456' }
    await shop.sale('code-early', { pan: CARDS.twice, avs_data: AVS, customer })
    await bench.settle()
    expect((await shop.status('code-early')).json['clarification_fields']).toEqual({
      customer: ['security_code'],
    })
  })
})

describe('post code 00000', () => {
  const failing = { avs_post_code: '00000', avs_street_address: '14 Long Walk' }

  it('declines with 109 and N, if the row of the card states no outcome', async () => {
    await shop.sale('avs-initial', { pan: CARDS.unlisted, avs_data: failing })
    await shop.sale('avs-asked', { pan: CARDS.twice })
    await shop.clarify('avs-asked', { avs_data: failing })
    await bench.settle()
    await shop.clarify('avs-asked', { customer: { security_code: '123456' } })
    await bench.settle()
    for (const id of ['avs-initial', 'avs-asked']) {
      expect(lastResult(id), id).toMatchObject({
        payment: { status: 'decline' },
        operation: { code: '109', message: 'Declined by AVS check' },
        avs_result: 'N',
      })
    }
  })

  it('changes nothing for a card whose row states its outcome', async () => {
    await shop.sale('avs-stated', { pan: CARDS.avs })
    await shop.clarify('avs-stated', { avs_data: failing })
    await bench.settle()
    expect(lastResult('avs-stated')).toMatchObject({ payment: { status: 'success' } })
  })
})

describe('partial approval', () => {
  const sumOf = async (id: string, pan: string, amount: number, currency: string) => {
    await shop.sale(id, { pan, payment: { amount, currency } })
    await bench.settle()
    const { payment } = lastResult(id) as { payment: { sum: { amount: number } } }
    return payment.sum.amount
  }
  it.each(['5126160000356675', '4010571676223548'])('gives at most 120 EUR to %s', async (pan) => {
    await bench.switches({ partialApproval: true })
    expect(await sumOf(`${pan}-above`, pan, 12_001, 'EUR')).toBe(12_000)
    expect(await sumOf(`${pan}-just`, pan, 12_000, 'EUR')).toBe(12_000)
    expect(await sumOf(`${pan}-below`, pan, 11_999, 'EUR')).toBe(11_999)
    expect(await sumOf(`${pan}-dollars`, pan, 50_000, 'USD')).toBe(50_000)
    expect(await sumOf(`${pan}-other`, CARDS.success, 50_000, 'EUR')).toBe(50_000)
  })
})
