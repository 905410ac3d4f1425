import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { itemLines, memberLines } from './yaml-lines'

const LONG = 'x'.repeat(150)

it('keeps what is short in one line', () => {
  expect(memberLines('sale', { as: 'order', amount: '46.50 EUR' }, '')).toEqual([
    'sale: { as: order, amount: 46.50 EUR }',
  ])
})

it('writes what is long with its members below it, and those in one line where they are short', () => {
  const body = { payment: { id: 'p-1', description: LONG }, list: [{ a: LONG, b: 1 }, 2], 'a: b': null }
  expect(itemLines({ 'expect callback': { of: 'order', body } }, '  ')).toEqual([
    '  - expect callback:',
    '      of: order',
    '      body:',
    '        payment:',
    '          id: p-1',
    `          description: ${LONG}`,
    '        list:',
    `          - a: ${LONG}`,
    '            b: 1',
    '          - 2',
    '        "a: b": null',
  ])
})

/** Also line ends, and what YAML could read as something else. */
const TEXT = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('\n', '\r\n', ': ', ' #', '- ', 'null'),
    ),
  )
  .map((parts) => parts.join(''))

it('is read as exactly what was written, whatever the keys and texts are', () => {
  fc.assert(
    fc.property(
      fc.dictionary(TEXT, fc.oneof(fc.jsonValue({ maxDepth: 4 }), TEXT), { minKeys: 1 }),
      (item) => {
        const text = ['top:', ...itemLines(item, '  '), '', 'end: true', ''].join('\n')
        // JSON has no -0 and no shared prototypes.
        expect(JSON.stringify(parse(text))).toBe(JSON.stringify({ top: [item], end: true }))
      },
    ),
  )
})
