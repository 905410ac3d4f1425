import { describe, expect, it } from 'vitest'
import { nextPaymentId, suggestPaymentId } from './payment-id'

describe('ids of new payments', () => {
  it('differ from moment to moment', () => {
    expect(suggestPaymentId(1_900_000_000_000)).not.toBe(suggestPaymentId(1_900_000_000_001))
  })

  it('count on from a payment that is duplicated', () => {
    expect(nextPaymentId('Shop-2031')).toBe('Shop-2031-2')
    expect(nextPaymentId('Shop-2031-2')).toBe('Shop-2031-3')
    expect(nextPaymentId('qa')).toBe('qa-2')
  })
})
