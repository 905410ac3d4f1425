import { describe, expect, it } from 'vitest'
import type { ClarificationFields } from '#domain/clarification/fields'
import type { OutcomeStep } from '#domain/provider/outcome-steps'
import { anEnv, aPlan, aSubmission, HOUR, MINUTE, START } from '#domain/testing/builders'
import { aPaymentLife, type PaymentLife, refusalOf, aSettledLife } from '#domain/testing/payment-life'
import { decide } from './decide'
import type { ProjectSwitches } from '#domain/project/project'

const POST_CODE = { avs_data: { avs_post_code: 'EC1A 1BB' } }
const STREET = { avs_data: { avs_street_address: '1 Quay' } }
const BOTH = { avs_data: { avs_post_code: 'EC1A 1BB', avs_street_address: '1 Quay' } }

/** A payment for which the AVS pair has just been requested; afterwards the provider approves. */
function awaitingAvs(
  switches: Partial<ProjectSwitches> = {},
  plan: readonly OutcomeStep[] = aPlan('4000000000017006'),
): PaymentLife {
  return aSettledLife({ switches, register: { plan } })
}

const remainingOf = (life: PaymentLife): ClarificationFields | undefined =>
  life.payment.clarification?.remaining
const endOf = (life: PaymentLife): number => (life.payment.clarification?.expiresAt ?? NaN) - START

describe('a clarification (contract 6)', () => {
  it('lasts 30 minutes from the request for data, then ends in decline 603 with a callback (rules 1 and 6)', () => {
    const life = awaitingAvs()
    expect(life.payment.status).toBe('awaiting clarification')
    expect(life.payment.operations).toMatchObject([{ status: 'awaiting clarification', code: '9999' }])
    expect(life.payment.resultCode).toBe('9999')
    expect(endOf(life)).toBe(30 * MINUTE)
    life.advance(30 * MINUTE - 1)
    expect(life.payment.status).toBe('awaiting clarification')
    life.advance(1)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '603', clarification: null })
    expect(life.payment.operations).toMatchObject([{ status: 'decline', code: '603' }])
    expect(life.callbacks.at(-1)).toMatchObject({
      kind: 'result',
      dueAt: START + 30 * MINUTE,
      body: { payment: { status: 'decline' }, operation: { code: '603', message: 'Auto decline' } },
    })
  })

  it.each([
    ['an empty object', {}],
    ['part of the data', POST_CODE],
    ['wrong data', { avs_data: { avs_post_code: '#', avs_street_address: ' ' } }],
    ['irrelevant data', { interface_type: { id: 7 }, whatever: [] }],
  ])('restarts with every request, even one with %s (rules 2 and 10)', (_, data) => {
    const life = awaitingAvs()
    life.advance(12 * MINUTE)
    expect(life.must(aSubmission(data)).response).toEqual({ kind: 'remaining' })
    expect(endOf(life)).toBe(42 * MINUTE)
  })

  it('never extends beyond the processing deadline (rule 3)', () => {
    const life = awaitingAvs({ processingDeadlineMs: 50 * MINUTE })
    life.advance(29 * MINUTE)
    life.must(aSubmission({}))
    expect(endOf(life)).toBe(50 * MINUTE)
    expect(life.payment.clarification?.cappedByDeadline).toBe(true)
    life.advance(20 * MINUTE)
    life.must(aSubmission({}))
    expect(endOf(life)).toBe(50 * MINUTE)
  })

  it('does not end when a timer fires too early', () => {
    const life = awaitingAvs()
    for (const timer of ['clarification', 'deadline', 'provider', 'hold'] as const) {
      expect(life.must({ type: 'timerFired', timer }).events).toEqual([])
    }
  })

  it('is limited by a deadline of 24 hours unless the project sets another (rule 4)', () => {
    expect(awaitingAvs().payment.deadlineAt).toBe(START + 24 * HOUR)
    expect(awaitingAvs({ processingDeadlineMs: HOUR }).payment.deadlineAt).toBe(START + HOUR)
  })

  it('refuses a request that arrives exactly at its end or later (rule 5)', () => {
    for (const late of [0, 1, HOUR]) {
      const life = awaitingAvs()
      life.advance(30 * MINUTE + late)
      expect(life.refusal(aSubmission(BOTH))).toBe('3060 general.payment_id state')
    }
    const { payment } = awaitingAvs()
    const atTheEnd = anEnv({ now: START + 30 * MINUTE })
    expect(refusalOf(decide(payment, aSubmission(BOTH), atTheEnd))).toBe('3060 general.payment_id state')
    const inTime = awaitingAvs()
    inTime.advance(30 * MINUTE - 1)
    expect(inTime.run(aSubmission(BOTH)).ok).toBe(true)
  })

  it('ends in decline 10602 if the deadline comes first (rule 6)', () => {
    const life = awaitingAvs({ processingDeadlineMs: 20 * MINUTE })
    life.advance(20 * MINUTE)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '10602' })
    expect(life.events).toContainEqual({ type: 'waitEnded', at: START + 20 * MINUTE, cause: 'deadline' })
  })

  it('counts as timed out if the 30 minutes and the deadline end together', () => {
    const life = awaitingAvs({ processingDeadlineMs: 30 * MINUTE })
    life.advance(30 * MINUTE)
    expect(life.payment.resultCode).toBe('603')
  })

  it('keeps the reason for a refused value only until the next request arrives', () => {
    const life = awaitingAvs()
    life.must(aSubmission({ avs_data: { avs_post_code: '#' } }))
    expect(life.payment.clarification?.refused).toHaveLength(1)
    life.must(aSubmission({}))
    expect(life.payment.clarification?.refused).toEqual([])
  })

  it('may begin again with another list; the new round starts empty (rule 11)', () => {
    const life = awaitingAvs({}, aPlan('4000000000017030'))
    life.advance(10 * MINUTE)
    life.settle(aSubmission(BOTH))
    expect(life.payment.clarification).toMatchObject({
      requested: { customer: ['security_code'] },
      accepted: {},
    })
    expect(endOf(life)).toBe(40 * MINUTE)
    expect(life.callbacks.map(({ kind }) => kind)).toEqual(['clarification', 'clarification'])
  })

  it('begins whether the provider or the tester requests data (rule 13)', () => {
    expect(awaitingAvs().events.at(-1)).toMatchObject({ type: 'clarificationRequested', by: 'provider' })
    const byHand = aPaymentLife()
    byHand.must({ type: 'requestClarification', fields: { customer: ['email'] } })
    expect(byHand.events.at(-1)).toMatchObject({ type: 'clarificationRequested', by: 'tester' })
    expect(byHand.callbacks.map(({ kind }) => kind)).toEqual(['clarification'])
  })

  it('requests nothing that was sent in advance, except codes (rule 14)', () => {
    const supplied = {
      'avs_data.avs_post_code': 'EC1A 1BB',
      'avs_data.avs_street_address': '1 Quay',
      'customer.security_code': '123456',
    }
    const life = aSettledLife({ register: { supplied, plan: aPlan('4000000000017030') } })
    expect(life.payment.clarification?.requested).toEqual({ customer: ['security_code'] })
  })

  it('accepts a region code for a country sent in advance, without requesting the country again (rule 14)', () => {
    const fields = { customer: ['billing.country', 'billing.region_code'] }
    const life = aSettledLife({
      register: { supplied: { 'customer.billing.country': 'US' }, plan: [{ kind: 'clarify', fields }] },
    })
    expect(remainingOf(life)).toEqual({ customer: ['billing.region_code'] })
    life.must(aSubmission({ customer: { billing: { region_code: 'CA' } } }))
    expect(life.payment.status).toBe('processing')
  })
})

describe('the one-time code (contract 7.9)', () => {
  const requestingBoth: readonly OutcomeStep[] = [
    {
      kind: 'clarify',
      fields: { customer: ['security_code', 'email'] },
      expects: { 'customer.security_code': '123456' },
    },
  ]
  const code = (security_code: unknown): { customer: Record<string, unknown> } => ({
    customer: { security_code },
  })

  it('is requested again until the correct code is submitted', () => {
    const life = awaitingAvs({}, requestingBoth)
    life.must(aSubmission({ customer: { security_code: '654321', email: 'nora@mail.test' } }))
    expect(remainingOf(life)).toEqual({ customer: ['security_code'] })
    expect(life.payment.clarification?.refused).toMatchObject([
      { path: 'additional_data.customer.security_code', code: '502', asked: true },
    ])
    expect(life.payment.supplied).toEqual({ 'customer.email': 'nora@mail.test' })
    life.must(aSubmission(code('123456')))
    expect(life.payment.status).toBe('processing')
  })

  it('stays accepted when a wrong code follows the right one', () => {
    const life = awaitingAvs({}, requestingBoth)
    life.must(aSubmission(code('123456')))
    life.must(aSubmission(code('654321')))
    expect(remainingOf(life)).toEqual({ customer: ['email'] })
    expect(life.payment.supplied['customer.security_code']).toBe('123456')
  })
})

describe('an identical repeat of a clarification request (contract 5.2)', () => {
  it('is refused if the original request did not complete the data', () => {
    const life = awaitingAvs()
    life.must(aSubmission(POST_CODE))
    life.settle(aSubmission(STREET))
    expect(life.refusal(aSubmission(POST_CODE))).toBe('3060 general.payment_id state')
    expect(life.run(aSubmission(STREET)).ok).toBe(true)
  })

  it('counts as a new request in a later round', () => {
    const life = awaitingAvs({}, aPlan('4000000000017030'))
    life.settle(aSubmission(BOTH))
    expect(life.must(aSubmission(BOTH)).response).toEqual({ kind: 'remaining' })
  })

  it('is still acknowledged after the payment was declined', () => {
    const life = awaitingAvs({}, aPlan('4000000000017030'))
    life.must(aSubmission(BOTH))
    life.advance(HOUR)
    expect(life.payment.status).toBe('decline')
    expect(life.run(aSubmission(BOTH)).ok).toBe(true)
  })
})
