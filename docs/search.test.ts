import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS, PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import type { QueryField } from '#domain/query/terms'
import { rowsBelow } from './testing/table-rows'

const text = readFileSync(join(import.meta.dirname, 'search.md'), 'utf8')

const rowOf = ({ name, operators, examples, explanation }: QueryField): readonly string[] => [
  `\`${name}\`${operators.includes('>') ? ', `<`, `>`' : ''}`,
  examples.map((example) => `\`${example}\``).join(', '),
  explanation,
]

describe('the page about search', () => {
  it.each([
    ['Payments', PAYMENT_QUERY_FIELDS],
    ['Callbacks', CALLBACK_QUERY_FIELDS],
    ['Captured requests and traffic', EXCHANGE_QUERY_FIELDS],
  ])('describes every field of: %s', (heading, fields) => {
    expect(rowsBelow(text, heading)).toEqual(fields.map(rowOf))
  })
})
