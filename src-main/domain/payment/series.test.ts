import { describe, expect, it } from 'vitest'
import { callbackBody } from '#domain/callback/body'
import { statusObject } from '#domain/callback/status-object'
import { aFollowUp, anAccount, aProject } from '#domain/testing/builders'
import { aPaymentLife } from '#domain/testing/payment-life'
import type { Series } from './payment'
import { givenSeriesEnd } from './series'

const completedLife = (outcome: 'success' | 'decline', series?: Series) => {
  const life = aPaymentLife({ register: series === undefined ? {} : { series } })
  life.must({ type: 'complete', outcome, code: null })
  return life
}
const { switches } = aProject()

describe('the series end that a merchant gives', () => {
  it.each([
    [{ expiry_year: 2032, expiry_month: 2 }, '2032-03-01'],
    [{ expiry_year: '2032', expiry_month: '02', expiry_day: '29' }, '2032-03-01'],
    [{ expiry_year: 2031, expiry_month: 12, expiry_day: 31 }, '2032-01-01'],
    [{ expiry_year: 2031, expiry_month: 12, expiry_day: 1 }, '2031-12-02'],
  ])('is the moment after its last day: %j gives %s', (parts, day) => {
    expect(givenSeriesEnd(parts)).toBe(Date.parse(`${day}T00:00:00Z`))
  })

  it.each([
    {},
    { expiry_year: 2032 },
    { expiry_month: 2 },
    { expiry_year: 2031, expiry_month: 2, expiry_day: 29 },
    { expiry_year: 2031, expiry_month: 13 },
    { expiry_year: 'soon', expiry_month: 1 },
  ])('is null if %j gives no valid date', (parts) => {
    expect(givenSeriesEnd(parts)).toBeNull()
  })
})

describe('the series of a payment (contract 12 row 1)', () => {
  const series = { id: 70_001, endsAt: Date.parse('2032-01-01T00:00:00Z') }
  const recurring = { id: 70_001, currency: 'EUR', valid_thru: '2031-12-31T00:00:00+0000' }

  it('is reported in the result and in status responses, even after a refund', () => {
    const life = completedLife('success', series)
    expect(life.callbacks.at(-1)?.body).toMatchObject({ recurring })
    expect(statusObject(life.payment, 'response', switches)).toMatchObject({ recurring })
    life.settle(aFollowUp('refund', { amount: 1 }))
    expect(life.callbacks.at(-1)?.body).toMatchObject({ recurring })
  })

  it('ends with the card if the merchant gives no end', () => {
    const life = completedLife('success', { id: 70_001, endsAt: null })
    expect(statusObject(life.payment, 'response', switches)).toMatchObject({
      recurring: { ...recurring, valid_thru: '2033-07-31T00:00:00+0000' },
    })
    expect(life.payment.account).toEqual(anAccount())
  })

  it.each([
    ['was declined', completedLife('decline', series)],
    ['registers none', completedLife('success')],
  ])('is not reported if the payment %s', (_, life) => {
    expect(life.callbacks.at(-1)?.body).not.toHaveProperty('recurring')
    expect(statusObject(life.payment, 'response', switches)).not.toHaveProperty('recurring')
  })

  it('is not reported while the payment is in processing, or with only the base set of fields', () => {
    const open = aPaymentLife({ register: { series } })
    expect(statusObject(open.payment, 'response', switches)).not.toHaveProperty('recurring')
    const { payment } = completedLife('success', series)
    const base = aProject({ switches: { publicFields: 'mission_only' } }).switches
    expect(callbackBody('result', payment, payment.operations[0]?.id ?? 0, base)).not.toHaveProperty(
      'recurring',
    )
  })
})
