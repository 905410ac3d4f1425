import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as rules from './rules'
import type { ValueRule } from './rules'

const CONTEXT = { today: '2031-04-09' }

const verdictOf = (rule: ValueRule, value: unknown): string => {
  const violation = rule.check(value, CONTEXT)
  return violation === null ? 'fine' : [violation.code ?? [], violation.constraint].flat().join(' ')
}

/** Rules, each with values on both sides of its limits, grouped by their verdict. */
const CASES: readonly (readonly [
  name: string,
  rule: ValueRule,
  cases: Readonly<Record<string, readonly unknown[]>>,
])[] = [
  [
    'project id',
    rules.projectId,
    {
      fine: [1, '1', 4_294_967_295, '4294967295'],
      minimum: [0, -1],
      maximum: [4_294_967_296],
      type: [1.5, '1.0', '1e3', ' 1', '', true, [1], NaN, '99999999999999999'],
    },
  ],
  [
    'payment id',
    rules.paymentId,
    {
      fine: ['a', 'inner space\tand\nmore', 'ü🐋', 'x'.repeat(255), '🐋'.repeat(255), '\u00a0x'],
      maxLength: ['x'.repeat(256)],
      minLength: [''],
      type: [7],
      pattern: [' ', '\t', '\0', '\v', '\n', '\r'].flatMap((edge) => [`${edge}x`, `x${edge}`, edge]),
    },
  ],
  [
    'signature',
    rules.text(255),
    { fine: ['', 'x'.repeat(255)], maxLength: ['x'.repeat(256)], type: [1, {}] },
  ],
  [
    'positions of a receipt (contract 12 row 7)',
    rules.objects(1, 300),
    {
      fine: [[{}], Array(300).fill({ quantity: 1 })],
      minLength: [[]],
      maxLength: [Array(301).fill({})],
      type: [[{}, 'x'], [[]], [null], { 0: {} }, '[]'],
    },
  ],
  [
    'receipt',
    rules.receiptData,
    { fine: [{ positions: [] }], '2004 required': [{}, { positions: null }], type: [[]] },
  ],
  [
    'amount',
    rules.amount,
    {
      fine: [1, '4650', 10_000_000_000_000],
      minimum: [0],
      maximum: [10_000_000_000_001],
      type: [46.5, '46.50', 2 ** 53],
    },
  ],
  ['currency', rules.currency, { fine: ['EUR'], pattern: ['eur', 'EURO', 'E', 978, ['EUR']] }],
  [
    'card number',
    rules.cardNumber,
    {
      fine: ['4000000000000077', '378282246310005'],
      '10102 format': ['4000000000000078', '4000 0000 0000 0077', '', '0'.repeat(32)],
      maxLength: ['0'.repeat(33)],
      type: [4000000000000077],
    },
  ],
  [
    'URL',
    rules.url(255),
    {
      fine: ['http://shop.test', 'HTTPS://shop.test/a?b=c', 'https://x' + 'y'.repeat(246)],
      maxLength: ['https://x' + 'y'.repeat(247)],
      minLength: [''],
      format: ['ftp://shop.test', '//shop.test', 'http:///path', 'javascript:alert(1)'],
      type: [{}],
    },
  ],
  [
    'date-time',
    rules.dateTime,
    {
      fine: [
        ...['2031-04-09T16:20:05+0000', '2031-04-09T16:20:05+00:00', '2031-04-09T16:20:05Z'],
        ...['2032-02-29T16:20:05.123Z', '2031-04-09T16:20'],
      ],
      format: [
        ...['2031-02-29T16:20:05Z', '2031-13-09T16:20:05Z', '2031-04-09T24:00:00Z'],
        ...['2031-04-09T16:20:05 tomorrow', '2031-04-09', '09-04-2031', 1_933_000_000],
      ],
    },
  ],
  ['boolean', rules.boolean, { fine: [true, false], type: ['true', 1] }],
  ['object', rules.object, { fine: [{}], type: [[], '{}'] }],
  [
    'one of some words or numbers',
    rules.oneOf([0, 1, 'R']),
    { fine: [0, '1', 'R'], enum: ['r', 2, null, ['R']] },
  ],
]

describe.each(CASES)('the value rule: %s', (_, rule, cases) => {
  it.each(Object.entries(cases))('gives the verdict %s on %j', (verdict, values) => {
    expect(values.map((value) => verdictOf(rule, value))).toEqual(values.map(() => verdict))
  })
})

describe('every value rule', () => {
  it('gives a verdict on any JSON value, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CASES), fc.jsonValue(), ([, rule], value) => {
        const violation = rule.check(value, CONTEXT)
        if (violation !== null) expect(violation.message).toMatch(/^Must /)
      }),
    )
  })
})

describe('numbers in strings (contract 5.1)', () => {
  it('are read as integers', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(rules.wholeNumber(number)).toBe(number)
        expect(rules.wholeNumber(String(number))).toBe(number)
      }),
    )
    expect(rules.wholeNumber('007')).toBe(7)
    expect(rules.wholeNumber('9007199254740993')).toBeNull()
  })
})

describe('a value at a path', () => {
  const body: unknown = JSON.parse(
    '{"general":{"project_id":1},"list":[{"x":1}],"__proto__":{"admin":true},"none":null}',
  )

  it('is found through own properties only', () => {
    expect(rules.valueAt(body, ['general', 'project_id'])).toBe(1)
    expect(rules.valueAt(body, ['__proto__', 'admin'])).toBe(true)
    expect(rules.valueAt(body, [])).toBe(body)
  })

  it.each([
    [['general', 'nothing']],
    [['general', 'project_id', 'deeper']],
    [['list', '0', 'x']],
    [['none', 'x']],
    [['constructor']],
    [['toString']],
    [['general', '__proto__']],
    [['general', 'hasOwnProperty']],
  ])('is undefined at %j', (path) => {
    expect(rules.valueAt(body, path)).toBeUndefined()
  })
})
