import { describe, expect, it } from 'vitest'
import { choose, fieldHelp, foundGroups, freeNames, readTypedName, jsonValueOf } from './clarification-fields'
import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import { findMethod } from '#domain/method/method'

const EMAIL = { key: 'customer', name: 'email' }
const CITY = { key: 'customer', name: 'billing.city' }
const POST_CODE = { key: 'avs_data', name: 'avs_post_code' }

describe('choosing fields', () => {
  it('keeps the order in which they were chosen', () => {
    const choice = choose(choose({}, [CITY], true), [POST_CODE, EMAIL], true)
    expect(choice).toEqual({ customer: ['billing.city', 'email'], avs_data: ['avs_post_code'] })
    expect(Object.keys(choice)).toEqual(['customer', 'avs_data'])
  })

  it('adds a field only once, however often it is chosen', () => {
    expect(choose(choose({}, [EMAIL], true), [EMAIL], true)).toEqual({ customer: ['email'] })
  })

  it('drops a key with its last field', () => {
    const rest = { avs_data: ['avs_post_code'] }
    expect(choose({ customer: ['email'], ...rest }, [EMAIL], false)).toEqual(rest)
  })
})

describe('typed names', () => {
  it('mean a catalogue field if they are its bare name or its path', () => {
    expect(readTypedName(' email ')).toMatchObject({ field: EMAIL })
    expect(readTypedName('billing.city')).toMatchObject({ field: CITY })
    expect(readTypedName('avs_data.avs_post_code')).toMatchObject({ field: POST_CODE })
  })

  it('are otherwise split into key and name at the first dot', () => {
    expect(readTypedName('customer.pet.name')).toEqual({ field: { key: 'customer', name: 'pet.name' } })
    const field = { key: '__proto__', name: 'x' }
    expect(readTypedName('__proto__.x')).toEqual({ field })
    expect(Object.keys(choose({}, [field], true))).toEqual(['__proto__'])
  })

  it.each(['', 'nickname', '.name', 'customer.', `customer.${'x'.repeat(201)}`])(
    'are refused with a reason: %j',
    (text) => {
      expect(readTypedName(text)).toHaveProperty('error')
    },
  )

  it('are listed if they are not in the catalogue', () => {
    expect(freeNames({ customer: ['email', 'pet'], x: ['y'] })).toMatchObject([
      { key: 'customer', name: 'pet' },
      { key: 'x', name: 'y' },
    ])
  })
})

describe('the catalogue as the dialog shows it', () => {
  const namesOf = (search: string): readonly string[] =>
    foundGroups(search).flatMap(({ fields }) => fields.map(({ name }) => name))

  it('contains every field once', () => {
    const shown = foundGroups('').flatMap(({ fields }) => fields)
    expect(new Set(shown)).toEqual(new Set(FIELD_CATALOGUE))
    expect(shown).toHaveLength(FIELD_CATALOGUE.length)
  })

  it('begins with the parameters of the payment’s method (contract 16.3)', () => {
    const [first, ...others] = foundGroups('', findMethod('wallet/mbway', []))
    expect(first?.title).toMatch(/^MB WAY, /)
    const own = others.filter(({ title }) => title.startsWith('MB WAY'))
    expect([...(first?.fields ?? []), ...own.flatMap(({ fields }) => fields)]).toContainEqual({
      key: 'account',
      name: 'number',
    })
    expect(others.slice(own.length)).toEqual(foundGroups(''))
  })

  it('never mixes keys in a group', () => {
    for (const { key, fields } of foundGroups(''))
      expect(fields.every((field) => field.key === key)).toBe(true)
  })

  it('matches all words of a search, in any order and case', () => {
    expect(namesOf('CITY bill')).toContain('billing.city')
    expect(namesOf('city shipping')).not.toContain('billing.city')
  })

  it('explains a field and gives a sample value', () => {
    expect(fieldHelp(EMAIL)).toMatch(/, such as .+@/)
    expect(fieldHelp({ key: 'customer', name: 'unheard_of' })).toContain('not in the catalogue')
  })

  it('turns only the text of a numeric field into a number, and only if it is a JSON number', () => {
    const ssn = { key: 'customer', name: 'ssn' }
    expect(['1234', '0123'].map((text) => jsonValueOf(ssn, text))).toEqual([1234, '0123'])
    expect(jsonValueOf(EMAIL, '1234')).toBe('1234')
  })
})
