import { describe, expect, it } from 'vitest'
import { aFollowUp, APPROVED, aSubmission, DAY, HOUR, MINUTE } from '#domain/testing/builders'
import { type PaymentLife, aSettledLife } from '#domain/testing/payment-life'
import type { ProjectSwitches } from '#domain/project/project'
import { refundable } from './payment'

const AVS = { avs_data: ['avs_post_code', 'avs_street_address'] }
const RIGHT = { avs_data: { avs_post_code: 'H91 AB12', avs_street_address: '14 Long Walk' } }

const paidLife = (operation: 'sale' | 'auth', switches: Partial<ProjectSwitches> = {}): PaymentLife =>
  aSettledLife({ register: { operation, plan: [APPROVED] }, switches })

/** A held capture, cancel or refund for which the tester has requested data. */
const askedLife = (type: 'capture' | 'cancel' | 'refund', amount: number | null = null): PaymentLife => {
  const life = paidLife(type === 'refund' ? 'sale' : 'auth')
  life.settle(aFollowUp(type, { amount, held: true }))
  life.must({ type: 'requestClarification', fields: AVS })
  return life
}

describe('a capture, cancel or refund that awaits clarification (contract 6.16)', () => {
  it.each([
    ['capture', 'awaiting capture', 'success'],
    ['cancel', 'awaiting capture', 'canceled'],
    ['refund', 'success', 'reversed'],
  ] as const)('(%s) sets the payment to "%s" once clarified, to "%s" once approved', (type, between, end) => {
    const life = askedLife(type)
    expect(life.payment).toMatchObject({ status: 'awaiting clarification', resultCode: '9999' })
    expect(life.payment.operations.at(-1)).toMatchObject({ status: 'awaiting clarification' })
    life.settle(aSubmission(RIGHT))
    expect(life.payment).toMatchObject({ status: between, resultCode: '0', clarification: null })
    expect(life.payment.operations.at(-1)).toMatchObject({ status: 'processing' })
    life.must({ type: 'complete', outcome: 'success', code: null })
    expect(life.payment).toMatchObject({ status: end, resultCode: '0' })
  })

  it.each([
    ['capture', 'awaiting capture', { held: 4650, refunded: 0 }],
    ['cancel', 'awaiting capture', { held: 4650, refunded: 0 }],
    ['refund', 'success', { held: 0, refunded: 0 }],
  ] as const)('(%s) is declined after 30 minutes, and the payment returns to "%s"', (type, status, money) => {
    const life = askedLife(type)
    life.advance(30 * MINUTE - 1)
    expect(life.payment.status).toBe('awaiting clarification')
    life.advance(1)
    expect(life.payment).toMatchObject({ status, ...money, resultCode: '0' })
    expect(life.payment.operations.at(-1)).toMatchObject({ status: 'decline', code: '603' })
    expect(life.callbacks.at(-1)).toMatchObject({
      kind: 'result',
      body: { payment: { status }, operation: { status: 'decline', code: '603' } },
    })
  })

  it('moves no money while it waits', () => {
    const refund = askedLife('refund', 1500)
    const lastCallback = refund.callbacks.at(-1)
    expect(lastCallback).toMatchObject({
      kind: 'clarification',
      body: {
        status: 'awaiting clarification',
        clarification_fields: AVS,
        sum_real: { amount: 4650 },
        operations: [
          { status: 'success' },
          { type: 'reversal', status: 'awaiting clarification', sum: { amount: 1500 } },
        ],
      },
    })
    expect(lastCallback?.body).not.toHaveProperty('sum_refund')
    expect(refundable(refund.payment)).toBe(0)
    refund.must({ type: 'complete', outcome: 'success', code: null })
    expect(refund.payment).toMatchObject({ status: 'partially reversed', refunded: 1500 })
    expect(refundable(refund.payment)).toBe(3150)
    const cancel = askedLife('cancel', 1500)
    expect(cancel.callbacks.at(-1)?.body).toMatchObject({ sum_real: { amount: 4650 } })
  })

  it('blocks every other operation', () => {
    const life = askedLife('refund', 1500)
    for (const type of ['capture', 'cancel', 'refund'] as const) {
      expect(life.refusal(aFollowUp(type, { amount: 1 }))).toBe('3060 general.payment_id state')
    }
  })

  it('can be approved, declined or made to expire by the tester while it waits', () => {
    for (const [command, status, operation] of [
      [{ type: 'complete', outcome: 'success', code: null }, 'reversed', { status: 'success', code: '0' }],
      [
        { type: 'complete', outcome: 'decline', code: '10105' },
        'success',
        { status: 'decline', code: '10105' },
      ],
      [{ type: 'expireClarification' }, 'success', { status: 'decline', code: '603' }],
    ] as const) {
      const life = askedLife('refund')
      life.must(command)
      expect(life.payment).toMatchObject({ status, resultCode: '0', clarification: null })
      expect(life.payment.operations.at(-1)).toMatchObject(operation)
    }
  })

  it('has its own deadline, because the deadline of the payment has passed', () => {
    const life = paidLife('sale', { processingDeadlineMs: HOUR })
    life.advance(3 * DAY)
    life.must(aFollowUp('refund', { held: true }))
    life.must({ type: 'requestClarification', fields: AVS })
    expect(life.payment.clarification).toMatchObject({ expiresAt: life.now + 30 * MINUTE })
    for (let n = 0; n < 2; n += 1) {
      life.advance(29 * MINUTE)
      life.must(aSubmission({}))
    }
    expect(life.payment.clarification).toMatchObject({
      expiresAt: life.now + 2 * MINUTE,
      cappedByDeadline: true,
    })
    life.advance(2 * MINUTE)
    expect(life.payment.operations.at(-1)).toMatchObject({ status: 'decline', code: '10602' })
    expect(life.payment.status).toBe('success')
  })

  it('is declined when the platform ends the hold', () => {
    const life = paidLife('auth', { holdTimeMs: HOUR, processingDeadlineMs: DAY })
    life.advance(20 * MINUTE)
    life.must(aFollowUp('capture', { held: true }))
    life.must({ type: 'requestClarification', fields: AVS })
    life.advance(10 * MINUTE)
    expect(life.payment.operations.map(({ type, status }) => [type, status])).toEqual([
      ['auth', 'success'],
      ['capture', 'decline'],
      ['cancel', 'success'],
    ])
    expect(life.payment.status).toBe('canceled')
  })

  it('can require data again, even data that was accepted before', () => {
    const life = askedLife('refund')
    life.must(aSubmission(RIGHT))
    life.must({ type: 'requestClarification', fields: AVS })
    life.must(aSubmission(RIGHT))
    expect(life.payment).toMatchObject({ status: 'success', clarification: null })
    expect(life.run(aSubmission(RIGHT, { requestId: 'later' }))).toMatchObject({
      ok: true,
      events: [],
      response: { kind: 'ack' },
    })
  })

  it('can be held by a project setting, but not if the platform started it', () => {
    const life = paidLife('auth', { followUps: 'hold' })
    life.settle(aFollowUp('capture'))
    expect(life.payment.operations.at(-1)).toMatchObject({ type: 'capture', status: 'processing' })
    life.must({ type: 'complete', outcome: 'decline', code: null })
    life.advance(8 * DAY)
    expect(life.payment.status).toBe('canceled')
  })

  it('must have been in processing when the data was requested', () => {
    const life = paidLife('sale')
    expect(life.run({ type: 'requestClarification', fields: AVS })).toMatchObject({
      refusal: { code: '3060', message: expect.stringContaining('a capture, cancel or refund') },
    })
  })
})
