import { describe, expect, it } from 'vitest'
import { PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { completionsOf, errorsOf, type FilterText, queryOf, takeApart, tokenParts, type } from './filter-text'

const EMPTY: FilterText = { tokens: [], typed: '' }
const fields = PAYMENT_QUERY_FIELDS
const names = (filter: FilterText) =>
  filter.tokens.map((token) => tokenParts(token).name + tokenParts(token).value)

describe('a filter box', () => {
  it('shows the conditions of a stored query as tokens and its free text as text', () => {
    const filter = takeApart('order status:"awaiting clarification" amount>1000 77', fields)
    expect(names(filter)).toEqual(['status:"awaiting clarification"', 'amount>1000'])
    expect(filter.typed).toBe('order 77')
    expect(queryOf(filter)).toBe('status:"awaiting clarification" amount>1000 order 77')
  })

  it('makes a token of a condition once a space or Enter follows', () => {
    expect(type(EMPTY, 'callback:failed', fields).tokens).toEqual([])
    expect(names(type(EMPTY, 'callback:failed ', fields))).toEqual(['callback:failed'])
    expect(type(EMPTY, 'callback:failed ', fields).typed).toBe('')
    expect(names(type(EMPTY, '-callback:failed', fields, true))).toEqual(['-callback:failed'])
  })

  it('leaves free text and unfinished words alone', () => {
    expect(type(EMPTY, 'order 77 ', fields)).toEqual({ tokens: [], typed: 'order 77 ' })
    expect(type(EMPTY, 'order amount>10 sta', fields)).toMatchObject({ typed: 'order sta' })
  })

  it('keeps invalid text, and says why it is invalid', () => {
    const filter = type(EMPTY, 'colour:red ', fields, true)
    expect(filter.typed).toBe('colour:red ')
    expect(errorsOf(filter, fields)[0]?.message).toContain('There is no field "colour"')
  })
})

describe('completion', () => {
  const labels = (typed: string) => completionsOf(typed, fields).map(({ label }) => label)
  const texts = (typed: string) => completionsOf(typed, fields).map(({ text }) => text)

  it('offers names, then values', () => {
    expect(labels('am')).toEqual(['amount:'])
    expect(labels('-stat')).toEqual(['-status:'])
    expect(labels('status:awaiting cl').length).toBe(0)
    expect(labels('status:"awaiting cl')).toContain('awaiting clarification')
    expect(labels('callback:')).toEqual(['delivered', 'failed', 'pending', 'none'])
  })

  it('finishes the word and keeps what stands before it', () => {
    expect(texts('order status:succ')).toEqual(['order status:success '])
    expect(texts('status:success,decl')).toContain('status:success,decline ')
    expect(texts('status:"awaiting cla')).toContain('status:"awaiting clarification" ')
  })

  it('offers nothing for fields that do not exist', () => {
    expect(labels('colour:')).toEqual([])
  })
})
