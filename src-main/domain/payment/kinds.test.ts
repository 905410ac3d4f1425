import { describe, expect, it } from 'vitest'
import { aFollowUp, anAccount, APPROVED } from '#domain/testing/builders'
import { aPaymentLife } from '#domain/testing/payment-life'

describe('payments that are not purchases', () => {
  it.each([
    ['account verification', 'account verification', 0],
    ['payout', 'payout', 4650],
  ] as const)('%s ends in success and cannot be refunded', (kind, operation, amount) => {
    const life = aPaymentLife({
      register: {
        kind,
        operation,
        sum: { amount, currency: 'EUR' },
        plan: [APPROVED],
      },
    })
    life.advance(0)
    expect(life.payment).toMatchObject({ status: 'success', type: kind, held: 0 })
    expect(life.callbacks.at(-1)?.body).toMatchObject({
      payment: { type: kind, sum: { amount } },
      operation: { type: operation, sum_converted: { amount } },
    })
    const refund = life.run(aFollowUp('refund'))
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
