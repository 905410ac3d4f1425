import { describe, expect, it } from 'vitest'
import { aFollowUp, aPlan, aSubmission, DAY, START } from '#domain/testing/builders'
import { aPaymentLife, type PaymentLife, aSettledLife } from '#domain/testing/payment-life'
import type { ProjectSwitches } from '#domain/project/project'
import type { Register } from './commands'

/** A payment with this card, after all immediate steps of the provider. */
function lifeWithCard(
  cardNumber: string,
  register: Partial<Register> = {},
  switches: Partial<ProjectSwitches> = {},
): PaymentLife {
  return aSettledLife({
    switches,
    register: {
      plan: aPlan(cardNumber, { switches: { outcome: switches.outcome ?? { mode: 'card' } } }),
      ...register,
    },
  })
}

describe('registration', () => {
  it('leaves a payment in processing with one open operation', () => {
    const life = aPaymentLife()
    expect(life.payment).toMatchObject({ status: 'processing', resultCode: '9999', real: { amount: 4650 } })
    expect(life.payment.operations).toMatchObject([{ type: 'sale', status: 'processing', code: '9999' }])
    expect(life.callbacks).toEqual([])
  })
})

describe('the provider', () => {
  it.each([
    ['4000000000000077', 'success', '0'],
    ['4111111111111111', 'decline', '10000'],
    ['4000000000000135', 'decline', '10105'],
  ])('decides a sale with %s at once: %s', (card, status, code) => {
    const life = lifeWithCard(card)
    expect(life.payment).toMatchObject({ status, resultCode: code })
    expect(life.payment.operations).toMatchObject([{ status, code, provider: { answeredAt: START } }])
    expect(life.callbacks.map(({ kind, dueAt }) => [kind, dueAt])).toEqual([['result', START]])
  })

  it('declines a hold just as it declines a sale', () => {
    expect(lifeWithCard('4111111111111111', { operation: 'auth' }).payment).toMatchObject({
      status: 'decline',
      held: 0,
    })
  })

  it('leaves a payment undecided until the deadline if the project holds its payments', () => {
    const life = lifeWithCard('4000000000000077', {}, { outcome: { mode: 'hold' } })
    expect(life.payment.status).toBe('processing')
    life.advance(DAY)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '10602' })
    expect(life.callbacks.map(({ kind }) => kind)).toEqual(['result'])
  })

  it('has no effect if its result is due after the processing deadline', () => {
    const life = lifeWithCard('4000000000017055', {}, { processingDeadlineMs: 19_000 })
    life.advance(DAY)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '10602' })
    expect(life.callbacks).toHaveLength(1)
  })
})

describe('the address check (contract 5.9)', () => {
  const avs = (postCode: string): Register['supplied'] => ({
    'avs_data.avs_post_code': postCode,
    'avs_data.avs_street_address': '1 Quay',
  })

  it('declines post code 00000 with 109 if the card states no outcome', () => {
    expect(lifeWithCard('4929000000000006', { supplied: avs('00000') }).payment).toMatchObject({
      status: 'decline',
      resultCode: '109',
      avsResult: 'N',
    })
  })

  it('also declines post code 00000 in a clarification', () => {
    const outcome = { mode: 'clarify', fields: { avs_data: ['avs_post_code'] } } as const
    const life = lifeWithCard('4929000000000006', {}, { outcome })
    life.settle(aSubmission({ avs_data: { avs_post_code: '00000' } }))
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '109', avsResult: 'N' })
  })

  it('keeps its result after a refund', () => {
    const life = lifeWithCard('4929000000000006', { supplied: avs('H91') })
    life.settle(aFollowUp('refund'))
    expect(life.payment).toMatchObject({ status: 'reversed', avsResult: 'Y' })
  })
})

describe('a partial approval (contract 7.9)', () => {
  const sum = (amount: number, currency = 'EUR'): Partial<Register> => ({ sum: { amount, currency } })
  const allowed = { partialApproval: true }

  it('takes 120 EUR of a larger amount, and the payment shows both', () => {
    const life = lifeWithCard('5126160000356675', sum(12_001), allowed)
    expect(life.payment).toMatchObject({
      status: 'success',
      requested: { amount: 12_001 },
      real: { amount: 12_000, currency: 'EUR' },
    })
    expect(life.callbacks.at(-1)?.body).toMatchObject({
      payment: { sum: { amount: 12_000 } },
      operation: { sum_initial: { amount: 12_001 }, sum_converted: { amount: 12_000 } },
    })
  })

  it('places a hold only on the approved amount', () => {
    const life = lifeWithCard('4010571676223548', { ...sum(20_000), operation: 'auth' }, allowed)
    expect(life.payment).toMatchObject({ status: 'awaiting capture', held: 12_000 })
  })

  it.each([
    ['the project does not allow it', '5126160000356675', sum(20_000), {}],
    ['the amount is 120 EUR', '5126160000356675', sum(12_000), allowed],
    ['the currency is different', '5126160000356675', sum(20_000, 'USD'), allowed],
    ['the card is different', '4000000000000077', sum(20_000), allowed],
  ])('does not happen when %s', (_, card, register, switches) => {
    const { payment } = lifeWithCard(card, register, switches)
    expect(payment.real).toEqual(payment.requested)
  })
})
