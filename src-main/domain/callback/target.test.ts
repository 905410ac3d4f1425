import { describe, expect, it } from 'vitest'
import type { CallbackPlan } from '#domain/payment/payment'
import { PAYMENT_STATUSES, type PaymentStatus } from '#domain/payment/statuses'
import { aCallbackPlan, anOperation, aPayment } from '#domain/testing/builders'
import { chooseTarget, finalResult } from './target'

const EVERYTHING: Partial<CallbackPlan> = {
  successUrl: 'https://shop.test/success',
  declineUrl: 'https://shop.test/decline',
  paymentUrl: 'https://shop.test/payment',
  rules: [{ url: 'https://shop.test/rule' }],
  projectUrl: 'https://shop.test/project',
}

/** Target of a result callback or an intermediate callback of a payment in this status. */
function target(
  status: PaymentStatus,
  plan: Partial<CallbackPlan>,
  kind: 'result' | 'intermediate' = 'result',
): string | null {
  return chooseTarget(aPayment({ status, callbacks: aCallbackPlan(plan) }), kind === 'result')
}

describe('the target of a callback (contract 9.3)', () => {
  it.each<[PaymentStatus, string]>([
    ['success', 'success'],
    ['awaiting capture', 'success'],
    ['decline', 'decline'],
    ['expired', 'decline'],
    ['canceled', 'payment'],
    ['reversed', 'payment'],
    ['refunded', 'payment'],
    ['partially refunded', 'payment'],
  ])('about a result with the status %s is the %s URL', (status, place) => {
    expect(target(status, EVERYTHING)).toBe(`https://shop.test/${place}`)
  })

  it('is the URL that came with its operation, if any (contract 12 row 19)', () => {
    const url = 'https://shop.test/refund'
    const operations = [anOperation({ id: 1 }), anOperation({ id: 2, type: 'capture', callbacks: { url } })]
    const payment = aPayment({ status: 'success', callbacks: aCallbackPlan(EVERYTHING), operations })
    expect(chooseTarget(payment, true, 2)).toBe(url)
    expect(chooseTarget(payment, false, 2)).toBe(url)
    expect(chooseTarget(payment, true, 1)).toBe('https://shop.test/success')
  })

  it('is never the URL for a final result if the callback is intermediate', () => {
    expect(target('success', EVERYTHING, 'intermediate')).toBe('https://shop.test/payment')
    expect(target('awaiting clarification', EVERYTHING, 'intermediate')).toBe('https://shop.test/payment')
  })

  it('falls back step by step: final result, payment, rule, project, nowhere', () => {
    let plan = EVERYTHING
    const steps = [{}, { successUrl: null }, { paymentUrl: null }, { rules: [] }, { projectUrl: null }]
    const seen = steps.map((step) => target('success', (plan = { ...plan, ...step })))
    expect(seen).toEqual([
      'https://shop.test/success',
      'https://shop.test/payment',
      'https://shop.test/rule',
      'https://shop.test/project',
      null,
    ])
  })

  it('is never the URL for the opposite result', () => {
    expect(target('decline', { successUrl: 'https://shop.test/success' })).toBe('https://shop.test/callbacks')
    expect(target('success', { declineUrl: 'https://shop.test/decline' })).toBe('https://shop.test/callbacks')
  })

  it('is the URL of the first rule that fits type, result and method', () => {
    const rules = [
      { paymentType: 'payout', url: 'https://shop.test/payouts' },
      { method: 'wallet', url: 'https://shop.test/wallets' },
      { result: 'decline' as const, url: 'https://shop.test/declines' },
      {
        paymentType: 'purchase',
        method: 'card',
        result: 'success' as const,
        url: 'https://shop.test/card-sales',
      },
      { url: 'https://shop.test/rest' },
    ]
    expect(target('decline', { rules })).toBe('https://shop.test/declines')
    expect(target('success', { rules })).toBe('https://shop.test/card-sales')
    expect(target('awaiting clarification', { rules }, 'intermediate')).toBe('https://shop.test/rest')
  })

  it('is the project URL when no rule fits', () => {
    const rules = [{ method: 'wallet', url: 'https://shop.test/wallets' }]
    expect(target('success', { rules })).toBe('https://shop.test/callbacks')
  })
})

describe('final results', () => {
  it('are success, awaiting capture, decline and expired; no other status counts', () => {
    const counted = PAYMENT_STATUSES.map((status) => [status, finalResult(status)] as const).filter(
      ([, result]) => result !== null,
    )
    expect(Object.fromEntries(counted)).toEqual({
      success: 'success',
      'awaiting capture': 'success',
      decline: 'decline',
      expired: 'decline',
    })
  })
})
