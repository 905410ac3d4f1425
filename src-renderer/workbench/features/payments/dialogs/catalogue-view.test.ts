import { describe, expect, it } from 'vitest'
import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import { CATALOGUE_GROUPS, describeField, shortRule } from './catalogue-view'

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
