import { describe, expect, it } from 'vitest'
import { EVERYTHING_QUERY_FIELDS, FIELDS_OF_LIST, SEARCHED_LISTS } from './everything'
import { parseQuery } from './parse'

const fieldNamed = (name: string) => EVERYTHING_QUERY_FIELDS.find((field) => field.name === name)

describe('the fields of all lists together', () => {
  it('include every name once', () => {
    const names = EVERYTHING_QUERY_FIELDS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const list of SEARCHED_LISTS) {
      for (const { name } of FIELDS_OF_LIST[list]) expect(names).toContain(name)
    }
  })

  it('offer the values of every list that has the field', () => {
    const status = fieldNamed('status')
    expect(status?.values).toEqual(expect.arrayContaining(['awaiting clarification', 'decline', 'none']))
    expect(status?.examples).toContain('5xx')
    expect(status?.operators).toContain('>=')
    expect(fieldNamed('kind')?.kind).toBe('enum')
  })

  it('have examples that at least one list can parse', () => {
    for (const { name, examples } of EVERYTHING_QUERY_FIELDS) {
      for (const example of examples) {
        const errors = SEARCHED_LISTS.map(
          (list) => parseQuery(`${name}:"${example}"`, FIELDS_OF_LIST[list]).errors,
        )
        expect(errors, `${name}:${example}`).toContainEqual([])
      }
    }
  })
})
