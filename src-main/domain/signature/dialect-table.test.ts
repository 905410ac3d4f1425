import { describe, expect, it } from 'vitest'
import { dialects, type DialectId } from './dialects'
import { canonicalText } from './testing/canonical-text'

type Texts = { readonly REF: string } & Readonly<Partial<Record<DialectId, string>>>
type Row = readonly [number, string, Texts]

const eleven = [...Array(11).keys()]
const items = (order: readonly number[], suffix = ''): string =>
  order.map((index) => `a:${index}${suffix}:x${index}`).join(';')
const tenBeforeOne = [0, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const tenAfterOne = [0, 1, 10, 2, 3, 4, 5, 6, 7, 8, 9]

const elevenTexts = `{"a":${JSON.stringify(eleven.map((index) => `x${index}`))}}`
const elevenObjects = `{"a":${JSON.stringify(eleven.map((index) => ({ v: `x${index}` })))}}`

const jsonOfKeys = (first: string, second: string): string => `{"${first}":1,"${second}":1}`
const inOrder = (...keys: readonly string[]): string => keys.map((key) => `${key}:1`).join(';')

/** The text of REF, which is also that of the given dialects. */
const same = (text: string, ...ids: readonly Exclude<DialectId, 'REF'>[]): Texts => ({
  REF: text,
  ...Object.fromEntries(ids.map((id) => [id, text])),
})

const rows: readonly Row[] = [
  [
    1,
    elevenTexts,
    {
      ...same(items(eleven), 'JS', 'DOC_JS', 'DOC_PHP', 'PLUG'),
      PY: items(tenAfterOne),
      DOC_PY: items(tenBeforeOne),
    },
  ],
  [
    1,
    elevenObjects,
    { ...same(items(eleven, ':v'), 'JS'), PY: items(tenBeforeOne, ':v'), DOC_PY: items(tenBeforeOne, ':v') },
  ],
  [2, '{"a":{"x":1},"a-b":2}', { ...same('a-b:2;a:x:1', 'PY', 'DOC_JS'), JS: 'a:x:1;a-b:2' }],
  [3, '{"a":{"x":1},"a1":2}', { ...same('a1:2;a:x:1', 'PY'), JS: 'a:x:1;a1:2', DOC_JS: 'a:x:1;a1:2' }],
  [4, '{"a":{"x":1},"a_b":2}', { ...same('a:x:1;a_b:2', 'JS', 'PY'), DOC_JS: 'a_b:2;a:x:1' }],
  [
    5,
    '{"a":1,"a-b":2}',
    { ...same('a:1;a-b:2', 'JS', 'PY'), DOC_PHP: 'a-b:2;a:1', DOC_JS: 'a-b:2;a:1', DOC_PY: 'a-b:2;a:1' },
  ],
  [6, '{"a":1,"a1":2}', { ...same('a:1;a1:2', 'JS', 'PY'), DOC_PHP: 'a1:2;a:1', DOC_PY: 'a1:2;a:1' }],
  [
    7,
    '{"k10":1,"k9":2,"k2":3}',
    { ...same('k2:3;k9:2;k10:1', 'DOC_JS'), JS: 'k10:1;k2:3;k9:2', PY: 'k10:1;k2:3;k9:2' },
  ],
  [8, '{"k1":2,"k01":1,"k001":3}', { ...same('k001:3;k01:1;k1:2', 'JS', 'PY'), DOC_JS: 'k01:1;k1:2;k001:3' }],
  [9, '{"2":1,"10":2}', { ...same('2:1;10:2', 'JS'), PY: '10:2;2:1' }],
  [9, '{"10":2,"2":1}', { ...same('2:1;10:2', 'JS'), PY: '10:2;2:1' }],
  [10, '{"a:b":1,"a":{"b":2}}', { ...same('a::b:1;a:b:2', 'PY'), JS: 'a:b:2;a:b:1', DOC_JS: 'a:b:1;a:b:2' }],
  [
    11,
    '{"card[h]":1,"card":{"x":2},"card.x":3}',
    { ...same('card.x:3;card:x:2;card[h]:1', 'PY'), JS: 'card:x:2;card.x:3;card[h]:1' },
  ],
  [
    12,
    '{"a b":1,"ab":2,"a":{"c":3}}',
    { ...same('a:c:3;a b:1;ab:2', 'JS'), PY: 'a b:1;a:c:3;ab:2', DOC_JS: 'a b:1;a:c:3;ab:2' },
  ],
  [13, '{"B":1,"a":2}', { ...same('B:1;a:2', 'JS', 'PY'), DOC_JS: 'a:2;B:1' }],
  [14, '{"😀":1,"ｚ":2}', { ...same('ｚ:2;😀:1', 'PY'), JS: '😀:1;ｚ:2' }],
  ...(
    [
      ['redirect', 'redirect_on_mobile'],
      ['billing_region', 'billing_region_code'],
      ['recurring', 'recurring_register'],
      ['sum', 'sum_real'],
      ['operation', 'operation_fee'],
    ] as const
  ).map(([short, long]): Row => [
    15,
    jsonOfKeys(long, short),
    { ...same(inOrder(short, long), 'JS', 'PY'), DOC_JS: inOrder(long, short) },
  ]),
  [16, '{"x":true,"y":false}', { ...same('x:1;y:0', 'JS', 'PY', 'DOC_JS'), PLUG: '1;1' }],
  [17, '{"n":1.0}', { ...same('n:1', 'JS'), PY: 'n:1.0' }],
]

describe('the table of disagreements', () => {
  const cases = rows.flatMap(([number, json, texts]) =>
    Object.entries(texts).map(([dialect, text]) => ({ number, json, dialect: dialect as DialectId, text })),
  )

  it.each(cases)('holds for $dialect in row $number: $json', ({ json, dialect, text }) => {
    expect(canonicalText(json, dialect)).toBe(text)
  })

  it('is covered in full', () => {
    expect(new Set(rows.map(([number]) => number)).size).toBe(17)
  })
})

describe('all dialects', () => {
  const id = { project_id: 9041, payment_id: 'S-1' }
  it.each([
    ['the smallest set of form parameters', { ...id, payment_amount: 100, payment_currency: 'EUR' }],
    ['a clarification request', { general: id, additional_data: { customer: { first_name: 'Zoë' } } }],
    [
      'a result callback',
      { payment: { ...id, sum: { amount: 100, currency: 'EUR' } }, errors: ['e0', 'e1'] },
    ],
  ])('produce the same text for %s', (_, message) => {
    const json = JSON.stringify(message)
    const texts = Object.values(dialects).map(({ id }) => canonicalText(json, id))
    expect(new Set(texts).size).toBe(1)
  })
})
