import { describe, expect, it } from 'vitest'
import { TEST_CARDS } from '#domain/provider/test-cards'
import { checkNewPayment, completeCard, type NewPayment, outcomeOf, whatHappens } from './new-payment'

const aForm = (change: Partial<NewPayment> = {}): NewPayment => ({
  projectId: '9041',
  paymentId: 'order-1',
  amount: '46.50',
  currency: 'EUR',
  customerId: '',
  card: '',
  description: '',
  operation: 'sale',
  outcome: 'hold',
  series: '',
  ...change,
})

describe('a new payment', () => {
  it('is sent in minor units, without empty fields', () => {
    expect(checkNewPayment(aForm())).toEqual({
      params: {
        projectId: 9041,
        paymentId: 'order-1',
        amount: 4650,
        currency: 'EUR',
        operation: 'sale',
        outcome: 'hold',
      },
    })
  })

  it('reads the amount by the exponent of the currency', () => {
    expect(checkNewPayment(aForm({ amount: '12400', currency: 'jpy' }))).toMatchObject({
      params: { amount: 12_400, currency: 'JPY' },
    })
    expect(checkNewPayment(aForm({ amount: '18.250', currency: 'KWD' }))).toMatchObject({
      params: { amount: 18_250 },
    })
  })

  it('registers a series with its card', () => {
    const form = aForm({ card: '4000000000000077', series: 'R' })
    expect(checkNewPayment(form)).toMatchObject({ params: { series: 'R' } })
  })

  it('takes a card number with spaces', () => {
    expect(checkNewPayment(aForm({ card: '4000 0000 0000 0077' }))).toMatchObject({
      params: { card: '4000000000000077' },
    })
  })

  it.each([
    ['amount', { amount: '1.005' }],
    ['currency', { currency: 'EU' }],
    ['paymentId', { paymentId: ' ' }],
    ['customerId', { customerId: 'x'.repeat(256) }],
    ['card', { card: '4000000000000078' }],
    ['card', { card: 'decline' }],
    ['description', { description: 'x'.repeat(256) }],
    ['series', { series: 'U' as const }],
  ])('says what is wrong with %s', (field, change) => {
    const checked = checkNewPayment(aForm(change))
    expect('errors' in checked && Object.keys(checked.errors)).toEqual([field])
  })

  it('follows its test card, unless the tester decides', () => {
    const card = '4000000000000077'
    expect(outcomeOf({ outcome: 'follow', card })).toBe('card')
    expect(outcomeOf({ outcome: 'follow', card: '4000 0000 0000 0077' })).toBe('card')
    expect(outcomeOf({ outcome: 'hold', card })).toBe('hold')
    expect(outcomeOf({ outcome: 'follow', card: '' })).toBe('hold')
    expect(outcomeOf({ outcome: 'follow', card: '5500000000000004' })).toBe('hold')
    expect(checkNewPayment(aForm({ outcome: 'follow', card }))).toMatchObject({ params: { outcome: 'card' } })
  })

  it('keeps the outcome of the last complete card while another is typed', () => {
    const before = '4000000000000077'
    expect(completeCard('', before)).toBe('')
    expect(completeCard('4', before)).toBe(before)
    expect(completeCard('5500 0000 0000 000', before)).toBe(before)
    expect(completeCard('declined', before)).toBe(before)
    expect(completeCard('5500 0000 0000 0004', before)).toBe('5500 0000 0000 0004')
  })

  it('takes every test card', () => {
    for (const card of TEST_CARDS)
      expect(checkNewPayment(aForm({ card: card.number }))).toHaveProperty('params')
  })
})

describe('what becomes of a payment', () => {
  it.each([
    [{ outcome: 'follow', card: '4000 0000 0001 7006' }, /^By its card: Asks for post code/],
    [{ outcome: 'card', card: '' }, /card number decides/],
    [{ outcome: 'hold', card: '4000000000017006' }, /You decide/],
    [{ outcome: 'follow', card: '' }, /You decide/],
    [{ outcome: 'follow', card: '17006' }, /^Select a card or enter a whole card number/],
    [{ outcome: 'card', card: '400000000000007717006' }, /^Select a card or enter a whole card number/],
  ] as const)('is said of %j', (form, sentence) => {
    expect(whatHappens(form)).toMatch(sentence)
  })
})
