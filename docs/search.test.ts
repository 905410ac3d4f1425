import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  CALLBACK_QUERY_FIELDS,
  EXCHANGE_QUERY_FIELDS,
  PAYMENT_QUERY_FIELDS,
} from '../src-main/core/query/fields'
import type { QueryField } from '../src-main/core/query/terms'

const text = readFileSync(join(import.meta.dirname, 'search.md'), 'utf8')

/** Rows of the table below a heading, without its head. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

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
  ])('tells about every field of: %s', (heading, fields) => {
    expect(rowsBelow(heading)).toEqual(fields.map(rowOf))
  })
})
