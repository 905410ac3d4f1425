import { expect, it } from 'vitest'
import { TEST_CARDS } from '#domain/provider/test-cards'
import { draftOf } from '#window/state/preferences'
import { keepForNextPayment, keepPaymentDraft, paymentDraft } from './payment-draft'

const typed = { ...paymentDraft('1', 'p-1'), amount: '12.50' }

it('begins with a card that succeeds', () => {
  expect(typed.card).toBe('4000000000000077')
})

it.each(TEST_CARDS.map(({ number }) => number))(
  'brings the test card %s back without keeping its number',
  (card) => {
    keepPaymentDraft({ ...typed, card })
    expect(paymentDraft('2', 'p-2')).toEqual({ ...typed, card, projectId: '2', paymentId: 'p-2' })
    expect(draftOf('payment')).not.toContain(card)
  },
)

it.each(['5555555555554444', '40000000000000', '', 'no card'])('keeps nothing of %j', (card) => {
  keepPaymentDraft({ ...typed, card })
  expect(paymentDraft('2', 'p-2').card).toBe('')
})

it('begins the next payment with the same data, and with no decision of the last one', () => {
  keepForNextPayment({ ...typed, operation: 'auth', outcome: 'hold', series: 'R' })
  expect(paymentDraft('1', 'p-2')).toMatchObject({
    amount: '12.50',
    operation: 'sale',
    outcome: 'follow',
    series: '',
  })
})
