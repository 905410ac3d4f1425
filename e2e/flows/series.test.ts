import { describe, expect, it } from 'vitest'
import { PROJECT, START } from './testing/flow-bench'
import { anOpening, openForm } from './testing/form-client'
import { RESULT_SHAPE } from './testing/mission-shapes'
import { aGeneral, CARDS, DAY, summaryOf, type MerchantClient } from './testing/requests'
import { shapeOf } from './testing/shape'
import { isRecord, isSigned, type JsonRecord } from './testing/signer'
import { readUnionError } from './testing/union-error'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, shop, restart, lastCallback } = useMerchantBench({ per: 'file' })

describe('a payment that registers a series (contract 12 row 1)', () => {
  it.each([
    ['recurring_register', { recurring_register: true }, '2033-07-31T00:00:00+0000'],
    [
      'recurring with its own end',
      { recurring: { register: true, type: 'U', expiry_day: '15', expiry_month: '06', expiry_year: '2031' } },
      '2031-06-15T00:00:00+0000',
    ],
  ])('by the API with %s says so in its result and in the status', async (label, change, validThru) => {
    await shop.sale(label, change)
    const callback = await lastCallback()
    expect(shapeOf(callback?.json)).toEqual({
      ...RESULT_SHAPE,
      'recurring.id': 'integer',
      'recurring.currency': 'string',
      'recurring.valid_thru': 'string',
    })
    expect(callback?.json['recurring']).toMatchObject({ currency: 'EUR', valid_thru: validThru })
    expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
    await restart()
    expect((await shop.status(label)).json['recurring']).toEqual(callback?.json['recurring'])
  })

  it('by a verification, without a charge, says so as well, and later debits succeed', async () => {
    const verify = { mode: 'card_verify', payment_amount: 0, recurring_register: 1 }
    const form = await openForm(bench, anOpening('verified-series', verify))
    await form.confirm()
    const callback = await lastCallback()
    expect(callback?.json).toMatchObject({
      payment: {
        id: 'verified-series',
        type: 'account verification',
        status: 'success',
        sum: { amount: 0, currency: 'EUR' },
      },
      operation: { type: 'account verification' },
      recurring: { currency: 'EUR', valid_thru: '2033-07-31T00:00:00+0000' },
    })
    expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
    const { recurring } = (await shop.status('verified-series')).json
    expect(recurring).toEqual(callback?.json['recurring'])
    const id = isRecord(recurring) ? recurring['id'] : undefined
    expect((await debit('verified-debit', { recurring: { id } })).json).toMatchObject({ status: 'success' })
    expect((await lastCallback())?.json).toMatchObject({
      payment: { id: 'verified-debit', type: 'recurring', status: 'success', sum: { amount: 990 } },
      recurring: { id },
    })
  })
})

/** Registers a series with a payment that has this id; returns the id of the series. */
async function newSeries(
  paymentId: string,
  change: Parameters<MerchantClient['sale']>[1] = {},
): Promise<number> {
  await shop.sold(paymentId, { recurring: { register: true, type: 'U' }, ...change })
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

const codeOf = async (response: ReturnType<typeof debit>) => {
  const { httpStatus, errors } = readUnionError(await response)
  return [httpStatus, ...errors].join(' ')
}

describe('a later debit of a series (contract 13.1)', () => {
  it.each([
    ['recurring.id', (id: number): JsonRecord => ({ recurring: { id } })],
    ['recurring_id', (id: number): JsonRecord => ({ recurring_id: String(id) })],
  ])('by %s pays with the card of its registration, and can be refunded', async (label, naming) => {
    const id = await newSeries(`first-${label}`)
    const paymentId = `again-${label}`
    const response = await debit(paymentId, naming(id))
    expect(response.json).toMatchObject({ status: 'success', payment_id: paymentId })
    const callback = await lastCallback()
    expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
    expect(callback?.json).toMatchObject({
      account: { number: '400000******0077' },
      payment: { id: paymentId, type: 'recurring', status: 'success', sum: { amount: 990 } },
      operation: { type: 'recurring', status: 'success', request_id: response.json['request_id'] },
      recurring: { id, currency: 'EUR', valid_thru: '2033-07-31T00:00:00+0000' },
    })
    expect((await shop.status(paymentId)).json['recurring']).toEqual(callback?.json['recurring'])
    await shop.followUp('refund', paymentId, { description: 'Back', amount: 90 })
    expect((await lastCallback())?.json).toMatchObject({
      payment: { status: 'partially reversed', type: 'recurring', sum: { amount: 900 } },
      recurring: { id },
    })
  })

  it('needs an existing series of the same customer that is not scheduled', async () => {
    const id = await newSeries('refusals')
    const other = { customer: { id: 'buyer-6', ip_address: '203.0.113.9' } }
    const declined = await shop.sale('no-series', { pan: CARDS.decline, recurring_register: true })
    expect(declined.status).toBe(200)
    const scheduled = await newSeries('scheduled', { recurring: { register: true, type: 'R', period: 'M' } })
    const field = 'recurring.id state'
    expect(await codeOf(debit('r', { recurring: { id: 7 } }))).toBe(`400 3181 ${field}`)
    expect(await codeOf(debit('r', { recurring: { id }, ...other }))).toBe(`400 3181 ${field}`)
    expect(await codeOf(debit('r', { recurring: { id: scheduled } }))).toBe(`400 3182 ${field}`)
    expect(await codeOf(debit('r', {}))).toBe('400 2004 recurring.id required')
    expect(await codeOf(debit('r', { recurring: { id: 0 } }))).toBe('400 502 recurring.id minimum')
    expect(await codeOf(debit('refusals', { recurring: { id } }))).toBe('400 3041 general.payment_id unique')
  })

  it('can be made in the workbench as well, from the first payment or from a later one', async () => {
    const id = await newSeries('by-hand')
    const { key } = await summaryOf(bench, 'by-hand')
    const first = await bench.call('payments.get', { key })
    expect(first).toMatchObject({
      series: { id, isDebit: false },
      actions: ['refund', 'chargeAgain', 'cancelSeries'],
    })
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
    const made = await bench.call('payments.create', {
      amount: 500,
      currency: 'EUR',
      card: CARDS.success,
      outcome: 'card',
      series: 'C',
    })
    await bench.settle()
    expect((await bench.call('payments.get', { key: made.key })).actions).toContain('chargeAgain')
    expect(await bench.refused('payments.create', { amount: 500, currency: 'EUR', series: 'U' })).toBe(
      'invalid_params series',
    )
    await shop.sale('no-series-here')
    const other = await summaryOf(bench, 'no-series-here')
    expect(await bench.refused('payments.chargeAgain', { key: other.key })).toBe('wrong_state')
  })
})

describe('a series that is changed, cancelled or queried (contract 13.1)', () => {
  const changeSeries = (
    what: 'update' | 'cancel',
    paymentId: string,
    recurring: JsonRecord,
    more: JsonRecord = {},
  ) => bench.post(`/v2/payment/card/recurring/${what}`, { general: aGeneral(paymentId), recurring, ...more })
  const info = (id: number) =>
    bench.post('/v2/payment/card/recurring/info', { general: { project_id: PROJECT.id }, recurring: { id } })

  it('accepts a new end date, reports it in a callback, and returns it on request', async () => {
    const id = await newSeries('changed')
    const response = await changeSeries('update', 'changed', { id, expiry_year: 2031, expiry_month: 6 })
    expect(response.json).toMatchObject({ status: 'success', payment_id: 'changed' })
    const callback = await lastCallback()
    expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
    const recurring = {
      id,
      status: 'active',
      type: 'U',
      currency: 'EUR',
      exp_year: 2031,
      exp_month: 6,
      period: '',
      time: '',
    }
    expect(callback?.json).toMatchObject({
      payment: { id: 'changed', status: 'success' },
      operation: { type: 'recurring update', status: 'success', request_id: response.json['request_id'] },
      recurring,
    })
    const asked = await info(id)
    expect(isSigned(asked.text, PROJECT.secret)).toBe(true)
    expect(asked.json).toMatchObject({ status: 'success', project_id: PROJECT.id, recurring })
  })

  it('is no longer charged once it is cancelled', async () => {
    const id = await newSeries('ended')
    const given = { callback: { delay: 30 } }
    expect((await changeSeries('cancel', 'ended', { id }, given)).status).toBe(200)
    await bench.advance(30_000)
    expect(merchant.received.at(-1)?.json).toMatchObject({
      operation: { type: 'recurring cancel', status: 'success' },
      recurring: { id, status: 'canceled' },
    })
    const field = 'recurring.id state'
    expect(await codeOf(debit('after-the-end', { recurring: { id } }))).toBe(`400 3184 ${field}`)
    expect(await codeOf(changeSeries('update', 'ended', { id, expiry_year: 2032, expiry_month: 1 }))).toBe(
      `400 3184 ${field}`,
    )
    expect((await info(id)).json).toMatchObject({ recurring: { status: 'canceled' } })
    const { key } = await summaryOf(bench, 'ended')
    const { actions, timeline } = await bench.call('payments.get', { key })
    expect(actions).toEqual(['refund'])
    expect(timeline.map(({ title }) => title)).toContain('Series cancelled')
  })

  it('has to exist', async () => {
    const field = 'recurring.id state'
    expect(await codeOf(changeSeries('cancel', 'nobody', { id: 7 }))).toBe(`400 3181 ${field}`)
    expect(await codeOf(info(7))).toBe(`400 3181 ${field}`)
    expect(await codeOf(changeSeries('update', 'nobody', { id: 7, time: '25:00:00' }))).toBe(
      '400 502 recurring.time pattern',
    )
  })

  it('accepts a request to stop retries of one of its payments, and of no other', async () => {
    const id = await newSeries('stopped', { pan: '4000000000000119' })
    await debit('declined-debit', { recurring: { id } })
    const { operation } = (await lastCallback())?.json ?? {}
    const operationId = isRecord(operation) ? operation['id'] : undefined
    const stop = (trigger: unknown, seriesId = id) =>
      bench.post('/v2/recurring/retry_stop', {
        general: { project_id: PROJECT.id },
        recurring: { id: seriesId },
        trigger_operation_id: trigger,
      })
    const response = await stop(operationId)
    expect(response.json).toMatchObject({
      status: 'success',
      recurring: { id },
      trigger_operation_id: operationId,
    })
    expect(isSigned(response.text, PROJECT.secret)).toBe(true)
    expect(await codeOf(stop(5))).toBe('400 3186 trigger_operation_id state')
    const other = await newSeries('other-series')
    expect(await codeOf(stop(operationId, other))).toBe('400 3186 trigger_operation_id state')
  })
})

describe('a scheduled series (type R, contract 13.1)', () => {
  it('makes one payment per period automatically, each with its callback, until it is cancelled', async () => {
    const recurring = { register: true, type: 'R', period: 'W', interval: 2, amount: 990 }
    const id = await newSeries('weekly', { recurring })
    const before = merchant.received.length
    await bench.advance(28 * DAY)
    const made = merchant.received.slice(before).filter(({ paymentId }) => paymentId.startsWith('weekly'))
    expect(made.map(({ json }) => json)).toMatchObject(
      [1, 2].map((n) => ({
        payment: { id: `weekly-${String(n)}`, type: 'recurring', status: 'success', sum: { amount: 990 } },
        operation: { type: 'recurring', status: 'success' },
        recurring: { id },
      })),
    )
    await restart()
    await bench.post('/v2/payment/card/recurring/cancel', { general: aGeneral('weekly'), recurring: { id } })
    await bench.advance(28 * DAY)
    const { items } = await bench.call('payments.list', {})
    expect(items.filter(({ paymentId }) => paymentId.startsWith('weekly-'))).toHaveLength(2)
  })

  it('shows that one of its payments is being processed, and uses another payment id if one is taken', async () => {
    const id = await newSeries('daily', { recurring: { register: true, type: 'R', period: 'D' } })
    await shop.sale('daily-1')
    await bench.switches({ outcome: { mode: 'hold' } })
    await bench.advance(DAY)
    await bench.switches({ outcome: { mode: 'card' } })
    const { items } = await bench.call('payments.list', { query: 'status:"scheduled recurring processing"' })
    expect(items).toMatchObject([{ paymentId: expect.stringMatching(/^daily-1-[0-9a-f]{8}$/), amount: 4650 }])
    const key = items[0]?.key ?? ''
    expect((await bench.call('payments.get', { key })).actions).toEqual([
      'requestClarification',
      'approve',
      'decline',
    ])
    await bench.call('payments.complete', { key, outcome: 'decline', code: '10105' })
    expect((await lastCallback())?.json).toMatchObject({
      payment: { status: 'decline' },
      recurring: { id },
    })
    expect(
      (await bench.call('payments.get', { key: (await summaryOf(bench, 'daily')).key })).timeline,
    ).toContainEqual(expect.objectContaining({ kind: 'planned', title: 'Payment 2 of the series is due' }))
    await bench.post('/v2/payment/card/recurring/cancel', { general: aGeneral('daily'), recurring: { id } })
  })

  it('can be registered on the form as well', async () => {
    const recurring = JSON.stringify({ register: true, type: 'R', period: 'D', interval: 3 })
    const form = await openForm(bench, anOpening('form-daily', { recurring }))
    await form.confirm()
    await bench.advance(3 * DAY)
    expect(merchant.received.at(-1)?.json).toMatchObject({
      payment: { id: 'form-daily-1', type: 'recurring' },
    })
  })
})

describe('a series (contract 13.1)', () => {
  it('cannot be debited once it or its card has expired', async () => {
    await bench.call('bench.reset', {})
    await bench.call('clock.set', { now: new Date(START).toISOString() })
    const ends = { expiry_year: 2030, expiry_month: 4, expiry_day: 10 }
    const short = await newSeries('short', { recurring: { register: true, ...ends } })
    const card = { pan: CARDS.success, year: 2030, month: 4, cvv: '123', card_holder: 'NORA VALE' }
    const old = await newSeries('old-card', { card })
    expect((await debit('in-time', { recurring: { id: short } })).status).toBe(200)
    await bench.advance(2 * DAY)
    expect(await codeOf(debit('late', { recurring: { id: short } }))).toBe('400 3301 recurring.id state')
    await bench.call('clock.set', { now: new Date(START + 30 * DAY).toISOString() })
    expect(await codeOf(debit('late', { recurring: { id: old } }))).toBe('400 3183 recurring.id state')
  })
})
