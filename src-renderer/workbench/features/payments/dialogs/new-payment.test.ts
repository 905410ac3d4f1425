import { describe, expect, it } from 'vitest'
import { searchTestCards, TEST_CARDS } from '#domain/provider/test-cards'
import {
  keepForNextPayment,
  keepPaymentDraft,
  type NewPayment,
  nextPaymentId,
  onlyMatch,
  outcomeOf,
  paramsOf,
  paymentDraft,
  readAmount,
  whatHappens,
  writeAmount,
} from './new-payment'
import fc from 'fast-check'
import { draftOf } from '#window/state/preferences'

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
  it('is sent without empty fields, and without spaces in the card number', () => {
    expect(paramsOf(aForm({ card: '4000 0000 0000 0077' }), 4650)).toEqual({
      ...{ projectId: 9041, paymentId: 'order-1', amount: 4650, currency: 'EUR' },
      ...{ operation: 'sale', outcome: 'hold', card: '4000000000000077' },
    })
  })

  it('follows its test card, unless the tester decides', () => {
    const card = '4000000000000077'
    expect(outcomeOf({ outcome: 'follow', card })).toBe('card')
    expect(outcomeOf({ outcome: 'hold', card })).toBe('hold')
    expect(outcomeOf({ outcome: 'follow', card: '' })).toBe('hold')
    expect(outcomeOf({ outcome: 'follow', card: '5500000000000004' })).toBe('hold')
  })
})

describe('the explanation of the outcome', () => {
  it.each([
    [{ outcome: 'follow', card: '4000 0000 0001 7006' }, /^The test card decides: Requests post code/],
    [{ outcome: 'card', card: '' }, /card number decides/],
    [{ outcome: 'hold', card: '4000000000017006' }, /You decide/],
    [{ outcome: 'follow', card: '' }, /You decide/],
    [{ outcome: 'follow', card: '17006' }, /^Enter takes the only match: Requests post code/],
    [{ outcome: 'follow', card: 'declined' }, /^Select a card or enter a complete card number/],
    [{ outcome: 'card', card: '400000000000007717006' }, /^Select a card or enter a complete card number/],
  ] as const)('fits %j', (form, sentence) => {
    expect(whatHappens(form)).toMatch(sentence)
  })
})

describe('a typed amount', () => {
  it.each([
    ['46.50', 'EUR', 4650],
    ['46,5', 'EUR', 4650],
    ['1 200', 'GBP', 120_000],
    ["1'200.00", 'CHF', 120_000],
    ['12400', 'JPY', 12_400],
    ['18.250', 'KWD', 18_250],
    ['0.001', 'KWD', 1],
    ['5.', 'EUR', 500],
  ])('of %s %s is read as %i minor units', (text, currency, amount) => {
    expect(readAmount(text, currency)).toEqual({ amount })
  })

  it.each([
    ['', 'EUR'],
    ['0', 'EUR'],
    ['-5', 'EUR'],
    ['1.005', 'EUR'],
    ['1.5', 'JPY'],
    ['1.2.3', 'EUR'],
    ['12e3', 'EUR'],
    ['999999999999999', 'EUR'],
  ])('of %j %s is refused with a reason', (text, currency) => {
    expect(readAmount(text, currency)).toHaveProperty('error')
  })

  it('is refused above the maximum, which the error names', () => {
    expect(readAmount('46.51', 'EUR', 4650)).toEqual({
      error: 'The amount is too high. Enter at most 46.50 EUR.',
    })
  })

  it('is unchanged after it is written and read back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000_000_000 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (amount, currency) => {
          expect(readAmount(writeAmount(amount, currency), currency)).toEqual({ amount })
        },
      ),
    )
  })
})

it('ids of new payments continue the numbering of a duplicated payment', () => {
  expect(nextPaymentId('Shop-2031')).toBe('Shop-2031-2')
  expect(nextPaymentId('Shop-2031-2')).toBe('Shop-2031-3')
  expect(nextPaymentId('qa')).toBe('qa-2')
})

describe('a test card', () => {
  it.each([
    ['insufficient', '4000000000000135'],
    ['3-d secure 1qwezxc', null],
    ['declined too slow', '4539121411168251'],
    ['declined', null],
    ['teapot', null],
    ['', null],
    ['4000 0000 0000 0077', null],
    ['4000000000000135', null],
  ])('typed as %j makes Enter select %j', (text, number) => {
    expect(onlyMatch(text)?.number ?? null).toBe(number)
  })

  it.each(TEST_CARDS)('$number is found by words for what it does', ({ number, outcome, challenge }) => {
    const last = outcome.at(-1)
    const words = [
      last?.kind === 'result' && last.outcome === 'decline' ? 'declined' : '',
      challenge === undefined ? '' : '3-D Secure',
    ]
    expect(searchTestCards(words.join(' ')).map((card) => card.number)).toContain(number)
  })
})

const typed = { ...paymentDraft('1', 'p-1'), amount: '12.50' }

it.each(TEST_CARDS.map(({ number }) => number))(
  'the draft restores the test card %s without storing its number',
  (card) => {
    keepPaymentDraft({ ...typed, card: card.replace(/^..../, '$& ') })
    expect(paymentDraft('2', 'p-2')).toEqual({ ...typed, card, projectId: '2', paymentId: 'p-2' })
    expect(draftOf('payment')).not.toContain(card)
  },
)

it.each(['5555555555554444', '40000000000000', '', 'no card'])('the draft omits the card %j', (card) => {
  keepPaymentDraft({ ...typed, card })
  expect(paymentDraft('2', 'p-2').card).toBe('')
})

it('the next payment starts with the same data, but without the decisions of the last one', () => {
  keepForNextPayment({ ...typed, description: 'Tea', operation: 'auth', outcome: 'hold', series: 'R' })
  const next = { amount: '12.50', description: '', operation: 'sale', outcome: 'follow', series: '' }
  expect(paymentDraft('1', 'p-2')).toMatchObject(next)
})
