import { describe, expect, it } from 'vitest'
import type { ProjectSwitches } from '#domain/project/project'
import type { CustomersSwitch } from '#domain/project/switches'
import { APPROVED, aSubmission, DAY, HOUR, MINUTE } from '#domain/testing/builders'
import { aSettledLife, type PaymentLife } from '#domain/testing/payment-life'

const PAYS = { mode: 'pay', afterMs: MINUTE, percent: 100 } as const satisfies CustomersSwitch

const ENDS: readonly (readonly [customers: CustomersSwitch, end: object])[] = [
  [PAYS, { status: 'success', real: { amount: 4650 } }],
  [
    { ...PAYS, percent: 80 },
    { status: 'success', real: { amount: 3720 } },
  ],
  [
    { mode: 'decline', afterMs: MINUTE, code: '10105' },
    { status: 'decline', resultCode: '10105' },
  ],
]

const PAGE = { kind: 'customer', way: 'redirect', display: [], lifetimeMs: HOUR } as const
const WAIT = { mode: 'wait' } as const satisfies CustomersSwitch

function paymentWith(customers: CustomersSwitch, switches: Partial<ProjectSwitches> = {}): PaymentLife {
  return aSettledLife({ register: { plan: [PAGE, APPROVED] }, switches: { customers, ...switches } })
}

const paying = (amount: number | null) =>
  ({ type: 'decideAtProvider', by: 'customer', outcome: 'paid', amount, later: null }) as const

describe('the customer at the provider (contract 16.4)', () => {
  it.each(ENDS)('decides in time: %j', (customers, end) => {
    const life = paymentWith(customers)
    life.advance(MINUTE - 1)
    expect(life.payment.status).toBe('awaiting redirect result')
    life.advance(1)
    expect(life.payment).toMatchObject(end)
    expect(life.events.find(({ type }) => type === 'customerDecided')).toMatchObject({ by: 'customer' })
  })

  it('can leave, and the payment waits until its time is over', () => {
    const life = paymentWith({ mode: 'leave', afterMs: MINUTE })
    life.advance(MINUTE)
    expect(life.payment).toMatchObject({
      status: 'awaiting redirect result',
      providerPage: { outcome: 'left' },
    })
    life.advance(HOUR)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '20602' })
  })

  it.each([
    ['success', { status: 'success' }],
    ['decline', { status: 'decline', resultCode: '20000' }],
  ] as const)(
    'who left gets the later result, %s, even after the time to pay and the deadline',
    (outcome, end) => {
      const life = paymentWith(WAIT)
      const later = { afterMs: 24 * HOUR, outcome }
      life.must({ type: 'decideAtProvider', by: 'customer', outcome: 'left', amount: null, later })
      life.advance(24 * HOUR - 1)
      expect(life.payment.status).toBe('awaiting redirect result')
      life.advance(1)
      expect(life.payment).toMatchObject(end)
    },
  )

  it('decides nothing once the time to pay is over', () => {
    const life = paymentWith({ ...PAYS, afterMs: HOUR })
    life.advance(HOUR)
    expect(life.payment.resultCode).toBe('20602')
  })

  it('has the whole time to pay, even beyond the processing deadline', () => {
    const plan = [
      { kind: 'clarify', fields: { customer: ['email'] } },
      { ...PAGE, way: 'instructions', lifetimeMs: DAY },
      APPROVED,
    ] as const
    const life = aSettledLife({ register: { plan } })
    life.advance(20 * MINUTE)
    life.settle(aSubmission({ customer: { email: 'nora@mail.test' } }))
    life.advance(DAY - 1)
    expect(life.payment.status).toBe('awaiting customer action')
    life.advance(1)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '20602' })
  })

  it('has no more time once the tester lets it expire', () => {
    const life = paymentWith(WAIT)
    life.must({ type: 'expireClarification' })
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '20602' })
  })

  it('is charged what they paid, also if the tester approves it (contract 16.6)', () => {
    for (const changedAmount of ['accept', 'hold'] as const) {
      const life = paymentWith(WAIT, { changedAmount })
      life.must(paying(4000))
      if (changedAmount === 'hold') life.must({ type: 'complete', outcome: 'success', code: null })
      expect(life.payment).toMatchObject({ status: 'success', requested: { amount: 4650 } })
      expect(life.callbacks.at(-1)?.body).toMatchObject({
        payment: { sum: { amount: 4000 } },
        operation: { sum_initial: { amount: 4000 }, sum_converted: { amount: 4000 } },
      })
    }
  })

  it('does nothing if somebody else decides first', () => {
    const life = paymentWith(PAYS)
    life.must({ type: 'decideAtProvider', by: 'tester', outcome: 'left', amount: null, later: null })
    life.advance(2 * MINUTE)
    expect(life.payment.status).toBe('awaiting redirect result')
  })
})

describe('several providers (contract 16.7)', () => {
  const another = (life: PaymentLife, requestId: string): void => {
    life.must({ type: 'requestProvider', requestId })
    const attempt = { type: 'startAttempt', requestId, account: null, supplied: {} } as const
    life.settle({ ...attempt, plan: [PAGE, APPROVED] })
  }
  const cascade = (): PaymentLife => {
    const retries = { limit: 3, windowMs: HOUR, endsAt: null }
    return aSettledLife({ register: { methodPath: 'wallet/test', plan: [PAGE, APPROVED], retries } })
  }

  it('keep the page of a declined attempt, which still shows what was decided (contract 16.5)', () => {
    const life = cascade()
    life.must({ ...paying(null), outcome: 'declined' })
    another(life, 'request-2')
    const [first, second] = life.payment.operations
    expect(life.payment).toMatchObject({
      status: 'awaiting redirect result',
      setAside: [{ operationId: first?.id, outcome: 'declined' }],
      providerPage: { operationId: second?.id, outcome: null },
    })
    life.must(paying(null))
    expect(life.payment).toMatchObject({ status: 'success', resultCode: '0' })
  })

  it('each have the sum of their own charge', () => {
    const life = cascade()
    another(life, 'request-2')
    const [first] = life.payment.operations
    life.must(paying(null))
    if (first !== undefined) life.must({ ...paying(4000), operationId: first.id })
    expect(life.callbacks.at(-1)?.body).toMatchObject({
      payment: { sum: { amount: 8650 } },
      operation: { sum_initial: { amount: 4000 }, sum_converted: { amount: 4000 } },
    })
  })
})
