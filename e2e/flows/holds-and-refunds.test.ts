import { describe, expect, it } from 'vitest'
import { PROJECT } from './testing/flow-bench'
import { RESULT_SHAPE } from './testing/mission-shapes'
import { aGeneral, DAY, MINUTE, summaryOf, type MerchantClient } from './testing/requests'
import { shapeOf } from './testing/shape'
import { isRecord, isSigned, type JsonRecord } from './testing/signer'
import { readUnionError } from './testing/union-error'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, shop } = useMerchantBench({ per: 'file' })

/** Expects a request to be accepted; returns the result callback that follows, with shape and signature checked. */
async function resultOf(
  response: ReturnType<MerchantClient['followUp']>,
  shape = RESULT_SHAPE,
): Promise<JsonRecord> {
  const { status, text, json } = await response
  expect(status, text).toBe(200)
  await bench.settle()
  const [callback, ...more] = merchant.received.filter(
    ({ json: body }) => requestIdOf(body) === json['request_id'],
  )
  expect(more).toEqual([])
  expect(isSigned(callback?.text ?? '{}', PROJECT.secret)).toBe(true)
  expect(shapeOf(callback?.json)).toEqual(shape)
  return callback?.json ?? {}
}
/** The result of a refund that was sent with the merchant's own id. */
const RETURNED_SHAPE = { ...RESULT_SHAPE, 'payment.merchant_refund_id': 'string' } as const
function requestIdOf({ operation }: JsonRecord): unknown {
  return isRecord(operation) ? operation['request_id'] : undefined
}
const refund = (id: string, payment: JsonRecord = {}) =>
  shop.followUp('refund', id, { description: 'Back', ...payment })
const codeOf = async (response: ReturnType<MerchantClient['followUp']>) => {
  const { httpStatus, code, errors } = readUnionError(await response)
  return [httpStatus, code, ...errors].join(' ')
}
const pay = async (id: string, amount = 5000): Promise<void> => {
  await resultOf(shop.sale(id, { payment: { amount, currency: 'EUR' } }))
}
const hold = async (id: string, amount = 5000): Promise<JsonRecord> =>
  resultOf(shop.auth(id, { payment: { amount, currency: 'EUR' } }))

describe('a hold', () => {
  it('is cancelled in full or in part, but never by more than what is left', async () => {
    await hold('cancel')
    expect(await resultOf(shop.followUp('cancel', 'cancel'))).toMatchObject({
      payment: { status: 'canceled', sum: { amount: 5000 } },
      operation: { type: 'cancel', status: 'success', sum_initial: { amount: 5000 } },
    })
    await hold('lower')
    expect(await resultOf(shop.followUp('cancel', 'lower', { amount: 1500 }))).toMatchObject({
      payment: { status: 'awaiting capture', sum: { amount: 1500, currency: 'EUR' } },
      operation: { type: 'cancel', sum_initial: { amount: 1500 } },
    })
    // A shop that compares payment.sum with its order must not mistake a part for the total (contract 12 row 12).
    expect((await shop.status('lower')).json).toMatchObject({
      sum_request: { amount: 5000 },
      sum_real: { amount: 3500, currency: 'EUR' },
      payment: { sum: { amount: 3500 } },
    })
    expect(await codeOf(shop.followUp('cancel', 'lower', { amount: 3501 }))).toBe(
      '400 2642 2642 payment.amount maximum',
    )
    expect(await resultOf(shop.followUp('capture', 'lower'))).toMatchObject({
      payment: { status: 'success', sum: { amount: 3500 } },
    })
  })
})

describe('a refund', () => {
  it('of a part, then of the rest, leaves the remaining amount in payment.sum', async () => {
    await pay('parts')
    expect(await resultOf(refund('parts', { amount: 1500, currency: 'EUR' }))).toMatchObject({
      payment: { status: 'partially reversed', sum: { amount: 3500 } },
      operation: { type: 'reversal', sum_initial: { amount: 1500 } },
    })
    expect((await shop.status('parts')).json).toMatchObject({ sum_refund: { amount: 1500, currency: 'EUR' } })
    await bench.advance(DAY)
    expect(await codeOf(refund('parts', { amount: 3501 }))).toBe('400 3283 3283 payment.amount maximum')
    expect(await resultOf(refund('parts'))).toMatchObject({
      payment: { status: 'refunded', sum: { amount: 0 } },
      operation: { type: 'refund', sum_initial: { amount: 3500 } },
    })
  })

  it('has its merchant_refund_id in its callback and in the status (contract 12 row 2)', async () => {
    await pay('named')
    expect(
      await resultOf(refund('named', { amount: 1, merchant_refund_id: 'r-7' }), RETURNED_SHAPE),
    ).toMatchObject({
      payment: { merchant_refund_id: 'r-7' },
    })
    expect((await shop.status('named')).json).toMatchObject({ payment: { merchant_refund_id: 'r-7' } })
    await resultOf(refund('named', { amount: 1 }))
    expect((await shop.status('named')).json['payment']).not.toHaveProperty('merchant_refund_id')
  })

  it('sends its result where and when its own request says (contract 12 rows 3 and 19)', async () => {
    await pay('own-callback')
    const ask = (more: JsonRecord) =>
      bench.post('/v2/payment/card/refund', {
        general: { ...aGeneral('own-callback'), merchant_callback_url: `${merchant.url}/refunds` },
        payment: { description: 'Back', amount: 1 },
        ...more,
      })
    const before = merchant.received.length
    await ask({ callback: { force_disable: true } })
    await bench.settle()
    await ask({ callback: { delay: 60 } })
    await bench.advance(MINUTE - 1)
    expect(merchant.received).toHaveLength(before)
    await bench.advance(1)
    expect(merchant.received.slice(before).map(({ path }) => path)).toEqual(['/refunds'])
    await resultOf(refund('own-callback'))
    expect(merchant.received.at(-1)?.path).toBe('/')
    expect(await codeOf(ask({ callback: { delay: 601 } }))).toBe('400 502 502 callback.delay maximum')
  })
})

describe('the tester', () => {
  it('captures, cancels and refunds like the merchant', async () => {
    await hold('by-hand')
    const { key } = await summaryOf(bench, 'by-hand')
    await bench.call('payments.cancel', { key, amount: 1000 })
    await bench.settle()
    await bench.call('payments.capture', { key })
    await bench.settle()
    await bench.call('payments.refund', { key, amount: 1 })
    await bench.settle()
    const detail = await bench.call('payments.get', { key })
    expect(detail).toMatchObject({ status: 'partially reversed', available: { capture: 0, refund: 3999 } })
    expect(detail.operations.map(({ type, amount }) => `${type} ${amount}`)).toEqual([
      ...['auth 5000', 'cancel 1000', 'capture 4000', 'reversal 1'],
    ])
    expect(await bench.refusal('payments.capture', { key })).toMatchObject({ code: 'wrong_state' })
    expect(await bench.refused('payments.refund', { key, amount: 4000 })).toBe(
      'invalid_params payment.amount',
    )
  })
})
