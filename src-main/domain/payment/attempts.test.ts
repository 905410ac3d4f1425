import { describe, expect, it } from 'vitest'
import type { ProjectSwitches } from '#domain/project/project'
import { anAccount, APPROVED, aPlan, HOUR, MINUTE, SECOND, START } from '#domain/testing/builders'
import { type PaymentLife, aSettledLife } from '#domain/testing/payment-life'
import type { Register } from './commands'

describe('attempts on the form (contract 7.5)', () => {
  const policy = { limit: 3, windowMs: 600 * SECOND, endsAt: null }
  const decline = aPlan('4111111111111111')

  function aDecline(register: Partial<Register> = {}, switches: Partial<ProjectSwitches> = {}): PaymentLife {
    return aSettledLife({
      switches,
      register: { origin: 'form', plan: decline, retries: policy, ...register },
    })
  }

  function tryAgain(life: PaymentLife, plan = decline, supplied: Register['supplied'] = {}): void {
    const account = anAccount({ number: '4006260000000014' })
    life.settle({ type: 'startAttempt', requestId: `request-${life.events.length}`, account, plan, supplied })
  }

  it('are offered after a decline, and the payment keeps its result code', () => {
    const { payment, timers, callbacks } = aDecline()
    expect(payment).toMatchObject({
      status: 'awaiting customer',
      resultCode: '10000',
      attempts: { left: 2, endsAt: START + 600 * SECOND },
    })
    expect(payment.operations).toMatchObject([{ status: 'decline', code: '10000' }])
    expect(timers.map(({ name, dueAt }) => [name, dueAt])).toEqual([['attempts', START + 600 * SECOND]])
    expect(callbacks).toHaveLength(1)
    expect(callbacks[0]).toMatchObject({
      kind: 'intermediate',
      body: {
        status: 'awaiting customer',
        payment: { is_new_attempts_available: true, attempts_timeout: 600, result_code: '10000' },
      },
    })
  })

  it('each have their own operation, in a window that starts at the first decline', () => {
    const life = aDecline()
    life.advance(2 * MINUTE)
    tryAgain(life)
    expect(life.payment.attempts).toEqual({ left: 1, endsAt: START + 600 * SECOND })
    expect(life.callbacks.at(-1)?.body).toMatchObject({ payment: { attempts_timeout: 480 } })
    expect(life.payment.operations).toHaveLength(2)
    tryAgain(life, [APPROVED])
    expect(life.payment).toMatchObject({ status: 'success', attempts: null, resultCode: '0' })
    expect(life.payment.account?.number).toBe('400626******0014')
    expect(life.callbacks.map(({ kind }) => kind)).toEqual(['intermediate', 'intermediate', 'result'])
    const last = life.payment.operations.at(-1)
    expect(life.callbacks.at(-1)?.body).toMatchObject({ operation: { id: last?.id, code: '0' } })
  })

  it('end when none is left', () => {
    const life = aDecline()
    tryAgain(life)
    tryAgain(life)
    expect(life.payment).toMatchObject({ status: 'decline', attempts: null })
    expect(life.callbacks.map(({ kind }) => kind)).toEqual(['intermediate', 'intermediate', 'result'])
    expect(life.timers).toEqual([])
  })

  it('end when the customer wants no further attempt: the last decline is the result', () => {
    const life = aDecline()
    life.must({ type: 'giveUp' })
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '10000', attempts: null })
    const { kind, body } = life.callbacks.at(-1) ?? {}
    expect(kind).toBe('result')
    expect(body).toMatchObject({ payment: { status: 'decline' }, operation: { code: '10000' } })
    expect(life.refusal({ type: 'giveUp' })).toBe('3060 general.payment_id state')
  })

  it('end when their time is over', () => {
    const life = aDecline()
    life.advance(600 * SECOND)
    expect(life.payment.status).toBe('decline')
    expect(life.callbacks.map(({ kind }) => kind)).toEqual(['intermediate', 'result'])
    const attempt = { type: 'startAttempt', requestId: 'r', account: null, plan: [], supplied: {} } as const
    expect(life.refusal(attempt)).toBe('3060 general.payment_id state')
  })

  it('may finish after their time is over if they started in time, and are then the last', () => {
    const life = aDecline()
    life.advance(599 * SECOND)
    life.must({
      type: 'startAttempt',
      requestId: 'r',
      account: null,
      plan: [{ kind: 'result', outcome: 'decline', code: '10105', delayMs: 5 * SECOND, stated: true }],
      supplied: {},
    })
    life.advance(5 * SECOND)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '10105' })
  })

  it('end at best_before, not at the end of the window', () => {
    const life = aDecline({ retries: { ...policy, endsAt: START + 2 * HOUR } })
    expect(life.payment.attempts?.endsAt).toBe(START + 2 * HOUR)
    const pastEnd = aDecline({ retries: { ...policy, endsAt: START } })
    expect(pastEnd.payment.status).toBe('decline')
  })

  it('never outlive the processing deadline', () => {
    const life = aDecline({}, { processingDeadlineMs: 4 * MINUTE })
    expect(life.payment.attempts?.endsAt).toBe(START + 4 * MINUTE)
    life.advance(4 * MINUTE)
    expect(life.payment.status).toBe('decline')
  })

  it('are not offered when a clarification times out (contract 4.4)', () => {
    const life = aDecline({ plan: [{ kind: 'clarify', fields: { customer: ['email'] } }] })
    life.advance(30 * MINUTE)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '603' })
  })

  it('do not request values again that an earlier attempt supplied', () => {
    const life = aDecline({ supplied: { 'customer.email': 'nora@mail.test' } })
    tryAgain(life, [{ kind: 'clarify', fields: { customer: ['email', 'phone'] } }], {
      'customer.phone': '3531',
    })
    expect(life.payment.status).toBe('processing')
    expect(life.payment.supplied).toEqual({ 'customer.email': 'nora@mail.test', 'customer.phone': '3531' })
  })

  it('are offered only for sales and holds', () => {
    const life = aDecline({
      kind: 'account verification',
      operation: 'account verification',
      sum: { amount: 0, currency: 'EUR' },
    })
    expect(life.payment.status).toBe('decline')
  })

  it('cannot be cut short by completing the payment', () => {
    const refusal = aDecline().refusal({ type: 'complete', outcome: 'decline', code: null })
    expect(refusal).toBe('3060 general.payment_id state')
  })
})
