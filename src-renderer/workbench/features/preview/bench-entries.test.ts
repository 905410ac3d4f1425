import { describe, expect, it } from 'vitest'
import type { BenchEvent } from '#protocol/events'
import { entriesOf, isAbout } from './bench-entries'

const AT = '2031-04-09T16:42:17.000Z'
const subject = { projectId: 9041, paymentId: 'Shop-2047' }
const moment = { wallAt: 5000, virtualAt: Date.parse(AT) + 30, rate: 1 }

const payment = (status: 'processing' | 'awaiting clarification' | 'success', updatedAt = AT) => ({
  key: 'pay_1',
  projectId: 9041,
  paymentId: 'Shop-2047',
  status,
  amount: 4650,
  currency: 'EUR',
  method: 'card',
  customerId: 'buyer-5',
  createdAt: AT,
  updatedAt,
  resultCode: '0',
  resultMessage: 'Success',
  callbacks: { delivered: 0, failed: 0, pending: 0 },
})
const changed = (status: 'processing' | 'awaiting clarification' | 'success', at = AT): BenchEvent => ({
  type: 'payment.changed',
  payment: payment(status, at),
  isNew: false,
})
const callback = (state: 'scheduled' | 'delivered', paymentId = 'Shop-2047'): BenchEvent => ({
  type: 'callback.changed',
  isNew: false,
  callback: {
    id: 'cb_1',
    paymentKey: 'pay_1',
    paymentId,
    projectId: 9041,
    kind: 'result',
    createdAt: AT,
    target: 'http://shop.test/cb',
    state,
    attemptCount: 1,
    marks: [],
    ...(state === 'delivered' ? { lastStatus: 200, lastDurationMs: 38 } : {}),
  },
})

describe('whether something belongs to the previewed payment', () => {
  it('depends on project and id, whose letter case does not count', () => {
    expect(isAbout(subject, { projectId: 9041, paymentId: 'shop-2047' })).toBe(true)
    expect(isAbout(subject, { projectId: 9042, paymentId: 'Shop-2047' })).toBe(false)
    expect(isAbout(subject, { projectId: 9041, paymentId: undefined })).toBe(false)
  })
})

describe('events of the bench', () => {
  it('show each status once, with the previous one', () => {
    const events = [changed('processing'), changed('processing'), changed('awaiting clarification')]
    const { entries, payment: last } = entriesOf(events, subject, null, moment)
    expect(entries.map(({ name, note }) => `${name}: ${note}`)).toEqual([
      'processing: registered, 0 Success',
      'awaiting clarification: was processing, 0 Success',
    ])
    expect(last?.status).toBe('awaiting clarification')
  })

  it('show a status again that comes back', () => {
    const later = '2031-04-09T16:43:00.000Z'
    const { entries } = entriesOf(
      [changed('processing'), changed('awaiting clarification'), changed('processing', later)],
      subject,
      null,
      moment,
    )
    expect(new Set(entries.map(({ id }) => id)).size).toBe(3)
  })

  it('show one callback in one place, however it continues', () => {
    const { entries } = entriesOf([callback('scheduled'), callback('delivered')], subject, null, moment)
    expect(new Set(entries.map(({ id }) => id))).toEqual(new Set(['callback cb_1']))
    expect(entries.at(-1)).toMatchObject({
      name: 'Result callback',
      note: 'delivered 200 in 38 ms, http://shop.test/cb',
      message: { type: 'callback', id: 'cb_1' },
    })
  })

  it('have the time that the bench recorded, not that of their arrival', () => {
    const { entries } = entriesOf([changed('processing'), callback('delivered')], subject, null, moment)
    expect(entries.map(({ virtualAt, wallAt }) => [virtualAt, wallAt])).toEqual([
      [Date.parse(AT), 4970],
      [Date.parse(AT), 4970],
    ])
  })

  it('skip other payments', () => {
    expect(entriesOf([callback('delivered', 'other')], subject, null, moment).entries).toEqual([])
  })

  it('show requests with the answer, without the query', () => {
    const exchange = {
      id: 'ex_1',
      receivedAt: AT,
      wallReceivedAt: AT,
      secure: false,
      method: 'GET',
      path: '/payment?payment_id=Shop-2047',
      httpVersion: '1.1',
      projectId: 9041,
      paymentId: 'Shop-2047',
      source: 'form' as const,
      sizeBytes: 10,
      status: 400,
      marks: [],
    }
    const { entries } = entriesOf([{ type: 'exchange.added', exchange }], subject, null, moment)
    expect(entries).toMatchObject([
      { kind: 'request', name: 'GET /payment', note: 'response 400', bad: true },
    ])
  })
})
