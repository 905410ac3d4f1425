import { LIMITS } from '#lib/limits/limit-table'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS, PAYMENT_QUERY_FIELDS } from './fields'
import { formatQuery, formatTerm, type QueryField } from './terms'
import { parseQuery } from './parse'

const parsePayments = (text: string) => parseQuery(text, PAYMENT_QUERY_FIELDS)
const errorOf = (text: string, fields: readonly QueryField[] = PAYMENT_QUERY_FIELDS) =>
  parseQuery(text, fields).errors.map(({ message }) => message)

describe('a query', () => {
  it('consists of conditions and free text', () => {
    expect(parsePayments('status:"awaiting clarification" amount>1000 order')).toEqual({
      errors: [],
      terms: [
        {
          kind: 'field',
          field: 'status',
          operator: ':',
          value: '"awaiting clarification"',
          values: ['awaiting clarification'],
          negated: false,
          from: 0,
          to: 31,
        },
        {
          kind: 'field',
          field: 'amount',
          operator: '>',
          value: '1000',
          values: ['1000'],
          negated: false,
          from: 32,
          to: 43,
        },
        { kind: 'text', text: 'order', negated: false, from: 44, to: 49 },
      ],
    })
  })

  it('accepts alternatives, a minus sign and any letter case', () => {
    expect(parsePayments('-Status:SUCCESS,awaiting_clarification,success').terms).toMatchObject([
      { field: 'status', values: ['success', 'awaiting clarification'], negated: true },
    ])
  })

  it('keeps white space, commas and quotation marks that are quoted or escaped', () => {
    expect(parsePayments('id:"a, \\"b\\"",c\\,d "x:y" e\\ f -').terms).toMatchObject([
      { field: 'id', values: ['a, "b"', 'c,d'] },
      { kind: 'text', text: 'x:y' },
      { kind: 'text', text: 'e f' },
      { kind: 'text', text: '-', negated: false },
    ])
  })

  it('can contain times of day and braces as free text', () => {
    expect(parsePayments('10:30 {"id":1}').terms).toMatchObject([{ text: '10:30' }, { text: '{"id":1}' }])
  })

  it('distinguishes an empty value from a missing one', () => {
    expect(parsePayments('customer:""').terms).toMatchObject([{ values: [''] }])
    expect(errorOf('customer:')).toEqual(['"customer:" needs a value, for example customer-1.'])
  })
})

describe('an error', () => {
  it('names the nearest field', () => {
    expect(parsePayments('x statsu:success')).toMatchObject({
      terms: [{ text: 'x' }],
      errors: [{ from: 2, to: 16, message: expect.stringContaining('Did you mean "status"?') }],
    })
    expect(errorOf('zzz:1')).toEqual([expect.stringContaining('Known fields: status, id, amount')])
  })

  it('names the nearest value', () => {
    expect(errorOf('status:awaiting')).toEqual([expect.stringContaining('Did you mean "awaiting')])
    expect(errorOf('callback:faild')).toEqual([expect.stringContaining('Did you mean "failed"?')])
  })

  it.each([
    ['status>success', 'cannot be compared with >'],
    ['amount>1,2', 'takes one value'],
    ['amount:ten', 'at most three decimals'],
    ['amount:1.2345', 'at most three decimals'],
    ['created:2031-02-30', 'an ISO date'],
    ['project:x', '"project" must be a whole number, not "x": for example 1.'],
    ['"open', 'quotation mark is missing'],
    ['id:"open', 'quotation mark is missing'],
  ])('is reported for %s', (text, message) => {
    expect(errorOf(text)).toEqual([expect.stringContaining(message)])
  })

  it('is not reported for the examples of any field', () => {
    for (const fields of [PAYMENT_QUERY_FIELDS, CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS]) {
      for (const field of fields) {
        for (const example of field.examples) {
          const term = {
            kind: 'field',
            field: field.name,
            operator: ':',
            values: [example],
            negated: false,
          } as const
          expect(errorOf(formatTerm(term), fields)).toEqual([])
        }
      }
    }
  })
})

const anyQuery = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...['status:', 'amount>', 'created<=', 'id:', '-', '"', '\\', ',', ' ', ':', '=', 'success', '1h'],
        ),
        fc.string({ maxLength: 4 }),
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join('')),
)

describe('any text', () => {
  it('is read without an exception, and its formatted query is read back unchanged', () => {
    fc.assert(
      fc.property(anyQuery, (text) => {
        const once = formatQuery(parsePayments(text).terms)
        const again = parsePayments(once)
        expect(again.errors).toEqual([])
        expect(formatQuery(again.terms)).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })

  it('yields terms and errors that lie within it and do not overlap', () => {
    fc.assert(
      fc.property(anyQuery, (text) => {
        const { terms, errors } = parsePayments(text)
        const spans = [...terms, ...errors].sort((a, b) => a.from - b.from)
        let end = 0
        for (const { from, to } of spans) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          end = to
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

describe('a filter that is too large', () => {
  const limit = LIMITS.filterWords
  it.each([
    ['words', 'a '.repeat(limit + 1)],
    ['negated words', '-a '.repeat(limit + 1)],
    ['alternatives', `status:${'success,'.repeat(limit + 1)}`],
    ['alternatives of several fields', `status:success,decline `.repeat(limit / 2 + 1)],
  ])('is refused with one error that names the limit: too many %s', (_, text) => {
    const { terms, errors } = parseQuery(text, PAYMENT_QUERY_FIELDS)
    expect(terms).toEqual([])
    expect(errors.map(({ message }) => message)).toEqual([
      'The filter has more than 100 conditions, alternatives and words. Remove some.',
    ])
  })

  it('is refused if it has too many characters', () => {
    const { errors } = parseQuery('x'.repeat(LIMITS.filterChars + 1), PAYMENT_QUERY_FIELDS)
    expect(errors[0]?.message).toBe('The filter has more than 2000 characters. Shorten it.')
    expect(parseQuery('x'.repeat(LIMITS.filterChars), PAYMENT_QUERY_FIELDS).errors).toEqual([])
  })
})

describe('a filter from an earlier version', () => {
  it('is read, and written back in the current form', () => {
    const { terms, errors } = parseQuery('-DOOR:Platform,form', EXCHANGE_QUERY_FIELDS)
    expect(errors).toEqual([])
    expect(terms).toMatchObject([{ field: 'source', values: ['api', 'form'], negated: true }])
    expect(formatQuery(terms)).toBe('-source:api,form')
  })

  it('is refused if its value is the name of an inherited property, such as constructor', () => {
    const { terms, errors } = parseQuery('source:constructor', EXCHANGE_QUERY_FIELDS)
    expect(terms).toEqual([])
    expect(errors[0]?.message).toContain('"constructor" is not a value of "source"')
  })
})
