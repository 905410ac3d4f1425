import { describe, expect, it } from 'vitest'
import { meansInFull, meansText } from './payments'

describe('what a payment was made with', () => {
  it.each([
    [
      { method: 'card', account: { number: '400000******7006', type: 'visa' } },
      'visa ··7006',
      'visa 400000******7006',
    ],
    [{ method: 'card' }, 'card', 'card'],
    [{ method: 'ideal' }, 'ideal', 'ideal'],
    [{ method: 'mbway', account: { number: '351******678', type: '' } }, 'mbway ··678', 'mbway 351******678'],
  ])('is the brand of a card, or else the method: %j', (payment, short, full) => {
    expect([meansText(payment), meansInFull(payment)]).toEqual([short, full])
  })
})
