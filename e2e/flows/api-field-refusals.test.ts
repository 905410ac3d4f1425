import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withValue } from './testing/endpoints'
import { openFlowBench, PROJECT, type FlowBench } from './testing/flow-bench'
import { aClarification, aGeneral, aSale, merchantOf, type MerchantClient } from './testing/requests'
import { sendSigned, sendUnsigned } from './testing/refusal-client'
import { signatureFor, type JsonRecord } from './testing/signer'
import { readUnionError } from './testing/union-error'

let bench: FlowBench
let shop: MerchantClient
beforeAll(async () => {
  bench = await openFlowBench()
  shop = merchantOf(bench)
  await shop.sale('known')
})
afterAll(() => bench.close())

const SALE_VIOLATIONS: readonly (readonly [string, unknown, string, string])[] = [
  ['general.merchant_callback_url', 'ftp://shop.test', '502', 'format'],
  ['general.merchant_callback_url', 'x'.repeat(256), '502', 'maxLength'],
  ['card.pan', 4000000000000077, '502', 'type'],
  ['card.pan', '4000000000000078', '10102', 'format'],
  ['card.pan', '400000000000', '10102', 'format'],
  ['card.pan', '4'.repeat(33), '502', 'maxLength'],
  ['card.year', 2019, '502', 'minimum'],
  ['card.year', '20x3', '502', 'type'],
  ['card.year', 10_000, '502', 'maximum'],
  ['card.month', 0, '502', 'minimum'],
  ['card.month', 13, '502', 'maximum'],
  ['card.month', 1.5, '502', 'type'],
  ['card.card_holder', 'Zoë', '3161', 'pattern'],
  ['card.card_holder', 'A'.repeat(256), '3161', 'maxLength'],
  ['card.cvv', '12', '3141', 'pattern'],
  ['card.cvv', 123, '3141', 'type'],
  ['card.cvv', '12345', '3141', 'maxLength'],
  ['card.save', 'yes', '502', 'type'],
  ['card.stored_card_type', 7, '502', 'maximum'],
  ['customer.id', 7, '2124', 'type'],
  ['customer.id', 'x'.repeat(256), '2124', 'maxLength'],
  ['customer.ip_address', '300.1.1.1', '502', 'format'],
  ['customer.ip_address', 'localhost', '502', 'format'],
  ['customer.email', 'nobody', '2426', 'format'],
  ['customer.phone', '+353', '502', 'pattern'],
  ['customer.day_of_birth', '30-02-2000', '2609', 'format'],
  ['customer.billing.country', 'ie', '2610', 'pattern'],
  ['customer.billing.country', 'ZZ', '2610', 'enum'],
  ['payment.amount', 0, '502', 'minimum'],
  ['payment.amount', -5, '502', 'minimum'],
  ['payment.amount', 10_000_000_000_001, '502', 'maximum'],
  ['payment.amount', 46.5, '502', 'type'],
  ['payment.amount', '46.50', '502', 'type'],
  ['payment.amount', '4,650', '502', 'type'],
  ['payment.amount', [4650], '502', 'type'],
  ['payment.currency', 'eur', '3121', 'pattern'],
  ['payment.currency', 'EURO', '3121', 'pattern'],
  ['payment.currency', 978, '3121', 'pattern'],
  ['payment.description', 'x'.repeat(256), '502', 'maxLength'],
  ['payment.best_before', 'tomorrow', '502', 'format'],
  ['payment.moto_type', 3, '502', 'enum'],
  ['payment.challenge_indicator', '10', '502', 'pattern'],
  ['avs_data', [], '502', 'type'],
  ['callback.delay', 601, '502', 'maximum'],
  ['callback.delay', -1, '502', 'minimum'],
  ['callback.force_disable', 'true', '502', 'type'],
  ['recurring.period', 'Z', '502', 'enum'],
  ['merchant.descriptor', 'x'.repeat(14), '502', 'maxLength'],
]

describe('a sale', () => {
  it.each(SALE_VIOLATIONS)('refuses %s %j with %s %s', async (field, value, code, constraint) => {
    const request = withValue(aSale('violation'), field, value)
    const answer = readUnionError(await sendSigned(bench, '/v2/payment/card/sale', request))
    expect([answer.httpStatus, answer.code]).toEqual([400, code])
    expect(answer.errors).toContain(`${Number(code)} ${field} ${constraint}`)
  })

  it('lists all violations at once, in the order of the fields', async () => {
    const request = ['card.month', 'payment.currency', 'card.pan'].reduce<JsonRecord>(
      (body, path) => withValue(body, path, 'x'),
      aSale('many'),
    )
    expect(readUnionError(await sendSigned(bench, '/v2/payment/card/sale', request)).errors).toEqual([
      '10102 card.pan format',
      '502 card.month type',
      '3121 payment.currency pattern',
    ])
  })

  it.each([
    ['card.cvv', undefined, '3141 card.cvv required'],
    ['card.year', 2029, '3021 card.year minimum'],
    ['avs_data', { avs_post_code: 'H91' }, '2061 avs_data.avs_street_address required'],
    [
      'avs_data',
      { avs_post_code: ' ', avs_street_address: '14 Long Walk' },
      '2061 avs_data.avs_post_code required',
    ],
  ])('refuses %s %j', async (field, value, line) => {
    const answer = readUnionError(
      await sendSigned(bench, '/v2/payment/card/sale', withValue(aSale('violation'), field, value)),
    )
    expect(answer.errors).toEqual([line])
  })

  it('may leave out the card code of a mail order', async () => {
    const request = withValue(withValue(aSale('moto'), 'card.cvv', undefined), 'payment.moto_type', 1)
    expect((await sendSigned(bench, '/v2/payment/card/sale', request)).status).toBe(200)
  })

  it('takes a card in the month in which it expires', async () => {
    const request = withValue(withValue(aSale('month'), 'card.year', 2030), 'card.month', 4)
    expect((await sendSigned(bench, '/v2/payment/card/sale', request)).status).toBe(200)
  })

  it.each(['sale', 'auth'] as const)(
    'refuses a payment id that is registered, in any case, as %s',
    async (kind) => {
      const answer = readUnionError(await shop[kind]('KNOWN'))
      expect([answer.httpStatus, answer.code]).toEqual([400, '3041'])
      expect(answer.errors).toEqual(['3041 general.payment_id unique'])
    },
  )

  it('leaves no payment behind when it is refused', async () => {
    await sendSigned(bench, '/v2/payment/card/sale', withValue(aSale('never'), 'payment.currency', 'x'))
    expect((await bench.call('payments.list', { query: 'id="never"' })).total).toBe(0)
    expect((await shop.sale('never')).status).toBe(200)
  })
})

describe('a request for a payment', () => {
  it.each([
    ['/v2/payment/clarification', aClarification('unknown', {})],
    ['/v2/payment/card/capture', { general: aGeneral('unknown') }],
    ['/v2/payment/card/cancel', { general: aGeneral('unknown') }],
    ['/v2/payment/card/refund', { general: aGeneral('unknown'), payment: { description: 'x' } }],
  ])('that was never registered is refused at %s with 3061', async (path, request) => {
    const answer = readUnionError(await bench.post(path, request))
    expect([answer.httpStatus, answer.code]).toEqual([400, '3061'])
    expect(answer.errors).toEqual(['3061 general.payment_id state'])
  })

  it.each([
    ['/v2/payment/clarification', aClarification('known', {})],
    ['/v2/payment/card/capture', { general: aGeneral('known') }],
    ['/v2/payment/card/cancel', { general: aGeneral('known') }],
  ])('in another state is refused at %s with 3060', async (path, request) => {
    const answer = readUnionError(await bench.post(path, request))
    expect([answer.httpStatus, answer.code]).toEqual([400, '3060'])
    expect(answer.errors).toEqual(['3060 general.payment_id state'])
  })

  it.each([
    ['capture', 'payment.amount', 0, '502'],
    ['capture', 'payment.currency', 'eur', '3121'],
    ['cancel', 'payment', [], '502'],
    ['refund', 'payment.description', '', '2004'],
    ['refund', 'payment.description', 'x'.repeat(256), '502'],
    ['refund', 'payment.amount', '1e3', '502'],
    ['refund', 'payment.merchant_refund_id', 'x'.repeat(256), '502'],
  ])('refuses a %s with %s %j', async (kind, field, value, code) => {
    const request = withValue({ general: aGeneral('known'), payment: { description: 'Back' } }, field, value)
    const answer = readUnionError(await sendSigned(bench, `/v2/payment/card/${kind}`, request))
    expect([answer.httpStatus, answer.code]).toEqual([400, code])
  })

  it('by its request id takes its own fields and place of the signature', async () => {
    const path = '/v2/payment/status/request'
    const request = (change: JsonRecord) => {
      const unsigned = { project_id: PROJECT.id, request_id: 'nothing', ...change }
      return sendUnsigned(
        bench,
        path,
        JSON.stringify({ signature: signatureFor(unsigned, PROJECT.secret), ...unsigned }),
      )
    }
    const lines = readUnionError(await sendUnsigned(bench, path, '{}')).errors
    expect(lines).toEqual(['project_id', 'request_id', 'signature'].map((field) => `2004 ${field} required`))
    expect(readUnionError(await request({ project_id: 77 }))).toMatchObject({ httpStatus: 404, code: '2442' })
    expect(readUnionError(await request({ signature: 'AAAA' }))).toMatchObject({
      httpStatus: 400,
      code: '3261',
    })
    expect(readUnionError(await request({ signature: '' }))).toMatchObject({ httpStatus: 400, code: '3262' })
    expect(readUnionError(await request({ request_id: 'x'.repeat(101) })).errors).toEqual([
      '502 request_id maxLength',
    ])
    expect(readUnionError(await request({}))).toMatchObject({ httpStatus: 404, code: '3061' })
  })
})
