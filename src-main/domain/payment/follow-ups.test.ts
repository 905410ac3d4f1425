import { describe, expect, it } from 'vitest'
import {
  aFollowUp,
  anEnv,
  anOperation,
  aPayment,
  aPlan,
  aSubmission,
  DAY,
  HOUR,
  MINUTE,
  START,
} from '#domain/testing/builders'
import { type PaymentLife, refusalOf, aSettledLife } from '#domain/testing/payment-life'
import type { ProjectSwitches } from '#domain/project/project'
import { decide } from './decide'

const plan = aPlan('4000000000000077')

function paidLife(operation: 'sale' | 'auth', switches: Partial<ProjectSwitches> = {}): PaymentLife {
  return aSettledLife({ register: { operation, plan }, switches })
}

describe('a hold', () => {
  it('is placed by an authorisation and lasts seven days', () => {
    const life = paidLife('auth')
    expect(life.payment).toMatchObject({
      status: 'awaiting capture',
      resultCode: '0',
      held: 4650,
      holdEndsAt: START + 7 * DAY,
    })
    expect(life.callbacks.map(({ kind }) => kind)).toEqual(['result'])
  })

  it.each([
    ['in full', null, 4650],
    ['in part', 1000, 1000],
    ['for more than it holds', 5000, 5000],
  ])('can be captured %s (contract 5.6)', (_, amount, real) => {
    const life = paidLife('auth')
    expect(life.must(aFollowUp('capture', { amount })).response).toEqual({
      kind: 'ack',
      requestId: 'request-capture',
    })
    expect(life.payment.status).toBe('awaiting capture')
    life.advance(0)
    expect(life.payment).toMatchObject({
      status: 'success',
      held: 0,
      holdEndsAt: null,
      real: { amount: real, currency: 'EUR' },
      succeededAt: START,
    })
    expect(life.payment.operations.map(({ type, status }) => [type, status])).toEqual([
      ['auth', 'success'],
      ['capture', 'success'],
    ])
  })

  it('remains if the provider refuses the capture or the cancel', () => {
    for (const type of ['capture', 'cancel'] as const) {
      const life = paidLife('auth', { followUps: 'decline' })
      life.settle(aFollowUp(type))
      expect(life.payment).toMatchObject({ status: 'awaiting capture', held: 4650, resultCode: '0' })
      expect(life.payment.operations.at(-1)).toMatchObject({ type, status: 'decline', code: '10000' })
      expect(life.callbacks.at(-1)).toMatchObject({
        kind: 'result',
        body: { operation: { type, code: '10000' } },
      })
    }
  })

  it.each([
    ['cancel', 'canceled'],
    ['capture', 'success'],
  ] as const)('ends with a %s by the platform 30 minutes before it expires', (holdEnd, status) => {
    const life = paidLife('auth', { holdEnd, followUps: 'decline' })
    life.advance(7 * DAY - 30 * MINUTE - 1)
    expect(life.payment.status).toBe('awaiting capture')
    life.advance(1)
    expect(life.payment.status).toBe(status)
    expect(life.events.at(-2)).toMatchObject({ type: 'operationStarted', by: 'platform' })
    expect(life.payment.operations.at(-1)).toMatchObject({
      type: holdEnd,
      status: 'success',
      sum: { amount: 4650 },
    })
    expect(life.callbacks).toHaveLength(2)
  })

  it('ends at once if it is shorter than 30 minutes', () => {
    const life = paidLife('auth', { holdTimeMs: MINUTE })
    expect(life.payment.status).toBe('canceled')
    expect(life.events.at(-1)?.at).toBe(START)
  })
})

describe('a refund', () => {
  it.each<readonly [string, readonly (readonly [hours: number, amount: number | null, outcome: string])[]]>([
    ['everything on the same business day', [[7, null, 'reversal, reversed, 4650']]],
    ['everything on a later day (a day ends at midnight UTC)', [[8, 4650, 'refund, refunded, 4650']]],
    [
      'parts on the same business day, and the rest on a later one (contract 12 row 16)',
      [
        [0, 650, 'reversal, partially reversed, 650'],
        [0, 1000, 'reversal, partially reversed, 1650'],
        [8, 1000, 'refund, partially refunded, 2650'],
        [0, null, 'refund, refunded, 4650'],
      ],
    ],
    [
      'a part, and the rest on the same business day',
      [
        [0, 650, 'reversal, partially reversed, 650'],
        [0, null, 'reversal, reversed, 4650'],
      ],
    ],
  ])('is a reversal on the business day of the payment and a refund on later days: %s', (_, refunds) => {
    const life = paidLife('sale')
    for (const [hours, amount, outcome] of refunds) {
      life.advance(hours * HOUR)
      life.settle(aFollowUp('refund', { amount }))
      const { operations, status, refunded } = life.payment
      expect(operations.at(-1)?.status).toBe('success')
      expect(`${operations.at(-1)?.type ?? ''}, ${status}, ${String(refunded)}`).toBe(outcome)
    }
  })

  it('of a captured hold is a reversal on the business day of the capture', () => {
    const life = paidLife('auth')
    life.advance(3 * DAY)
    life.must(aFollowUp('capture'))
    life.settle(aFollowUp('refund'))
    expect(life.payment.status).toBe('reversed')
  })

  it('that the provider refuses leaves the payment unchanged', () => {
    const life = paidLife('sale', { followUps: 'decline' })
    life.settle(aFollowUp('refund', { amount: 100 }))
    expect(life.payment).toMatchObject({ status: 'success', refunded: 0, resultCode: '0' })
    expect(life.payment.operations.at(-1)).toMatchObject({ type: 'reversal', status: 'decline' })
  })

  it('that takes time waits for the tester once data was requested for it (contract 16.8)', () => {
    const life = aSettledLife({
      register: { operation: 'sale', plan, methodPath: 'wallet/skrill' },
      switches: { refundTime: 'two_days' },
    })
    life.advance(3 * DAY)
    life.settle(aFollowUp('refund'))
    life.must({ type: 'requestClarification', fields: { customer: ['email'] } })
    life.advance(29 * MINUTE)
    expect(life.payment.status).toBe('awaiting clarification')
    life.must(aSubmission({ customer: { email: 'nora@vale.test' } }))
    life.advance(2 * DAY)
    expect(life.payment.operations.at(-1)).toMatchObject({ type: 'refund', status: 'processing' })
    life.must({ type: 'complete', outcome: 'success', code: null })
    expect(life.payment.status).toBe('refunded')
  })

  it('with a merchant_refund_id that was accepted before is refused with 3230', () => {
    const life = paidLife('sale')
    life.must(aFollowUp('refund', { amount: 1, merchantRefundId: 'r-1' }))
    expect(life.refusal(aFollowUp('refund', { amount: 1, merchantRefundId: 'r-1' }))).toBe(
      '3230 payment.merchant_refund_id unique',
    )
    expect(life.run(aFollowUp('refund', { amount: 1, merchantRefundId: 'r-2' })).ok).toBe(true)
  })

  it.each(['reversed', 'refunded'])('is refused once everything is %s', (status) => {
    const life = paidLife('sale')
    if (status === 'refunded') life.advance(DAY)
    life.must(aFollowUp('refund'))
    expect(life.refusal(aFollowUp('refund', { amount: 1 }))).toBe('3060 general.payment_id state')
    expect(life.payment.status).toBe(status)
  })
})

describe('a capture, cancel or refund', () => {
  it.each([
    ['capture', 'sale', '3121'],
    ['cancel', 'sale', '3121'],
    ['refund', 'auth', '3284'],
  ] as const)('(%s) requires a suitable status and the currency of the payment', (type, wrongType, code) => {
    expect(paidLife(wrongType).refusal(aFollowUp(type))).toBe('3060 general.payment_id state')
    const fitting = paidLife(wrongType === 'sale' ? 'auth' : 'sale')
    expect(fitting.refusal(aFollowUp(type, { currency: 'USD' }))).toBe(`${code} payment.currency enum`)
    expect(fitting.run(aFollowUp(type, { currency: 'EUR' })).ok).toBe(true)
  })

  it.each([0, -1, 0.5, NaN, Infinity])('of %s minor units is refused', (amount) => {
    for (const [type, operation] of [
      ['capture', 'auth'],
      ['cancel', 'auth'],
      ['refund', 'sale'],
    ] as const) {
      expect(paidLife(operation).refusal(aFollowUp(type, { amount }))).toBe('502 payment.amount minimum')
    }
  })

  it('is refused while another operation is in processing, for example a refund', () => {
    const busy = aPayment({
      status: 'success',
      operations: [anOperation({ status: 'success' }), anOperation({ id: 2, type: 'refund' })],
    })
    expect(refusalOf(decide(busy, aFollowUp('refund'), anEnv()))).toBe('3060 general.payment_id state')
  })

  it('is not limited by the processing deadline of the payment, for example a refund', () => {
    const life = paidLife('sale')
    life.advance(30 * DAY)
    life.settle(aFollowUp('refund'))
    expect(life.payment.status).toBe('refunded')
  })
})
