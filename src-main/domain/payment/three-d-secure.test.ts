import { describe, expect, it } from 'vitest'
import { statusObject } from '#domain/callback/status-object'
import { DEFAULT_SWITCHES } from '#domain/project/project'
import { aCallbackPlan, anAccount, aPlan, MINUTE, START } from '#domain/testing/builders'
import { type PaymentLife, aSettledLife } from '#domain/testing/payment-life'
import type { SubmitChallenge } from './commands'

const CHALLENGED = '4314220000000056'

function aChallenge({ switches = {}, register = {} }: Parameters<typeof aSettledLife>[0] = {}): PaymentLife {
  return aSettledLife({
    switches,
    register: {
      origin: 'form',
      account: anAccount({ number: CHALLENGED }),
      plan: aPlan(CHALLENGED, { threeDSecure: true }),
      ...register,
    },
  })
}

const submitCode = (code: string | null): SubmitChallenge => ({
  type: 'submitChallenge',
  requestId: 'request-3ds',
  code,
})

describe('a 3-D Secure challenge (contract 4.4)', () => {
  it('keeps the payment waiting for 30 minutes and notifies the merchant', () => {
    const { payment, timers, callbacks } = aChallenge()
    expect(payment.status).toBe('awaiting 3ds result')
    expect(payment.operations[0]?.status).toBe('awaiting 3ds result')
    expect(payment.resultCode).toBe('9999')
    expect(payment.challenge).toMatchObject({ version: '2', fallback: false, expiresAt: START + 30 * MINUTE })
    expect(timers.map(({ name }) => name)).toEqual(['challenge', 'deadline'])
    expect(callbacks.map(({ kind, body }) => [kind, body['status']])).toEqual([
      ['intermediate', 'awaiting 3ds result'],
    ])
  })

  it('is passed with the right code, ignoring spaces around it', () => {
    const life = aChallenge()
    const decision = life.must(submitCode(' 123456 '))
    expect(decision.response).toEqual({ kind: 'ack', requestId: 'request-3ds' })
    expect(life.payment).toMatchObject({ status: 'processing', challenge: null })
    life.advance(0)
    expect(life.payment.status).toBe('success')
    expect(life.callbacks.map(({ kind }) => kind)).toEqual(['intermediate', 'result'])
  })

  it.each([
    ['000000', '10104'],
    ['', '10104'],
    [null, '10301'],
  ])('answered with %j ends in decline %s', (code, resultCode) => {
    const life = aChallenge()
    life.must(submitCode(code))
    expect(life.payment).toMatchObject({ status: 'decline', resultCode, challenge: null })
    expect(life.callbacks.at(-1)?.body).toMatchObject({ operation: { code: resultCode, status: 'decline' } })
    expect(life.timers).toEqual([])
  })

  it('ends in decline 108 if the customer does not return, and then refuses any code', () => {
    const life = aChallenge()
    life.advance(30 * MINUTE - 1)
    expect(life.payment.status).toBe('awaiting 3ds result')
    life.advance(1)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '108' })
    expect(life.refusal(submitCode('123456'))).toBe('3060 general.payment_id state')
  })

  it('never outlives the processing deadline', () => {
    const life = aChallenge({ switches: { processingDeadlineMs: 10 * MINUTE } })
    life.advance(10 * MINUTE)
    expect(life.payment).toMatchObject({ status: 'decline', resultCode: '10602' })
  })

  it('can be completed by the tester', () => {
    const life = aChallenge()
    life.must({ type: 'complete', outcome: 'success', code: null })
    expect(life.payment).toMatchObject({ status: 'success', challenge: null })
  })

  it('sends no callback if the project disables intermediate callbacks, or the payment all callbacks', () => {
    expect(aChallenge({ switches: { intermediateCallbacks: false } }).callbacks).toEqual([])
    expect(aChallenge({ register: { callbacks: aCallbackPlan({ disabled: true }) } }).callbacks).toEqual([])
  })

  it("names the issuer's page only if the merchant must send its customer there", () => {
    const platformUrl = 'http://platform.test'
    const bodyOf = (returnUrl: string | null, url: string | undefined) => {
      const { payment } = aChallenge({
        register: {
          plan: aPlan(CHALLENGED, { threeDSecure: returnUrl === null ? true : { returnUrl } }),
        },
      })
      return statusObject(payment, 'callback', DEFAULT_SWITCHES, payment.updatedAt, url)
    }
    expect(bodyOf('http://shop.test/back', platformUrl)['acs']).toEqual({
      pa_req: expect.stringMatching(/^[\w+/]+=*$/),
      md: 'pay-1',
      acs_url: `${platformUrl}/acs/pay-1`,
    })
    expect(bodyOf(null, platformUrl)).not.toHaveProperty('acs')
    expect(bodyOf('http://shop.test/back', undefined)).not.toHaveProperty('acs')
  })

  it('offers another attempt after a wrong code, but not if the customer never returned (contract 7.5)', () => {
    const retries = { limit: 3, windowMs: 10 * MINUTE, endsAt: null }
    const wrong = aChallenge({ register: { retries } })
    wrong.must(submitCode('000000'))
    expect(wrong.payment).toMatchObject({ status: 'awaiting customer', resultCode: '10104' })
    const gone = aChallenge({ register: { retries } })
    gone.advance(30 * MINUTE)
    expect(gone.payment).toMatchObject({ status: 'decline', resultCode: '108' })
  })
})
