import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFlowBench, PROJECT, START, type FlowBench } from './testing/flow-bench'
import { anOpening, openForm } from './testing/form-client'
import { openMerchant, type TestMerchant } from './testing/merchant'
import { RESULT_SHAPE } from './testing/mission-shapes'
import { aGeneral, CARDS, DAY, merchantOf, summaryOf, type MerchantClient } from './testing/requests'
import { shapeOf } from './testing/shape'
import { isRecord, isSigned, type JsonRecord } from './testing/signer'
import { readUnionError } from './testing/union-error'

let merchant: TestMerchant
let bench: FlowBench
let shop: MerchantClient
beforeAll(async () => {
  merchant = await openMerchant()
  bench = await openFlowBench({ callbackUrl: merchant.url })
  shop = merchantOf(bench)
})
afterAll(async () => {
  await bench.close()
  await merchant.close()
})

describe('a payment that registers a series (contract 12 row 1)', () => {
  it.each([
    ['recurring_register', { recurring_register: true }, '2033-07-31T00:00:00+0000'],
    [
      'recurring with an end of its own',
      { recurring: { register: true, type: 'U', expiry_day: '15', expiry_month: '06', expiry_year: '2031' } },
      '2031-06-15T00:00:00+0000',
    ],
  ])('by the API with %s says so in its result and in the status', async (label, change, validThru) => {
    await shop.sale(label, change)
    await bench.settle()
    const callback = merchant.received.at(-1)
    expect(shapeOf(callback?.json)).toEqual({
      ...RESULT_SHAPE,
      'recurring.id': 'integer',
      'recurring.currency': 'string',
      'recurring.valid_thru': 'string',
    })
    expect(callback?.json['recurring']).toMatchObject({ currency: 'EUR', valid_thru: validThru })
    expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
    bench = await bench.restart()
    shop = merchantOf(bench)
    expect((await shop.status(label)).json['recurring']).toEqual(callback?.json['recurring'])
  })

  it('on the form says so as well', async () => {
    const form = await openForm(bench, anOpening('form-series', { recurring_register: 1 }))
    await form.confirm()
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({
      payment: { id: 'form-series', status: 'success' },
      recurring: { currency: 'EUR', valid_thru: '2033-07-31T00:00:00+0000' },
    })
  })

  it.each([
    ['was declined', { pan: CARDS.decline, recurring_register: true }],
    ['asked for none', { recurring: { register: false } }],
  ])('has none where it %s', async (label, change) => {
    await shop.sale(label, change)
    await bench.settle()
    expect(shapeOf(merchant.received.at(-1)?.json)).toEqual(RESULT_SHAPE)
  })

  it('is refused with an end that is no date part', async () => {
    const answer = await shop.sale('odd', { recurring: { register: true, expiry_month: 13 } })
    expect(answer.json).toMatchObject({
      errors: [{ field: 'recurring.expiry_month', constraint: 'maximum' }],
    })
  })
})

/** Registers a series and gives its id; the payment that registers it has this id too. */
async function registered(
  paymentId: string,
  change: Parameters<MerchantClient['sale']>[1] = {},
): Promise<number> {
  await shop.sale(paymentId, { recurring: { register: true, type: 'U' }, ...change })
  await bench.settle()
  const { recurring } = (await shop.status(paymentId)).json
  const id = isRecord(recurring) ? recurring['id'] : undefined
  if (typeof id !== 'number') throw new Error(`${paymentId} has registered no series`)
  return id
}

const debit = (paymentId: string, change: JsonRecord) =>
  bench.post('/v2/payment/card/recurring', {
    general: aGeneral(paymentId),
    customer: { id: 'buyer-5', ip_address: '203.0.113.9' },
    payment: { amount: 990, currency: 'EUR' },
    ...change,
  })

const codeOf = async (answer: ReturnType<typeof debit>) => {
  const { httpStatus, errors } = readUnionError(await answer)
  return [httpStatus, ...errors]
}

describe('a later debit of a series (contract 13.1)', () => {
  it.each([
    ['recurring.id', (id: number): JsonRecord => ({ recurring: { id } })],
    ['recurring_id', (id: number): JsonRecord => ({ recurring_id: String(id) })],
  ])('by %s pays with the card of its registration, and can be refunded', async (label, naming) => {
    const id = await registered(`first-${label}`)
    const paymentId = `again-${label}`
    const answer = await debit(paymentId, naming(id))
    expect(answer.json).toMatchObject({ status: 'success', payment_id: paymentId })
    await bench.settle()
    const callback = merchant.received.at(-1)
    expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
    expect(callback?.json).toMatchObject({
      account: { number: '400000******0077' },
      payment: { id: paymentId, type: 'recurring', status: 'success', sum: { amount: 990 } },
      operation: { type: 'recurring', status: 'success', request_id: answer.json['request_id'] },
      recurring: { id, currency: 'EUR', valid_thru: '2033-07-31T00:00:00+0000' },
    })
    expect((await shop.status(paymentId)).json['recurring']).toEqual(callback?.json['recurring'])
    await shop.followUp('refund', paymentId, { description: 'Back', amount: 90 })
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({
      payment: { status: 'partially reversed', type: 'recurring', sum: { amount: 900 } },
      recurring: { id },
    })
  })

  it.each([
    ['4000000000000119', '10102'],
    ['4000000000000135', '10105'],
  ])('of card %s is declined with %s, and says which series it is of', async (pan, code) => {
    const id = await registered(`first-${pan}`, { pan })
    await debit(`again-${pan}`, { recurring: { id } })
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({
      payment: { id: `again-${pan}`, status: 'decline' },
      operation: { type: 'recurring', code },
      recurring: { id },
    })
  })

  it('may await clarification', async () => {
    const id = await registered('first-asked')
    await bench.switches({ outcome: { mode: 'clarify', fields: { customer: ['email'] } } })
    await debit('again-asked', { recurring: { id } })
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({
      status: 'awaiting clarification',
      recurring: { id },
    })
    await bench.switches({ outcome: { mode: 'card' } })
    await shop.clarify('again-asked', { customer: { email: 'nora@vale.test' } })
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({ payment: { status: 'success' } })
  })

  it('needs a series that there is, of the same customer, not scheduled and not over', async () => {
    const id = await registered('refusals')
    const other = { customer: { id: 'buyer-6', ip_address: '203.0.113.9' } }
    const declined = await shop.sale('no-series', { pan: CARDS.decline, recurring_register: true })
    expect(declined.status).toBe(200)
    const scheduled = await registered('scheduled', { recurring: { register: true, type: 'R', period: 'M' } })
    const field = 'recurring.id state'
    expect(await codeOf(debit('r', { recurring: { id: 7 } }))).toEqual([400, `3181 ${field}`])
    expect(await codeOf(debit('r', { recurring: { id }, ...other }))).toEqual([400, `3181 ${field}`])
    expect(await codeOf(debit('r', { recurring: { id: scheduled } }))).toEqual([400, `3182 ${field}`])
    expect(await codeOf(debit('r', {}))).toEqual([400, '2004 recurring.id required'])
    expect(await codeOf(debit('r', { recurring: { id: 0 } }))).toEqual([400, '502 recurring.id minimum'])
    expect(await codeOf(debit('refusals', { recurring: { id } }))).toEqual([
      400,
      '3041 general.payment_id unique',
    ])
  })

  it('is found after a restart', async () => {
    const id = await registered('kept')
    bench = await bench.restart()
    shop = merchantOf(bench)
    expect((await debit('after-restart', { recurring: { id } })).status).toBe(200)
  })

  it('is made in the workbench as well, from the first payment or from a later one', async () => {
    const id = await registered('by-hand')
    const { key } = await summaryOf(bench, 'by-hand')
    const first = await bench.call('payments.get', { key })
    expect(first).toMatchObject({ series: { id, isDebit: false }, actions: ['refund', 'chargeAgain'] })
    const again = await bench.call('payments.chargeAgain', { key, amount: 700 })
    await bench.settle()
    expect(await bench.call('payments.get', { key: again.key })).toMatchObject({
      status: 'success',
      amount: 700,
      origin: 'workbench',
      type: 'recurring',
      series: { id, isDebit: true },
    })
    const held = { key: again.key, paymentId: 'by-hand-3', outcome: 'hold' } as const
    expect(await bench.call('payments.chargeAgain', held)).toMatchObject({
      paymentId: 'by-hand-3',
      status: 'processing',
      amount: 700,
    })
    expect(await bench.refusal('payments.chargeAgain', held)).toMatchObject({ code: 'conflict' })
    await shop.sale('no-series-here')
    const other = await summaryOf(bench, 'no-series-here')
    expect(await bench.refusal('payments.chargeAgain', { key: other.key })).toMatchObject({
      code: 'wrong_state',
    })
  })

  it('is refused once the series or its card has expired', async () => {
    const ends = { expiry_year: 2030, expiry_month: 4, expiry_day: 10 }
    const short = await registered('short', { recurring: { register: true, ...ends } })
    const card = { pan: CARDS.success, year: 2030, month: 4, cvv: '123', card_holder: 'NORA VALE' }
    const old = await registered('old-card', { card })
    expect((await debit('in-time', { recurring: { id: short } })).status).toBe(200)
    await bench.advance(2 * DAY)
    expect(await codeOf(debit('late', { recurring: { id: short } }))).toEqual([
      400,
      '3301 recurring.id state',
    ])
    await bench.call('clock.set', { now: new Date(START + 30 * DAY).toISOString() })
    expect(await codeOf(debit('late', { recurring: { id: old } }))).toEqual([400, '3183 recurring.id state'])
  })
})
