import { describe, expect, it } from 'vitest'
import type { CustomersSwitch } from '#domain/project/switches'
import { APPROVED, HOUR, MINUTE } from '#domain/testing/builders'
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

function paymentWith(customers: CustomersSwitch): PaymentLife {
  const page = { kind: 'customer', way: 'redirect', display: [], lifetimeMs: HOUR } as const
  return aSettledLife({ register: { plan: [page, APPROVED] }, switches: { customers } })
}

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
      const life = paymentWith({ mode: 'wait' })
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

  it('does nothing if somebody else decides first', () => {
    const life = paymentWith(PAYS)
    life.must({ type: 'decideAtProvider', by: 'tester', outcome: 'left', amount: null, later: null })
    life.advance(2 * MINUTE)
    expect(life.payment.status).toBe('awaiting redirect result')
  })
})
