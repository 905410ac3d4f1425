import { describe, expect, it } from 'vitest'
import { methodPlan } from '#domain/method/method-plan'
import { aSubmission, MINUTE, SECOND, START } from '#domain/testing/builders'
import { aSettledLife, type PaymentLife } from '#domain/testing/payment-life'

const CODE_TIME = 90 * SECOND
const WRONG_STATE = '3060 general.payment_id state'

/** A payment by a method whose row has these optional parameters. */
const paymentBy = (way: 'otp' | 'instructions', ...names: readonly string[]): PaymentLife => {
  const parameters = names.map((name) => ({ name, type: 'string', need: 'optional' }) as const)
  const method = { path: 'wallet/test', operations: { sale: { parameters, customer: [way] } } } as const
  const plan = methodPlan(method, 'sale', {}, { outcome: { mode: 'card' }, methodWays: [] })
  return aSettledLife({ register: { plan } })
}

const entered = (otp_code: unknown) => aSubmission({ additional_data: { otp_code } })
const RESEND = { type: 'resendCode', by: 'merchant', requestId: 'request-resend' } as const

/** What messages say about a code that is sent `ms` after the start. */
function codeSent(ms: number, available_attempts_number: number) {
  const time = { new_attempt_time: (START + ms + CODE_TIME) / 1000 }
  return {
    clarification_fields: { additional_data: ['otp_code'] },
    ...time,
    provider_extra_fields: { resend: { available_attempts_number, ...time } },
  }
}

const newestBody = (life: PaymentLife) => life.callbacks.at(-1)?.body

describe('the one-time code of a method (contract 16.4)', () => {
  it('is requested with the time of the next attempt and the number of attempts', () => {
    expect(newestBody(paymentBy('otp'))).toMatchObject(codeSent(0, 3))
  })

  it('has the name that the row of the method lists', () => {
    const { clarification } = paymentBy('otp', 'additional_data.approval_code').payment
    expect(clarification).toMatchObject({
      requested: { additional_data: ['approval_code'] },
      expects: { 'additional_data.approval_code': '123456' },
    })
  })

  it.each([
    [{ additional_data: { otp_code: '123456' } }],
    [{ additional_data: { otp_code: 123456 } }],
    [{ otp_code: '123456' }],
  ])('leads to success with %j', (data) => {
    const life = paymentBy('otp')
    life.advance(CODE_TIME - 1)
    life.settle(aSubmission(data))
    expect(life.payment.status).toBe('success')
  })

  it('leads to a decline with 000000', () => {
    const life = paymentBy('otp')
    life.settle(entered('000000'))
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '20000' })
    expect(life.callbacks.at(-1)?.kind).toBe('result')
  })

  it('is sent and requested again after any other value, which takes no attempt', () => {
    const life = paymentBy('otp')
    life.advance(30 * SECOND)
    expect(life.must(entered('654321')).response).toEqual({ kind: 'remaining' })
    expect(newestBody(life)).toMatchObject({
      ...codeSent(30 * SECOND, 3),
      errors: [{ code: 502, field: 'additional_data.additional_data.otp_code' }],
    })
    life.advance(CODE_TIME - 1)
    life.settle(entered('123456'))
    expect(life.payment.status).toBe('success')
  })

  it('keeps its time after an answer without a code', () => {
    const life = paymentBy('otp')
    life.advance(30 * SECOND)
    life.must(aSubmission({}))
    expect(newestBody(life)).toMatchObject(codeSent(0, 3))
  })

  it.each(['123456', '000000'])('is requested again if %s comes too late', (code) => {
    const life = paymentBy('otp')
    life.advance(CODE_TIME)
    life.must(entered(code))
    expect(newestBody(life)).toMatchObject(codeSent(CODE_TIME, 3))
    expect(life.payment.clarification?.refused[0]?.message).toContain('too old')
  })

  it('can be sent again three times, each when the time of the last one is over', () => {
    const life = paymentBy('otp')
    const endsAt = life.payment.clarification?.expiresAt
    for (const left of [2, 1, 0]) {
      life.advance(CODE_TIME - 1)
      expect(life.refusal(RESEND)).toBe(WRONG_STATE)
      life.advance(1)
      life.must(RESEND)
      expect(life.callbacks.at(-1)?.kind).toBe('clarification')
      expect(newestBody(life)).toMatchObject(codeSent(life.now - START, left))
    }
    life.advance(CODE_TIME)
    expect(life.refusal(RESEND)).toBe(WRONG_STATE)
    expect(life.payment.clarification?.expiresAt).toBe(endsAt)
  })

  it('replaces a refused one, whose error is then no longer reported', () => {
    const life = paymentBy('otp')
    life.must(entered('654321'))
    life.advance(CODE_TIME)
    life.must(RESEND)
    expect(newestBody(life)).not.toHaveProperty('errors')
  })

  it('cannot be sent again unless the payment waits for one', () => {
    const fields = { customer: ['security_code'] }
    const life = aSettledLife({ register: { plan: [{ kind: 'clarify', fields }] } })
    life.advance(2 * MINUTE)
    expect(life.refusal(RESEND)).toBe(WRONG_STATE)
    const ended = paymentBy('otp')
    ended.settle(entered('123456'))
    ended.advance(2 * MINUTE)
    expect(ended.refusal(RESEND)).toBe(WRONG_STATE)
  })
})

describe('the reference of a transfer (contract 16.4)', () => {
  it('is requested after the transfer, whose amount then counts', () => {
    const life = paymentBy('instructions', 'additional_data.txref')
    expect(life.payment.status).toBe('awaiting customer action')
    const paid = { outcome: 'paid', amount: 4000, later: null } as const
    life.settle({ type: 'decideAtProvider', by: 'customer', ...paid })
    expect(newestBody(life)).toMatchObject({ clarification_fields: { additional_data: ['txref'] } })
    for (const txref of ['123', '0000', 'x'.repeat(65)]) {
      life.must(aSubmission({ additional_data: { txref } }))
      expect(newestBody(life)).toMatchObject({
        clarification_fields: { additional_data: ['txref'] },
        errors: [{ field: 'additional_data.additional_data.txref' }],
      })
    }
    life.settle(aSubmission({ additional_data: { txref: 'TX-1' } }))
    expect(life.payment).toMatchObject({ status: 'success', real: { amount: 4000, currency: 'EUR' } })
  })
})
