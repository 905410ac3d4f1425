import { describe, expect, it } from 'vitest'
import { countFields } from '#domain/clarification/fields'
import { maskCardNumber } from '#domain/card/card-number'
import { avsResultFor, planFor } from './outcome'
import { TEST_CARDS } from './test-cards'
import { aPlan } from '#domain/testing/builders'

const byCard = { outcome: { mode: 'card' } } as const

const plan = (cardNumber: string, registersRecurring = false) => aPlan(cardNumber, { registersRecurring })

describe('the plan of the provider', () => {
  it('is an immediate result for a plain card; for a card outside the table, the result is not stated', () => {
    const success = { kind: 'result', outcome: 'success', code: '0', delayMs: 0, stated: true }
    expect(plan('4000000000000077')).toEqual([success])
    expect(plan('4111111111111111')).toEqual([{ ...success, outcome: 'decline', code: '10000' }])
    expect(plan('4222220000000009')).toEqual([{ ...success, stated: false }])
  })

  it('first requests the fields of a clarification card', () => {
    expect(plan('4000000000017006').map((step) => step.kind)).toEqual(['clarify', 'result'])
    const fields = ['4000000000017014', '4000000000017022', '4000000000017048'].map((card) => {
      const first = plan(card)[0]
      return first?.kind === 'clarify' ? countFields(first.fields) : 0
    })
    expect(fields).toEqual([8, 10, 12])
  })

  it('requests data twice for the two-round card, and expects the code that the customer received', () => {
    expect(plan('4000000000017030')).toEqual([
      { kind: 'clarify', fields: { avs_data: ['avs_post_code', 'avs_street_address'] } },
      {
        kind: 'clarify',
        fields: { customer: ['security_code'] },
        expects: { 'customer.security_code': '123456' },
      },
      { kind: 'result', outcome: 'success', code: '0', delayMs: 0, stated: false },
    ])
  })

  it('takes 20 seconds for the slow card', () => {
    expect(plan('4000000000017055')).toMatchObject([{ kind: 'result', delayMs: 20_000 }])
  })

  it('declines card …0135 for insufficient funds, unless the payment registers repeat payments', () => {
    expect(plan('4000000000000135')).toMatchObject([{ outcome: 'decline', code: '10105' }])
    expect(plan('4000000000000135', true)).toMatchObject([{ outcome: 'success', code: '0' }])
    expect(plan('4111111111111111', true)).toMatchObject([{ outcome: 'decline', code: '10000' }])
  })

  it('pays out to a card that declines purchases (contract 12 row 22)', () => {
    const payout = (cardNumber: string) => aPlan(cardNumber, { isPayout: true })
    expect(plan('2201382000000021')).toMatchObject([{ outcome: 'decline' }])
    expect(payout('2201382000000021')).toMatchObject([{ outcome: 'success' }])
    expect(payout('2200510417770601')).toMatchObject([{ outcome: 'success' }])
    expect(payout('2201412000000000')).toMatchObject([{ outcome: 'decline', code: '10000' }])
  })

  it('marks the two cards that may be approved in part', () => {
    for (const card of ['5126160000356675', '4010571676223548']) {
      expect(plan(card)).toMatchObject([
        { outcome: 'success', partialApproval: { above: 12_000, currency: 'EUR' } },
      ])
    }
    expect(plan('4000000000000077')[0]).not.toHaveProperty('partialApproval')
  })

  it('is empty while the project holds its payments', () => {
    const switches = { outcome: { mode: 'hold' } } as const
    expect(aPlan('4000000000000077', { switches, threeDSecure: true })).toEqual([])
  })

  it("requests the project's own fields before the card's outcome", () => {
    const outcome = { mode: 'clarify', fields: { customer: ['email'] } } as const
    const switches = { outcome }
    expect(aPlan('4111111111111111', { switches })).toMatchObject([
      { kind: 'clarify', fields: { customer: ['email'] } },
      { outcome: 'decline' },
    ])
    const kinds = aPlan('4000000000017006', { switches }).map(({ kind }) => kind)
    expect(kinds).toEqual(['clarify', 'clarify', 'result'])
    const empty = { outcome: { mode: 'clarify', fields: {} } } as const
    expect(aPlan('4111111111111111', { switches: empty })).toHaveLength(1)
  })

  it('challenges the customer on the form before the outcome, and expects the code of the card', () => {
    const formPlan = (cardNumber: string) => aPlan(cardNumber, { threeDSecure: true })
    const [challenge, result] = formPlan('4012000000020089')
    expect(challenge).toEqual({ kind: 'challenge', version: '2', valid: '123456', fallback: false })
    expect(result).toMatchObject({ outcome: 'decline', code: '10000' })
    expect(formPlan('2201382000000039')[0]).toMatchObject({ valid: '1qwezxc' })
    expect(formPlan('4344693136092508')[0]).toMatchObject({ version: '1', fallback: true })
    for (const card of ['4477000000000006', '4012000000020063', '4000000000000077', '4222220000000009']) {
      expect(formPlan(card).map(({ kind }) => kind)).toEqual(['result'])
    }
    expect(plan('4012000000020089')).toHaveLength(1)
  })

  it("requests the project's own fields before the challenge", () => {
    const outcome = { mode: 'clarify', fields: { customer: ['email'] } } as const
    const steps = aPlan('4314220000000056', { switches: { outcome }, threeDSecure: true })
    expect(steps.map(({ kind }) => kind)).toEqual(['clarify', 'challenge', 'result'])
  })

  it('is the same for a saved card, of which only the masked number is known', () => {
    const request = { switches: byCard, registersRecurring: false, threeDSecure: true } as const
    for (const { number } of TEST_CARDS) {
      expect(planFor({ maskedNumber: maskCardNumber(number), ...request })).toEqual(
        planFor({ cardNumber: number, ...request }),
      )
    }
    expect(planFor({ maskedNumber: '422222******0009', ...request })).toEqual(plan('4222220000000009'))
  })
})

const addressData = (postCode: string): Record<string, string> => ({
  'avs_data.avs_post_code': postCode,
  'avs_data.avs_street_address': '12 Harbour Road',
})

describe('the address check', () => {
  it.each([
    ['matches every post code but 00000', addressData('D02 X285'), false, 'Y'],
    ['matches post code 00001', addressData('00001'), true, 'Y'],
    ['declines post code 00000 if the card states no outcome', addressData('00000'), false, 'N'],
    ['does not decline post code 00000 if the card states an outcome', addressData('00000'), true, 'Y'],
    ['has no result without address data', { 'customer.email': 'a@b.c' }, false, null],
  ])('%s', (_rule, supplied, isStated, result) => {
    expect(avsResultFor(supplied, isStated)).toEqual({ result, declines: result === 'N' })
  })
})
