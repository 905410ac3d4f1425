import { describe, expect, it } from 'vitest'
import { choose, freeNames, groupState, isChosen, matchesSearch, readTypedName } from './field-choice'

const EMAIL = { key: 'customer', name: 'email' }
const CITY = { key: 'customer', name: 'billing.city' }
const POST_CODE = { key: 'avs_data', name: 'avs_post_code' }
const CATALOGUE = [POST_CODE, EMAIL, CITY]

describe('choosing fields', () => {
  it('keeps the order in which they were chosen', () => {
    const choice = choose(choose({}, [CITY], true), [POST_CODE, EMAIL], true)
    expect(choice).toEqual({ customer: ['billing.city', 'email'], avs_data: ['avs_post_code'] })
    expect(Object.keys(choice)).toEqual(['customer', 'avs_data'])
  })

  it('takes a field once, however often it is chosen', () => {
    expect(choose(choose({}, [EMAIL], true), [EMAIL], true)).toEqual({ customer: ['email'] })
  })

  it('drops a key with its last field', () => {
    expect(choose({ customer: ['email'], avs_data: ['avs_post_code'] }, [EMAIL], false)).toEqual({
      avs_data: ['avs_post_code'],
    })
  })

  it('knows whether a group is chosen wholly, partly or not', () => {
    const group = [EMAIL, CITY]
    expect(groupState({}, group)).toBe('none')
    expect(groupState({ customer: ['email'] }, group)).toBe('some')
    expect(groupState({ customer: ['billing.city', 'email'] }, group)).toBe('all')
    expect(isChosen({ customer: ['email'] }, CITY)).toBe(false)
  })
})

describe('typed names', () => {
  it('finds a catalogue field by its bare name or its path', () => {
    expect(readTypedName(' email ', CATALOGUE)).toEqual({ field: EMAIL })
    expect(readTypedName('billing.city', CATALOGUE)).toEqual({ field: CITY })
    expect(readTypedName('avs_data.avs_post_code', CATALOGUE)).toEqual({ field: POST_CODE })
  })

  it('takes anything else as key and name, split at the first dot', () => {
    expect(readTypedName('customer.pet.name', CATALOGUE)).toEqual({
      field: { key: 'customer', name: 'pet.name' },
    })
    expect(readTypedName('__proto__.x', CATALOGUE)).toEqual({ field: { key: '__proto__', name: 'x' } })
  })

  it.each(['', 'nickname', '.name', 'customer.', `customer.${'x'.repeat(201)}`])(
    'explains what is wrong with %j',
    (text) => {
      expect(readTypedName(text, CATALOGUE)).toHaveProperty('error')
    },
  )

  it('lists fields that are not in the catalogue', () => {
    expect(freeNames({ customer: ['email', 'pet'], x: ['y'] }, CATALOGUE)).toEqual([
      { key: 'customer', name: 'pet' },
      { key: 'x', name: 'y' },
    ])
  })

  it('keeps a key named like the prototype an ordinary key', () => {
    const choice = choose({}, [{ key: '__proto__', name: 'x' }], true)
    expect(Object.keys(choice)).toEqual(['__proto__'])
  })
})

describe('searching fields', () => {
  it('wants every word, in any order and case', () => {
    expect(matchesSearch('CITY bill', ['billing.city', 'not blank, up to 256'])).toBe(true)
    expect(matchesSearch('city shipping', ['billing.city', 'not blank'])).toBe(false)
    expect(matchesSearch('', ['anything'])).toBe(true)
  })
})
