import { describe, expect, it } from 'vitest'
import { aSavedCard } from '#domain/testing/form-pages'
import type { FormMode, FormSettings } from '#domain/form/settings'
import { type CardRules, checkCardEntry, offeredCards, type TypedCard } from './card-entry'

const GOOD: TypedCard = {
  pan: '4000 0000 0000 0077',
  month: '7',
  year: '33',
  cvv: '123',
  card_holder: 'Nora Vale',
}
const RULES: CardRules = { today: '2031-04-09', needsCode: true, onlyBrand: null }

const problems = (change: Partial<TypedCard>, rules: Partial<CardRules> = {}): readonly string[] => {
  const entry = checkCardEntry({ ...GOOD, ...change }, { ...RULES, ...rules })
  return entry.ok ? [] : entry.problems.map(({ name, reason }) => `${name}:${reason}`)
}

describe('a typed card', () => {
  it('is accepted with spaces, dashes and a short year', () => {
    expect(checkCardEntry({ ...GOOD, pan: '4000-0000 00000077' }, RULES)).toEqual({
      ok: true,
      card: { number: '4000000000000077', month: 7, year: 2033, holder: 'Nora Vale' },
    })
    expect(problems({ year: '2033', month: '07' })).toEqual([])
  })

  it('is refused with all its problems at once', () => {
    expect(problems({ pan: '', month: '', cvv: ' ', card_holder: '' })).toEqual([
      'pan:required',
      'expiry:required',
      'cvv:required',
      'card_holder:required',
    ])
  })

  it.each([
    ['a wrong check digit', { pan: '4000000000000078' }, 'pan:card_number'],
    ['too few digits', { pan: '4000000000006' }, 'pan:card_number'],
    ['letters in the number', { pan: '4000 0000 0000 007x' }, 'pan:card_number'],
    ['month 13', { month: '13' }, 'expiry:card_expiry'],
    ['month 0', { month: '0' }, 'expiry:card_expiry'],
    ['a missing year', { year: '' }, 'expiry:card_expiry'],
    ['an expiry in the previous month', { month: '3', year: '31' }, 'expiry:card_expired'],
    ['a two-digit code', { cvv: '12' }, 'cvv:card_code'],
    ['a four-digit code', { cvv: '1234' }, 'cvv:card_code'],
    ['a holder with a single name', { card_holder: 'Nora' }, 'card_holder:card_holder'],
    ['a holder in Cyrillic letters', { card_holder: 'Нора Вейл' }, 'card_holder:card_holder'],
  ])('is refused for %s', (_, change, problem) => {
    expect(problems(change)).toEqual([problem])
  })

  it('has 15 digits and a four-digit code if it is an amex card', () => {
    expect(problems({ pan: '3782 822463 10005', cvv: '1234' })).toEqual([])
    expect(problems({ pan: '3782 822463 10005', cvv: '123' })).toEqual(['cvv:card_code'])
  })

  it('needs no code if none is required', () => {
    expect(problems({ cvv: '' }, { needsCode: false })).toEqual([])
  })

  it('must be of the only accepted brand', () => {
    expect(problems({}, { onlyBrand: 'mastercard' })).toEqual(['pan:card_brand'])
    expect(problems({}, { onlyBrand: 'visa' })).toEqual([])
  })
})

const VISA = aSavedCard({ id: 1, token: 'aa' })
const MASTERCARD = aSavedCard({ id: 2, token: 'bb', brand: 'mastercard' })

function offeredIds(
  mode: FormMode,
  forcedBrand: FormSettings['methods']['forcedBrand'] = null,
  accountToken: string | null = null,
): readonly number[] {
  const methods = { forced: null, forcedGroup: null, forcedBrand, preselected: null, hidden: [] }
  const { cards, preselected } = offeredCards([VISA, MASTERCARD], { mode, methods, accountToken })
  expect(preselected === null || (cards.length === 1 && cards[0] === preselected)).toBe(true)
  return cards.map(({ id }) => id)
}

describe('the saved cards that are offered', () => {
  it('are those of the only accepted brand', () => {
    expect(offeredIds('purchase')).toEqual([1, 2])
    expect(offeredIds('purchase', 'visa')).toEqual([1])
    expect(offeredIds('payout', 'mastercard')).toEqual([2])
    expect(offeredIds('purchase', 'amex')).toEqual([])
  })

  it('include only the card that the opening names, unless its brand is not accepted', () => {
    expect(offeredIds('purchase', null, 'bb')).toEqual([2])
    expect(offeredIds('purchase', 'mastercard', 'bb')).toEqual([2])
    expect(offeredIds('purchase', 'visa', 'bb')).toEqual([1])
    expect(offeredIds('purchase', null, 'cc')).toEqual([1, 2])
  })

  it('include only a named card if the form verifies a card, and none if it tokenizes one', () => {
    expect(offeredIds('card_verify')).toEqual([])
    expect(offeredIds('card_verify', null, 'aa')).toEqual([1])
    expect(offeredIds('card_tokenize', null, 'aa')).toEqual([])
  })
})
