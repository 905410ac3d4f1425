import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { existingSteps, laidOutJson, pairLines, pairTokens, tokensOf } from './json-lines'

const laidOut = (text: string): string | undefined => laidOutJson(text)?.lines.join('\n')

describe('laidOutJson', () => {
  it('keeps short containers on one line and breaks the root', () => {
    expect(laidOut('{"sum_request":{"amount":1290,"currency":"EUR"},"status":"success"}')).toBe(
      ['{', '  "sum_request": {"amount": 1290, "currency": "EUR"},', '  "status": "success"', '}'].join('\n'),
    )
  })

  it.each(['{}', '[]', '7', '"x"'])('leaves %s on one line', (text) => {
    expect(laidOut(text)).toBe(text)
  })

  it('breaks containers that contain other containers', () => {
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

  it('keeps repeated keys and numeric keys in their order', () => {
    expect(laidOut('{"b":1,"10":2,"2":3,"b":4}')).toBe('{\n  "b": 1,\n  "10": 2,\n  "2": 3,\n  "b": 4\n}')
  })

  it('marks the lines of a member of the root object', () => {
    const text = '{"clarification_fields":{"customer":["email"],"avs_data":["avs_post_code"]},"x":1}'
    expect(laidOutJson(text, { member: 'clarification_fields' })?.marked).toEqual({ first: 1, last: 4 })
    expect(laidOutJson(text, { member: 'x' })?.marked).toEqual({ first: 5, last: 5 })
    expect(laidOutJson(text, { member: 'y' })?.marked).toBeNull()
  })

  it.each(['', '{"a":1,}', '{"a":1} x', '['])('does not lay out %j, which is not JSON', (text) => {
    expect(laidOutJson(text)).toBeNull()
  })

  it('does not lay out text that nests beyond the limit of the platform', () => {
    expect(laidOutJson('['.repeat(600) + ']'.repeat(600))).toBeNull()
  })

  it('keeps the meaning of any JSON text', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const shown = laidOut(text)
        expect(JSON.parse(shown ?? 'undefined')).toEqual(JSON.parse(text))
      }),
    )
  })
})

it('tokensOf splits a line into tokens and the spaces between them', () => {
  expect(tokensOf('  "a": {"b": -1.0, "c": [true]},').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    ...['punctuation   ', 'key "a"', 'punctuation :', 'punctuation  ', 'punctuation {', 'key "b"'],
    ...['punctuation :', 'punctuation  ', 'number -1.0', 'punctuation ,', 'punctuation  ', 'key "c"'],
    ...['punctuation :', 'punctuation  ', 'punctuation [', 'literal true', 'punctuation ]', 'punctuation }'],
    'punctuation ,',
  ])
})

describe('the pairs of a form', () => {
  it('are decoded, one per line, in their order and with repeats', () => {
    expect(pairLines('b=%C3%A9+x&a=1&&b&a=2=3')).toEqual(['b = é x', 'a = 1', 'b = ', 'a = 2=3'])
    expect(pairLines('&')).toBeNull()
  })

  it('show broken escapes as they are, and invisible characters by their code', () => {
    expect(pairLines('a%3=100%&b%ff&c=%ff+=&d=1%0A2')).toEqual([
      ...['a%3 = 100%', 'b%ff = ', 'c = %ff+=', 'd = 1⟨U+000A⟩2'],
    ])
  })

  it('are split into the name, the sign and the value', () => {
    expect(pairTokens('a = 2 = 3').map(({ kind, text, at }) => `${kind} ${text} ${at}`)).toEqual([
      ...['key a 0', 'punctuation  =  1', 'string 2 = 3 4'],
    ])
  })
})

describe('the value at a path', () => {
  const text = '{"general":{"project_id":1,"payment_id":"o-1"},"list":[{"a":1},{"b":[1,2]}],"x":{}}'
  const pointed = (path: readonly string[], of = text): string => {
    const shown = laidOutJson(of, { path })
    const part = shown?.pointed ?? null
    return part === null ? '' : (shown?.lines[part.line] ?? '').slice(part.from, part.to)
  }

  it('is marked with its key, wherever it is', () => {
    expect(pointed(['general', 'payment_id'])).toBe('"payment_id": "o-1"')
    expect(pointed(['list', '1', 'b'])).toBe('"b": [1, 2]')
    expect(pointed(['x'])).toBe('"x": {}')
    expect(pointed([])).toBe('')
  })

  it('is replaced by the nearest existing container if it is missing', () => {
    expect(pointed(['general', 'signature'])).toBe('"general": {"project_id": 1, "payment_id": "o-1"}')
    expect(pointed(['nothing', 'here'])).toBe('')
    expect(existingSteps(text, ['general', 'signature'])).toBe(1)
    expect(existingSteps(text, ['list', '1', 'b', '0'])).toBe(4)
    expect(existingSteps('no JSON', ['a'])).toBeNull()
  })

  it('is the last one if its key is repeated, even with escapes', () => {
    expect(pointed(['a'], '{"a":1,"\\u0061":2}')).toBe('"\\u0061": 2')
  })
})
