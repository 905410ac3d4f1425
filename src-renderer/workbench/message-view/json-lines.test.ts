import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonLine, jsonLines, stepsThere, tokensOf } from './json-lines'

const lineText = (line: JsonLine): string =>
  '  '.repeat(line.indent) +
  tokensOf(line)
    .map(({ text }) => text)
    .join('')

const laidOut = (text: string): string | undefined => jsonLines(text)?.map(lineText).join('\n')

describe('laying out a JSON body', () => {
  it('keeps short containers on one line and breaks the root', () => {
    expect(laidOut('{"sum_request":{"amount":1290,"currency":"EUR"},"status":"success"}')).toBe(
      ['{', '  "sum_request": {"amount": 1290, "currency": "EUR"},', '  "status": "success"', '}'].join('\n'),
    )
  })

  it.each(['{}', '[]', '7', '"x"'])('leaves %s on one line', (text) => {
    expect(laidOut(text)).toBe(text)
  })

  it('breaks containers that nest or are long', () => {
    expect(laidOut('{"operation":{"type":"sale","sum":{"amount":1}}}')).toBe(
      ['{', '  "operation": {', '    "type": "sale",', '    "sum": {"amount": 1}', '  }', '}'].join('\n'),
    )
  })

  it('leaves numbers and escapes as they were written', () => {
    const text = String.raw`{"a":1.0,"b":9007199254740993,"c":1E+2,"d":"\u00e9\/"}`
    const shown = laidOut(text)
    for (const source of ['1.0', '9007199254740993', '1E+2', String.raw`"\u00e9\/"`])
      expect(shown).toContain(source)
  })

  it('keeps repeated keys and digit keys in their order', () => {
    expect(laidOut('{"b":1,"10":2,"2":3,"b":4}')).toBe('{\n  "b": 1,\n  "10": 2,\n  "2": 3,\n  "b": 4\n}')
  })

  it('names the member of the root object that a line belongs to', () => {
    const lines =
      jsonLines('{"clarification_fields":{"customer":["email"],"avs_data":["avs_post_code"]},"x":1}') ?? []
    expect(lines.map((line) => line.member)).toEqual([
      null,
      'clarification_fields',
      'clarification_fields',
      'clarification_fields',
      'clarification_fields',
      'x',
      null,
    ])
  })

  it.each([
    '',
    '{',
    '{"a":1,}',
    '[1 2]',
    '{"a":01}',
    "{'a':1}",
    '{"a":1} x',
    '"a\u0001"',
    '[',
    '{"a"}',
    'nul',
  ])('does not pretend that %j is JSON', (text) => {
    expect(jsonLines(text)).toBeNull()
  })

  it('shows text as it is that nests beyond the limit of the platform', () => {
    expect(jsonLines('['.repeat(600) + ']'.repeat(600))).toBeNull()
  })

  it('means the same as the source for any JSON value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const shown = laidOut(text)
        expect(JSON.parse(shown ?? 'undefined')).toEqual(JSON.parse(text))
      }),
    )
  })
})

describe('the width of a line', () => {
  it('is that of what stands in it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        for (const line of jsonLines(text) ?? [])
          expect(line.width).toBe(tokensOf(line).reduce((sum, token) => sum + token.text.length, 0))
      }),
    )
  })
})

describe('a value that is pointed at', () => {
  const text = '{"general":{"project_id":1,"payment_id":"o-1"},"list":[{"a":1},{"b":[1,2]}],"x":{}}'
  const pointed = (path: readonly string[]): string =>
    (jsonLines(text, path) ?? [])
      .flatMap(tokensOf)
      .filter((token) => token.pointed === true)
      .map((token) => token.text)
      .join('')

  it('is marked with its key, wherever it stands', () => {
    expect(pointed(['general', 'payment_id'])).toBe('"o-1"')
    expect(pointed(['list', '1', 'b'])).toBe('"b": [1, 2]')
    expect(pointed(['x'])).toBe('"x": {}')
    expect(pointed([])).toBe('')
  })

  it('is what should hold it where it is missing', () => {
    expect(pointed(['general', 'signature'])).toBe('"general": {"project_id": 1, "payment_id": "o-1"}')
    expect(pointed(['nothing', 'here'])).toBe('')
    expect(stepsThere(text, ['general', 'signature'])).toBe(1)
    expect(stepsThere(text, ['list', '1', 'b', '0'])).toBe(4)
    expect(stepsThere('no JSON', ['a'])).toBeNull()
  })

  it('of a repeated key is the last one, and escapes are seen through', () => {
    const twice = jsonLines('{"a":1,"\\u0061":2}', ['a']) ?? []
    expect(
      twice
        .flatMap(tokensOf)
        .filter((token) => token.pointed)
        .map(({ text }) => text),
    ).toEqual(['"\\u0061"', ': ', '2'])
  })
})
