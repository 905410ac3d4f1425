import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as rules from './rules'
import type { ValueRule } from './rules'

const verdictOf = (rule: ValueRule, value: unknown): string => {
  const fault = rule(value)
  return fault === null ? 'fine' : `${fault.code} ${fault.constraint}`
}

/** A rule with values on both sides of each of its borders. */
const CASES: readonly (readonly [
  name: string,
  rule: ValueRule,
  cases: readonly (readonly [unknown, string])[],
])[] = [
  [
    'project id',
    rules.projectId,
    [
      [1, 'fine'],
      ['1', 'fine'],
      [4_294_967_295, 'fine'],
      ['4294967295', 'fine'],
      [0, '502 minimum'],
      [-1, '502 minimum'],
      [4_294_967_296, '502 maximum'],
      [1.5, '502 type'],
      ['1.0', '502 type'],
      ['1e3', '502 type'],
      [' 1', '502 type'],
      ['', '502 type'],
      [true, '502 type'],
      [[1], '502 type'],
      [NaN, '502 type'],
      ['99999999999999999', '502 type'],
    ],
  ],
  [
    'payment id',
    rules.paymentId,
    [
      ['a', 'fine'],
      ['Shop-7', 'fine'],
      ['inner space\tand\nmore', 'fine'],
      ['ü🐋', 'fine'],
      ['x'.repeat(255), 'fine'],
      ['🐋'.repeat(255), 'fine'],
      ['x'.repeat(256), '3024 maxLength'],
      ['', '3024 minLength'],
      [7, '3024 type'],
      ...[' ', '\t', '\0', '\v', '\n', '\r'].flatMap((edge): readonly (readonly [unknown, string])[] => [
        [`${edge}x`, '3024 pattern'],
        [`x${edge}`, '3024 pattern'],
        [edge, '3024 pattern'],
      ]),
      ['\u00a0x', 'fine'],
    ],
  ],
  [
    'signature',
    rules.signature,
    [
      ['', 'fine'],
      ['x'.repeat(255), 'fine'],
      ['x'.repeat(256), '3261 maxLength'],
      [1, '3261 type'],
      [{}, '3261 type'],
    ],
  ],
  [
    'positions of a receipt (contract 12 row 7)',
    rules.objects(1, 300),
    [
      [[{}], 'fine'],
      [Array(300).fill({ quantity: 1 }), 'fine'],
      [[], '502 minLength'],
      [Array(301).fill({}), '502 maxLength'],
      [[{}, 'x'], '502 type'],
      [[[]], '502 type'],
      [[null], '502 type'],
      [{ 0: {} }, '502 type'],
      ['[]', '502 type'],
    ],
  ],
  [
    'receipt',
    rules.receiptData,
    [
      [{ positions: [] }, 'fine'],
      [{}, '2004 required'],
      [{ positions: null }, '2004 required'],
      [[], '502 type'],
    ],
  ],
  [
    'amount',
    rules.amount,
    [
      [1, 'fine'],
      ['4650', 'fine'],
      [10_000_000_000_000, 'fine'],
      [0, '502 minimum'],
      [10_000_000_000_001, '502 maximum'],
      [46.5, '502 type'],
      ['46.50', '502 type'],
      [2 ** 53, '502 type'],
    ],
  ],
  [
    'currency',
    rules.currency,
    [
      ['EUR', 'fine'],
      ['eur', '3121 pattern'],
      ['EURO', '3121 pattern'],
      ['E', '3121 pattern'],
      [978, '3121 pattern'],
      [['EUR'], '3121 pattern'],
    ],
  ],
  [
    'card number',
    rules.cardNumber,
    [
      ['4000000000000077', 'fine'],
      ['4000000000000078', '10102 format'],
      ['4000 0000 0000 0077', '10102 format'],
      ['', '10102 format'],
      ['0'.repeat(32), '10102 format'],
      ['0'.repeat(33), '502 maxLength'],
      [4000000000000077, '502 type'],
    ],
  ],
  [
    'URL',
    rules.url,
    [
      ['http://shop.test', 'fine'],
      ['HTTPS://shop.test/a?b=c', 'fine'],
      ['https://x' + 'y'.repeat(246), 'fine'],
      ['https://x' + 'y'.repeat(247), '502 maxLength'],
      ['', '502 minLength'],
      ['ftp://shop.test', '502 format'],
      ['//shop.test', '502 format'],
      ['http:///path', '502 format'],
      ['javascript:alert(1)', '502 format'],
      [{}, '502 type'],
    ],
  ],
  [
    'IP address',
    rules.ipAddress,
    [
      ['127.0.0.1', 'fine'],
      ['255.255.255.255', 'fine'],
      ['::1', 'fine'],
      ['2001:db8::ff00:42:8329', 'fine'],
      ['256.0.0.1', '502 format'],
      ['1.2.3', '502 format'],
      [':::::', '502 format'],
      ['fe80::1%eth0', '502 format'],
      ['shop.test', '502 format'],
      [0, '502 format'],
    ],
  ],
  [
    'date-time',
    rules.dateTime,
    [
      ['2031-04-09T16:20:05+0000', 'fine'],
      ['2031-04-09T16:20:05+00:00', 'fine'],
      ['2031-04-09T16:20:05Z', 'fine'],
      ['2032-02-29T16:20:05.123Z', 'fine'],
      ['2031-04-09T16:20', 'fine'],
      ['2031-02-29T16:20:05Z', '502 format'],
      ['2031-13-09T16:20:05Z', '502 format'],
      ['2031-04-09T24:00:00Z', '502 format'],
      ['2031-04-09T16:20:05 tomorrow', '502 format'],
      ['2031-04-09', '502 format'],
      ['09-04-2031', '502 format'],
      [1_933_000_000, '502 format'],
    ],
  ],
  [
    'boolean',
    rules.boolean,
    [
      [true, 'fine'],
      [false, 'fine'],
      ['true', '502 type'],
      [1, '502 type'],
    ],
  ],
  [
    'object',
    rules.object,
    [
      [{}, 'fine'],
      [[], '502 type'],
      ['{}', '502 type'],
    ],
  ],
  [
    'one of some words or numbers',
    rules.oneOf([0, 1, 'R']),
    [
      [0, 'fine'],
      ['1', 'fine'],
      ['R', 'fine'],
      ['r', '502 enum'],
      [2, '502 enum'],
      [null, '502 enum'],
      [['R'], '502 enum'],
    ],
  ],
]

describe.each(CASES)('the rule of a %s', (_, rule, cases) => {
  it.each(cases)('says of %j: %s', (value, verdict) => {
    expect(verdictOf(rule, value)).toBe(verdict)
  })
})

describe('every rule', () => {
  it('answers any JSON value with a verdict, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CASES), fc.jsonValue(), ([, rule], value) => {
        const fault = rule(value)
        if (fault !== null) expect(fault.message).toMatch(/^Must /)
      }),
    )
  })
})

describe('numbers in strings (contract 5.1)', () => {
  it('are the integers that their digits write', () => {
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

  it('is found along own keys only', () => {
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

describe('the sentence about a card number', () => {
  it('says that only amex may have 15 digits', () => {
    expect(rules.cardNumber('378282246310005')).toBeNull()
    expect(rules.cardNumber('400000000000002')?.message).toBe(
      'Must be a card number: 16 to 19 digits (amex also 15) that pass the Luhn check.',
    )
  })
})
