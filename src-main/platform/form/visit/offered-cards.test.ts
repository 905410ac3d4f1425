import { describe, expect, it } from 'vitest'
import { aSavedCard } from '#domain/testing/form-pages'
import { offeredCards } from './offered-cards'
import type { FormMode, MethodChoice } from '#domain/form/settings'

const VISA = aSavedCard({ id: 1, token: 'aa' })
const MASTERCARD = aSavedCard({ id: 2, token: 'bb', brand: 'mastercard' })

function offered(
  mode: FormMode,
  forcedBrand: MethodChoice['forcedBrand'] = null,
  accountToken: string | null = null,
): readonly number[] {
  const methods = { forced: null, forcedGroup: null, forcedBrand, preselected: null, hidden: [] }
  const { cards, preselected } = offeredCards([VISA, MASTERCARD], { mode, methods, accountToken })
  expect(preselected === null || (cards.length === 1 && cards[0] === preselected)).toBe(true)
  return cards.map(({ id }) => id)
}

describe('the saved cards that are offered', () => {
  it('are those of the brand that alone is accepted', () => {
    expect(offered('purchase')).toEqual([1, 2])
    expect(offered('purchase', 'visa')).toEqual([1])
    expect(offered('payout', 'mastercard')).toEqual([2])
    expect(offered('purchase', 'amex')).toEqual([])
  })

  it('are only the one that the opening names, unless its brand is not accepted', () => {
    expect(offered('purchase', null, 'bb')).toEqual([2])
    expect(offered('purchase', 'mastercard', 'bb')).toEqual([2])
    expect(offered('purchase', 'visa', 'bb')).toEqual([1])
    expect(offered('purchase', null, 'cc')).toEqual([1, 2])
  })

  it('are none where a card is verified or becomes a token, except the named one that is verified', () => {
    expect(offered('card_verify')).toEqual([])
    expect(offered('card_verify', null, 'aa')).toEqual([1])
    expect(offered('card_tokenize', null, 'aa')).toEqual([])
  })
})
