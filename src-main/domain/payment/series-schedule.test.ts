import { describe, expect, it } from 'vitest'
import { callbackBody } from '#domain/callback/body'
import { anAccount, aProject, DAY, START } from '#domain/testing/builders'
import { aPaymentLife, type PaymentLife } from '#domain/testing/payment-life'
import type { SeriesSchedule } from './payment'
import { newSeries } from './series'
import { nextDebitAt } from './series-schedule'

const ms = (text: string): number => Date.parse(text)

/** A payment that registered a scheduled series on 9 April 2031 at 16:20:05. */
function scheduledLife(recurring: Readonly<Record<string, unknown>> = {}, expiryYear = '2033'): PaymentLife {
  const life = aPaymentLife({
    register: {
      series: newSeries(70_001, { register: true, type: 'R', ...recurring }, 4650),
      account: anAccount({ expiryYear }),
    },
  })
  life.must({ type: 'complete', outcome: 'success', code: null })
  return life
}

/** Due time of the n-th payment of a series with this schedule. */
function dueAt(change: Partial<SeriesSchedule>, n: number): number | null {
  const { payment } = scheduledLife({}, '2045')
  const { series } = payment
  if (series?.schedule === undefined) throw new Error('The series has no schedule')
  return nextDebitAt({
    ...payment,
    series: { ...series, schedule: { ...series.schedule, ...change, since: n - 1 } },
  })
}

describe('the payments of a scheduled series (contract 13.1)', () => {
  it.each([
    ['D', 3, '2031-01-31T10:00:00Z', ['2031-02-03T10:00:00Z', '2031-02-06T10:00:00Z']],
    ['W', 1, '2031-12-29T10:00:00Z', ['2032-01-05T10:00:00Z', '2032-01-12T10:00:00Z']],
    ['M', 1, '2031-01-31T10:00:00Z', ['2031-02-28T10:00:00Z', '2031-03-31T10:00:00Z']],
    ['Q', 1, '2031-11-30T10:00:00Z', ['2032-02-29T10:00:00Z', '2032-05-30T10:00:00Z']],
    ['Y', 2, '2032-02-29T10:00:00Z', ['2034-02-28T10:00:00Z', '2036-02-29T10:00:00Z']],
  ] as const)('are due once per interval: period %s times %d, from %s', (period, interval, from, due) => {
    const rhythm = { period, interval, time: null, from: ms(from) }
    expect([1, 2].map((n) => dueAt(rhythm, n))).toEqual(due.map(ms))
  })

  it('are due at the requested time of day', () => {
    const rhythm = { period: 'M', time: '00:30:00', from: ms('2031-01-31T23:59:59Z') } as const
    expect(dueAt(rhythm, 1)).toBe(ms('2031-02-28T00:30:00Z'))
  })

  it('are numbered, and due once a month by default', () => {
    const life = scheduledLife()
    expect(nextDebitAt(life.payment)).toBe(ms('2031-05-09T16:20:05Z'))
    life.advance(62 * DAY)
    expect(life.events.filter(({ type }) => type === 'seriesDue')).toMatchObject([
      { n: 1, at: ms('2031-05-09T16:20:05Z') },
      { n: 2, at: ms('2031-06-09T16:20:05Z') },
    ])
    expect(life.payment.status).toBe('success')
  })

  it('stop at the end of the series, at the expiry of the card, and after a cancel', () => {
    const short = scheduledLife({ expiry_year: 2031, expiry_month: 6 })
    short.advance(400 * DAY)
    expect(short.events.filter(({ type }) => type === 'seriesDue')).toHaveLength(2)
    const old = scheduledLife({ expiry_year: 2040, expiry_month: 1 }, '2031')
    old.advance(400 * DAY)
    expect(old.events.filter(({ type }) => type === 'seriesDue')).toHaveLength(3)
    const canceled = scheduledLife()
    const change = { type: 'changeSeries', by: 'merchant', requestId: 'r', fields: {} } as const
    canceled.must({ ...change, change: 'cancel' })
    expect(nextDebitAt(canceled.payment)).toBeNull()
    expect(canceled.refusal({ ...change, change: 'update' })).toContain('3184')
  })

  it('are rescheduled by a change of their period, but not by a change of the amount alone', () => {
    const life = scheduledLife()
    life.advance(31 * DAY)
    const change = (fields: Readonly<Record<string, unknown>>): void => {
      life.must({ type: 'changeSeries', change: 'update', by: 'merchant', requestId: 'r', fields })
    }
    change({ amount: 700 })
    expect(life.payment.series?.schedule).toMatchObject({ amount: 700, since: 1, made: 1 })
    change({ period: 'W', time: '08:00:00' })
    expect(nextDebitAt(life.payment)).toBe(ms('2031-05-17T08:00:00Z'))
    life.advance(8 * DAY)
    expect(life.events.at(-1)).toMatchObject({ type: 'seriesDue', n: 2 })
  })

  it('belong to a series whose changes are reported by a callback with all its data', () => {
    const life = scheduledLife({ time: '08:00:00' })
    life.must({
      type: 'changeSeries',
      change: 'update',
      by: 'merchant',
      requestId: 'request-9',
      fields: { expiry_year: 2032, expiry_month: 2 },
    })
    const lastCallback = life.callbacks.at(-1)
    expect(lastCallback).toMatchObject({
      kind: 'result',
      body: {
        payment: { status: 'success' },
        operation: { type: 'recurring update', status: 'success', code: '0', request_id: 'request-9' },
        recurring: {
          id: 70_001,
          status: 'active',
          type: 'R',
          currency: 'EUR',
          exp_year: 2032,
          exp_month: 2,
          period: 'M',
          time: '08:00:00',
        },
      },
    })
    const base = aProject({ switches: { publicFields: 'mission_only' } }).switches
    expect(callbackBody('result', life.payment, lastCallback?.operationId ?? 0, base)).toHaveProperty(
      'recurring',
    )
  })

  it('are not due before the payment that registers them has succeeded', () => {
    const open = aPaymentLife({ register: { series: newSeries(70_001, { type: 'R' }, 4650) } })
    expect(nextDebitAt(open.payment)).toBeNull()
    expect(open.payment.updatedAt).toBe(START)
  })
})
