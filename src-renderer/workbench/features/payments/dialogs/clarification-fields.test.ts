import { describe, expect, it } from 'vitest'
import {
  additionalDataOf,
  CATALOGUE_GROUPS,
  choose,
  describeField,
  freeNames,
  groupState,
  isChosen,
  type JsonType,
  matchesSearch,
  readTypedName,
  shortRule,
} from './clarification-fields'
import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'

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

describe('the catalogue as the dialog shows it', () => {
  it('shows every field of the catalogue once', () => {
    const shown = CATALOGUE_GROUPS.flatMap((group) => group.fields)
    expect(new Set(shown)).toEqual(new Set(FIELD_CATALOGUE))
    expect(shown).toHaveLength(FIELD_CATALOGUE.length)
  })

  it('keeps a group to one key', () => {
    for (const group of CATALOGUE_GROUPS) {
      expect(group.fields.every((field) => field.key === group.key)).toBe(true)
    }
  })

  it('has a short rule for every field', () => {
    for (const field of FIELD_CATALOGUE) {
      expect(shortRule(field.value)).not.toBe('')
      expect(shortRule(field.value).length).toBeLessThan(48)
    }
  })

  it('knows the JSON type of a sample', () => {
    expect(describeField({ key: 'customer', name: 'email' }).type).toBe('string')
    expect(describeField({ key: 'customer', name: 'ssn' }).type).toBe('number')
    expect(describeField({ key: 'customer', name: 'unheard_of' })).toMatchObject({
      sample: 'sample',
      type: 'string',
    })
  })
})

const given = (key: string, name: string, value: string, type: JsonType = 'string') => ({
  key,
  name,
  value,
  type,
})

describe('the data that the merchant answers with', () => {
  it('nests names at their dots', () => {
    expect(
      additionalDataOf([
        given('avs_data', 'avs_post_code', 'H91 AB12'),
        given('customer', 'email', 'nora@mail.test'),
        given('customer', 'billing.country', 'IE'),
        given('customer', 'billing.city', 'Galway'),
      ]),
    ).toEqual({
      avs_data: { avs_post_code: 'H91 AB12' },
      customer: { email: 'nora@mail.test', billing: { country: 'IE', city: 'Galway' } },
    })
  })

  it('leaves out what is empty, and is then the empty object that buys time', () => {
    expect(additionalDataOf([given('customer', 'email', ''), given('customer', 'billing.city', '')])).toEqual(
      {},
    )
  })

  it('keeps spaces: the platform has to judge them', () => {
    expect(additionalDataOf([given('customer', 'email', ' ')])).toEqual({ customer: { email: ' ' } })
  })

  it('writes booleans where the field is one and the text can be one', () => {
    expect(
      additionalDataOf([given('customer', 'a', 'true', 'boolean'), given('customer', 'b', 'yes', 'boolean')]),
    ).toEqual({ customer: { a: true, b: 'yes' } })
  })

  it('writes a number only where the field is one and the text can be one', () => {
    expect(
      additionalDataOf([
        given('customer', 'ssn', '1234', 'number'),
        given('customer', 'x', '0123', 'number'),
        given('customer', 'zip', '1234'),
      ]),
    ).toEqual({ customer: { ssn: 1234, x: '0123', zip: '1234' } })
  })

  it('lets a nested name win over a plain one of the same path', () => {
    expect(
      additionalDataOf([given('customer', 'billing', 'x'), given('customer', 'billing.city', 'y')]),
    ).toEqual({
      customer: { billing: { city: 'y' } },
    })
  })

  it('keeps a key named like the prototype an ordinary key', () => {
    expect(JSON.stringify(additionalDataOf([given('__proto__', 'a', '1')]))).toBe('{"__proto__":{"a":"1"}}')
  })
})
