import { describe, expect, it } from 'vitest'
import type { ProjectSwitches } from '../project/project'
import { planFor } from '../provider/outcome'
import { aCallbackPlan, anAccount, aProject, HOUR, MINUTE, SECOND, START } from '../testing/builders'
import { aPaymentLife } from '../testing/payment-life'
import type { PaymentLife } from '../testing/payment-life'
import type { Register, SubmitChallenge } from './commands'

const CHALLENGED = '4314220000000056'

function challenged(
  options: {
    readonly card?: string
    readonly switches?: Partial<ProjectSwitches>
    readonly register?: Partial<Register>
  } = {},
): PaymentLife {
  const cardNumber = options.card ?? CHALLENGED
  const project = aProject(options.switches === undefined ? {} : { switches: options.switches })
  const life = aPaymentLife({
    project,
    register: {
      origin: 'form',
      account: anAccount({ number: cardNumber }),
      plan: planFor({
        cardNumber,
        switches: project.switches,
        registersRecurring: false,
        threeDSecure: true,
      }),
      ...options.register,
    },
  })
  life.advance(0)
  return life
}

const sent = (code: string | null): SubmitChallenge => ({
  type: 'submitChallenge',
  requestId: 'request-3ds',
  code,
})

describe('a 3-D Secure challenge (contract 4.4)', () => {
  it('holds the payment for 30 minutes and tells the merchant', () => {
    const { payment, timers, callbacks } = challenged()
    expect(payment.status).toBe('awaiting 3ds result')
    expect(payment.operations[0]?.status).toBe('awaiting 3ds result')
    expect(payment.resultCode).toBe('9999')
    expect(payment.challenge).toMatchObject({ version: '2', fallback: false, expiresAt: START + 30 * MINUTE })
    expect(timers.map(({ name }) => name)).toEqual(['challenge', 'deadline'])
    expect(callbacks.map(({ kind, body }) => [kind, body['status']])).toEqual([
      ['intermediate', 'awaiting 3ds result'],
    ])
  })

  it('goes on after the right code, spaces around it aside', () => {
    const life = challenged()
    const decision = life.must(sent(' 123456 '))
    expect(decision.reply).toEqual({ kind: 'ack', requestId: 'request-3ds' })
    expect(life.payment).toMatchObject({ status: 'processing', challenge: null })
    life.advance(0)
    expect(life.payment.status).toBe('success')
    expect(life.callbacks.map(({ kind }) => kind)).toEqual(['intermediate', 'result'])
  })

  it('leaves the outcome to the card', () => {
    const life = challenged({ card: '4012000000020089' })
    life.must(sent('123456'))
    life.advance(0)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '10000' })
  })

  it.each([
    ['000000', '10104'],
    ['', '10104'],
    [null, '10301'],
  ])('declines the code %s with %s', (code, resultCode) => {
    const life = challenged()
    life.must(sent(code))
    expect(life.payment).toMatchObject({ status: 'decline', resultCode, challenge: null })
    expect(life.callbacks.at(-1)?.body).toMatchObject({ operation: { code: resultCode, status: 'decline' } })
    expect(life.timers).toEqual([])
  })

  it('takes the letters of a card that has them', () => {
    const life = challenged({ card: '2201382000000039' })
    life.must(sent('1qwezxc'))
    life.advance(0)
    expect(life.payment.status).toBe('success')
  })

  it('declines with 108 when nobody comes back, and takes nothing from then on', () => {
    const life = challenged()
    life.advance(30 * MINUTE - 1)
    expect(life.payment.status).toBe('awaiting 3ds result')
    life.advance(1)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '108' })
    expect(life.run(sent('123456'))).toMatchObject({ ok: false, refusal: { code: '3060' } })
  })

  it('never outlives the processing deadline', () => {
    const life = challenged({ switches: { processingDeadlineMs: 10 * MINUTE } })
    life.advance(10 * MINUTE)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '10602' })
  })

  it('may be ended by the tester', () => {
    const life = challenged()
    life.must({ type: 'complete', outcome: 'success', code: null })
    expect(life.payment).toMatchObject({ status: 'success', challenge: null })
  })

  it('is refused where none is open', () => {
    const life = aPaymentLife()
    expect(life.run(sent('123456'))).toMatchObject({ ok: false, refusal: { code: '3060' } })
  })

  it('says nothing where the project wants no intermediate callbacks, or the payment none at all', () => {
    expect(challenged({ switches: { intermediateCallbacks: false } }).callbacks).toEqual([])
    expect(challenged({ register: { callbacks: aCallbackPlan({ disabled: true }) } }).callbacks).toEqual([])
  })

  it('shows what a merchant would post to the issuer only where every optional field is wished', () => {
    const acs = challenged({ switches: { publicFields: 'all' } }).callbacks[0]?.body['acs']
    expect(acs).toEqual({ pa_req: expect.stringMatching(/^[\w+/]+=*$/), md: 'pay-1', acs_url: '' })
    expect(challenged().callbacks[0]?.body).not.toHaveProperty('acs')
  })
})

describe('attempts on the form (contract 7.5)', () => {
  const policy = { limit: 3, windowMs: 600 * SECOND, endsAt: null }
  const decline = planFor({
    cardNumber: '4111111111111111',
    switches: { outcome: { mode: 'card' } },
    registersRecurring: false,
    threeDSecure: true,
  })

  function declined(register: Partial<Register> = {}, switches: Partial<ProjectSwitches> = {}): PaymentLife {
    const life = aPaymentLife({
      project: aProject({ switches }),
      register: { origin: 'form', plan: decline, retries: policy, ...register },
    })
    life.advance(0)
    return life
  }

  function tryAgain(life: PaymentLife, plan = decline, supplied: Register['supplied'] = {}): void {
    const account = anAccount({ number: '4006260000000014' })
    life.must({ type: 'startAttempt', requestId: `request-${life.events.length}`, account, plan, supplied })
    life.advance(0)
  }

  it('come after a decline while the payment keeps its code', () => {
    const { payment, timers, callbacks } = declined()
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

  it('are each an operation of their own, counted from the first decline', () => {
    const life = declined()
    life.advance(2 * MINUTE)
    tryAgain(life)
    expect(life.payment.attempts).toEqual({ left: 1, endsAt: START + 600 * SECOND })
    expect(life.callbacks.at(-1)?.body).toMatchObject({ payment: { attempts_timeout: 480 } })
    expect(life.payment.operations).toHaveLength(2)
    tryAgain(life, [{ kind: 'result', outcome: 'success', code: '0', delayMs: 0, stated: true }])
    expect(life.payment).toMatchObject({ status: 'success', attempts: null, resultCode: '0' })
    expect(life.payment.account?.number).toBe('400626******0014')
    expect(life.callbacks.map(({ kind }) => kind)).toEqual(['intermediate', 'intermediate', 'result'])
    const last = life.payment.operations.at(-1)
    expect(life.callbacks.at(-1)?.body).toMatchObject({ operation: { id: last?.id, code: '0' } })
  })

  it('show 9999 while one is at work', () => {
    const life = declined()
    life.must({ type: 'startAttempt', requestId: 'r', account: null, plan: [], supplied: {} })
    expect(life.payment).toMatchObject({ status: 'processing', resultCode: '9999', attempts: null })
    expect(life.timers.map(({ name }) => name)).toEqual(['deadline'])
  })

  it('end with the last of them', () => {
    const life = declined()
    tryAgain(life)
    tryAgain(life)
    expect(life.payment).toMatchObject({ status: 'decline', attempts: null })
    expect(life.callbacks.map(({ kind }) => kind)).toEqual(['intermediate', 'intermediate', 'result'])
    expect(life.timers).toEqual([])
  })

  it('end when the customer gives up: the last decline is the result', () => {
    const life = declined()
    life.must({ type: 'giveUp' })
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '10000', attempts: null })
    const { kind, body } = life.callbacks.at(-1) ?? {}
    expect(kind).toBe('result')
    expect(body).toMatchObject({ payment: { status: 'decline' }, operation: { code: '10000' } })
    expect(life.run({ type: 'giveUp' })).toMatchObject({ ok: false, refusal: { code: '3060' } })
  })

  it('end with their time', () => {
    const life = declined()
    life.advance(600 * SECOND)
    expect(life.payment.status).toBe('decline')
    expect(life.callbacks.map(({ kind }) => kind)).toEqual(['intermediate', 'result'])
    const late = life.run({ type: 'startAttempt', requestId: 'r', account: null, plan: [], supplied: {} })
    expect(late).toMatchObject({ ok: false, refusal: { code: '3060' } })
  })

  it('may run beyond their time once begun, and then are the last', () => {
    const life = declined()
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

  it('follow best_before instead of the window', () => {
    const life = declined({ retries: { ...policy, endsAt: START + 2 * HOUR } })
    expect(life.payment.attempts?.endsAt).toBe(START + 2 * HOUR)
    const over = declined({ retries: { ...policy, endsAt: START } })
    expect(over.payment.status).toBe('decline')
  })

  it('never outlive the processing deadline', () => {
    const life = declined({}, { processingDeadlineMs: 4 * MINUTE })
    expect(life.payment.attempts?.endsAt).toBe(START + 4 * MINUTE)
    life.advance(4 * MINUTE)
    expect(life.payment.status).toBe('decline')
  })

  it('are offered after a wrong 3-D Secure code, but not to who never came back', () => {
    const wrong = challenged({ register: { retries: policy } })
    wrong.must(sent('000000'))
    expect(wrong.payment).toMatchObject({ status: 'awaiting customer', resultCode: '10104' })
    const gone = challenged({ register: { retries: policy } })
    gone.advance(30 * MINUTE)
    expect(gone.payment).toMatchObject({ status: 'decline', resultCode: '108' })
  })

  it('are not offered when a clarification runs out (contract 4.4)', () => {
    const life = declined({ plan: [{ kind: 'clarify', fields: { customer: ['email'] } }] })
    life.advance(30 * MINUTE)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '603' })
  })

  it('do not ask again for what an earlier one brought', () => {
    const life = declined({ supplied: { 'customer.email': 'nora@mail.test' } })
    tryAgain(life, [{ kind: 'clarify', fields: { customer: ['email', 'phone'] } }], {
      'customer.phone': '3531',
    })
    expect(life.payment.status).toBe('processing')
    expect(life.payment.supplied).toEqual({ 'customer.email': 'nora@mail.test', 'customer.phone': '3531' })
  })

  it('belong to sales and holds only', () => {
    const life = declined({
      kind: 'account verification',
      operation: 'account verification',
      sum: { amount: 0, currency: 'EUR' },
    })
    expect(life.payment.status).toBe('decline')
  })

  it('cannot be cut short by completing the payment', () => {
    const refused = declined().run({ type: 'complete', outcome: 'decline', code: null })
    expect(refused).toMatchObject({ ok: false, refusal: { code: '3060' } })
  })
})

describe('payments that are no purchase', () => {
  it.each([
    ['account verification', 'account verification', 0],
    ['payout', 'payout', 4650],
  ] as const)('%s ends in success and cannot be refunded', (kind, operation, amount) => {
    const life = aPaymentLife({
      register: {
        kind,
        operation,
        sum: { amount, currency: 'EUR' },
        plan: [{ kind: 'result', outcome: 'success', code: '0', delayMs: 0, stated: true }],
      },
    })
    life.advance(0)
    expect(life.payment).toMatchObject({ status: 'success', type: kind, held: 0 })
    expect(life.callbacks.at(-1)?.body).toMatchObject({
      payment: { type: kind, sum: { amount } },
      operation: { type: operation, sum_converted: { amount } },
    })
    const refund = life.run({
      type: 'refund',
      by: 'merchant',
      requestId: 'r',
      amount: null,
      currency: null,
      merchantRefundId: null,
    })
    expect(refund).toMatchObject({ ok: false, refusal: { code: '3610' } })
  })

  it('carries the indicator of its card brand', () => {
    const eci = (number: string, type: string): unknown => {
      const life = aPaymentLife({ register: { account: anAccount({ number, type }) } })
      life.must({ type: 'complete', outcome: 'success', code: null })
      return life.payment.operations[0]?.provider?.eci
    }
    expect([eci('4000000000000077', 'visa'), eci('5413330000000019', 'mastercard')]).toEqual(['05', '02'])
  })
})
