import { describe, expect, it } from 'vitest'
import {
  aFollowUp,
  anEnv,
  aPayment,
  APPROVED,
  aProject,
  aSubmission,
  DAY,
  HOUR,
  MINUTE,
  START,
} from '#domain/testing/builders'
import { aPaymentLife, type PaymentLife, refusalOf } from '#domain/testing/payment-life'
import type { PaymentCommand } from './commands'
import { decide } from './decide'
import { findResultCode } from '#domain/result-code/result-codes'

const EMAIL = { customer: ['email'] }
const WRONG_STATE = '3060 general.payment_id state'
const SLOW = { register: { plan: [{ ...APPROVED, delayMs: 20_000 }] } }

/** A payment whose outcome the tester decides, and for which an e-mail address has been requested. */
function awaitingEmail(): PaymentLife {
  const life = aPaymentLife()
  life.must({ type: 'requestClarification', fields: EMAIL })
  return life
}

describe('requesting data by hand (contract 4.4)', () => {
  it('is refused in any status but processing', () => {
    const waiting = awaitingEmail()
    const declined = aPaymentLife()
    declined.must({ type: 'complete', outcome: 'decline', code: null })
    for (const life of [waiting, declined])
      expect(life.refusal({ type: 'requestClarification', fields: EMAIL })).toBe(WRONG_STATE)
  })

  it('is refused if a name appears twice', () => {
    const fields = { customer: ['email', 'email'] }
    expect(aPaymentLife().refusal({ type: 'requestClarification', fields })).toBe(
      '502 fields.customer.1 format',
    )
  })

  it('returns a payment to processing once the data is complete, until the tester decides', () => {
    const life = awaitingEmail()
    life.must(aSubmission({ customer: { email: 'nora@mail.test' } }))
    life.advance(HOUR)
    expect(life.payment.status).toBe('processing')
    expect(life.timers).toEqual([{ name: 'deadline', dueAt: START + DAY }])
  })

  it('interrupts the provider, whose delay starts again afterwards', () => {
    const life = aPaymentLife(SLOW)
    life.advance(15_000)
    life.must({ type: 'requestClarification', fields: EMAIL })
    life.advance(10_000)
    expect(life.payment.status).toBe('awaiting clarification')
    life.must(aSubmission({ customer: { email: 'nora@mail.test' } }))
    expect(life.timers).toContainEqual({ name: 'provider', dueAt: START + 45_000 })
    life.advance(20_000)
    expect(life.payment.status).toBe('success')
  })
})

describe('letting the wait expire by hand', () => {
  it('declines the payment at once with the timeout code', () => {
    const life = awaitingEmail()
    life.advance(MINUTE)
    life.must({ type: 'expireClarification' })
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '603' })
    expect(life.events).toContainEqual({ type: 'waitEnded', at: START + MINUTE, cause: 'tester' })
    expect(life.callbacks.at(-1)?.kind).toBe('result')
  })

  it('is refused when nothing is awaited', () => {
    expect(aPaymentLife().refusal({ type: 'expireClarification' })).toBe(WRONG_STATE)
  })
})

describe('ending a payment by hand', () => {
  it.each(['processing', 'awaiting clarification'])('approves it from %s', (from) => {
    const life = from === 'processing' ? aPaymentLife() : awaitingEmail()
    life.must({ type: 'complete', outcome: 'success', code: null })
    expect(life.payment).toMatchObject({ status: 'success', resultCode: '0', clarification: null })
    expect(life.payment.operations).toMatchObject([{ status: 'success', code: '0', provider: { eci: '05' } }])
    expect(life.timers).toEqual([])
  })

  it.each([
    [null, '10000'],
    ['10105', '10105'],
    ['2004', '2004'],
  ])('declines it with the given or the default code (%s gives %s)', (code, given) => {
    const life = aPaymentLife()
    life.must({ type: 'complete', outcome: 'decline', code })
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: given })
    expect(life.payment.operations).toMatchObject([{ status: 'decline', code: given, provider: null }])
  })

  it('declines a payment by a method with 20000, as its provider does (contract 16.2)', () => {
    const life = aPaymentLife({
      register: { methodPath: 'wallet/test', plan: [APPROVED] },
      switches: { followUps: 'decline' },
    })
    life.advance(0)
    life.settle(aFollowUp('refund'))
    expect(life.payment.operations.at(-1)).toMatchObject({ status: 'decline', code: '20000' })
    const held = aPaymentLife({ register: { methodPath: 'wallet/test' } })
    held.must({ type: 'complete', outcome: 'decline', code: null })
    expect(held.payment.resultCode).toBe('20000')
  })

  it('declines it with a custom code, whose message is in every body until the next attempt', () => {
    const life = aPaymentLife({ register: { retries: { limit: 3, windowMs: HOUR, endsAt: null } } })
    life.must({ type: 'complete', outcome: 'decline', code: '777777', message: 'Moon in the wrong house' })
    const expectedResult = { result_code: '777777', result_message: 'Moon in the wrong house' }
    expect(life.callbacks.at(-1)?.body).toMatchObject({
      payment: expectedResult,
      operations: [{ code: '777777', message: 'Moon in the wrong house' }],
    })
    life.must({ type: 'startAttempt', requestId: 'request-2', account: null, plan: [], supplied: {} })
    expect(life.payment).toMatchObject({ resultCode: '9999', resultMessage: '' })
    life.must({ type: 'complete', outcome: 'decline', code: '55', message: 'Again' })
    life.must({ type: 'giveUp' })
    expect(life.callbacks.at(-1)?.body).toMatchObject({ operation: { code: '55', message: 'Again' } })
  })

  it.each([
    ['a custom code without a message', { code: '777777' }, '2004 message required'],
    ['a custom code with an empty message', { code: '777777', message: ' ' }, '2004 message required'],
    ['another message for a code of the platform', { code: '10105', message: 'Poor' }, '502 message enum'],
  ])('refuses %s', (_, given, refusal) => {
    expect(aPaymentLife().refusal({ type: 'complete', outcome: 'decline', ...given })).toBe(refusal)
  })

  it.each(['0', '9999', '19999'])('refuses to decline with %s, which is not a decline code', (code) => {
    expect(aPaymentLife().refusal({ type: 'complete', outcome: 'decline', code })).toBe('502 code enum')
  })

  it('is refused for a payment that has ended or is held', () => {
    const ended = aPaymentLife()
    ended.must({ type: 'complete', outcome: 'success', code: null })
    const held = aPaymentLife({ register: { operation: 'auth' } })
    held.must({ type: 'complete', outcome: 'success', code: null })
    for (const life of [ended, held])
      expect(life.refusal({ type: 'complete', outcome: 'decline', code: null })).toBe(WRONG_STATE)
  })

  it('takes effect before the provider responds', () => {
    const life = aPaymentLife(SLOW)
    life.must({ type: 'complete', outcome: 'decline', code: '10105' })
    life.advance(DAY)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '10105' })
    expect(life.callbacks).toHaveLength(1)
  })
})

describe('every refusal', () => {
  it('has a listed code, a field and a message, and the code 3061 if the payment does not exist', () => {
    const payment = aPayment({ status: 'decline', operations: [] })
    const commands: readonly PaymentCommand[] = [
      { type: 'requestClarification', fields: EMAIL },
      aSubmission({}),
      { type: 'expireClarification' },
      { type: 'complete', outcome: 'success', code: null },
      aFollowUp('capture'),
      aFollowUp('cancel'),
      aFollowUp('refund'),
    ]
    for (const command of commands) {
      expect(refusalOf(decide(null, command, anEnv()))).toContain('3061')
      const decision = decide(payment, command, anEnv({ project: aProject() }))
      if (decision.ok) throw new Error(`${command.type} was accepted`)
      expect(findResultCode(decision.refusal.code)?.kind).toBe('error')
      expect(decision.refusal.field).not.toBe('')
      expect(decision.refusal.message).toContain('"decline"')
    }
  })
})
