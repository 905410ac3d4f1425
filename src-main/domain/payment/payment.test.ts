import { describe, expect, it } from 'vitest'
import { aFollowUp, anAccount, APPROVED } from '#domain/testing/builders'
import { aPaymentLife, aSettledLife } from '#domain/testing/payment-life'
import fc from 'fast-check'
import { readPaRes, writePaRes } from './pa-res'
import { isFinal, OPERATION_STATUSES, OPERATION_TYPES, PAYMENT_STATUSES } from './statuses'

describe('a payment', () => {
  it.each([
    ['account verification', 'account verification', 0],
    ['payout', 'payout', 4650],
  ] as const)(
    'that is not a purchase (%s) ends in success and cannot be refunded',
    (kind, operation, amount) => {
      const life = aSettledLife({
        register: { kind, operation, sum: { amount, currency: 'EUR' }, plan: [APPROVED] },
      })
      expect(life.payment).toMatchObject({ status: 'success', type: kind, held: 0 })
      expect(life.callbacks.at(-1)?.body).toMatchObject({
        payment: { type: kind, sum: { amount } },
        operation: { type: operation, sum_converted: { amount } },
      })
      expect(life.refusal(aFollowUp('refund'))).toContain('3610')
    },
  )

  it('has the eci of its card brand', () => {
    const eci = (number: string, type: string): unknown => {
      const life = aPaymentLife({ register: { account: anAccount({ number, type }) } })
      life.must({ type: 'complete', outcome: 'success', code: null })
      return life.payment.operations[0]?.provider?.eci
    }
    expect([eci('4000000000000077', 'visa'), eci('5413330000000019', 'mastercard')]).toEqual(['05', '02'])
  })
})

describe('a PaRes of the simulated issuer (contract 13.3)', () => {
  it('is read as it was written, whatever the customer typed', () => {
    const answers = fc.record({ md: fc.string(), code: fc.option(fc.string({ unit: 'binary' })) })
    fc.assert(
      fc.property(answers, (answer) => {
        expect(readPaRes(writePaRes(answer))).toEqual(answer)
      }),
    )
  })

  it.each([
    ['invalid Base64', '%%%'],
    ['invalid UTF-8', Buffer.from([0xff, 0xfe]).toString('base64')],
    ['invalid JSON', Buffer.from('hello').toString('base64')],
    ['a list', Buffer.from('[]').toString('base64')],
    ['an object without md', Buffer.from('{"code":"1"}').toString('base64')],
    ['a code that is a number', Buffer.from('{"md":"m","code":1}').toString('base64')],
    [
      'an object with too many values',
      Buffer.from(`{"md":"m","code":"1","x":[${'1,'.repeat(50)}1]}`).toString('base64'),
    ],
  ])('is not read from %s', (_what, text) => {
    expect(readPaRes(text)).toBeNull()
  })
})

describe('statuses', () => {
  it.each([
    [33, PAYMENT_STATUSES],
    [20, OPERATION_STATUSES],
    [21, OPERATION_TYPES],
  ])('have %i distinct names', (count, names) => {
    expect(names).toHaveLength(count)
    expect(new Set<string>(names).size).toBe(count)
  })

  it('are final or intermediate; those that await something are intermediate', () => {
    expect(['success', 'decline', 'canceled', 'processing'].map(isFinal)).toEqual([true, true, true, false])
    const all = [...PAYMENT_STATUSES, ...OPERATION_STATUSES]
    expect(all.filter((status) => status.startsWith('awaiting') && isFinal(status))).toEqual([])
  })
})
