import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { memberOf, type JsonNode } from './node'
import { parseJson, parseJsonBytes, type JsonError, type ParsedJson } from './parse'

const parseOrThrow = (text: string): ParsedJson => {
  const result = parseJson(text)
  if (!result.ok) throw new Error(result.message)
  return result
}

const errorOf = (result: ParsedJson | JsonError): JsonError => {
  if (result.ok) throw new Error('the text was accepted')
  return result
}

const keysOf = (node: JsonNode | undefined): readonly string[] =>
  node?.type === 'object' ? node.members.map(({ key }) => key) : []

const numberTextAt = (text: string, key: string): string | undefined => {
  const node = memberOf(parseOrThrow(text).root, key)
  return node?.type === 'number' ? node.text : undefined
}

describe('a JSON text', () => {
  it.each(['1.0', '1e3', '-0', '12345678901234567890', '1E+2', '0.10', '9007199254740993'])(
    'keeps the number %s as it was written',
    (number) => {
      expect(numberTextAt(`{"n": ${number} }`, 'n')).toBe(number)
    },
  )

  it('keeps the order of digit keys', () => {
    expect(keysOf(parseOrThrow('{"10":1,"b":2,"2":3}').root)).toEqual(['10', 'b', '2'])
  })

  it('keeps the last value of a repeated key at its first position, and reports the key', () => {
    const { root, plain, duplicateKeys } = parseOrThrow(
      '{"general":{"project_id":1,"x":0,"project_id":2},"a":[{"k":1,"\\u006b":2}],"z":1}',
    )
    expect(plain).toEqual({ general: { project_id: 2, x: 0 }, a: [{ k: 2 }], z: 1 })
    expect(keysOf(memberOf(root, 'general'))).toEqual(['project_id', 'x'])
    expect(duplicateKeys).toEqual(['general.project_id', 'a.0.k'])
  })

  it('cannot reach a prototype', () => {
    const text = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"n":1.0}'
    const { root, plain } = parseOrThrow(text)
    expect(keysOf(root)).toEqual(['__proto__', 'constructor', 'n'])
    expect(Object.getPrototypeOf(plain)).toBe(Object.prototype)
    expect(Object.keys(plain as object)).toEqual(['__proto__', 'constructor', 'n'])
    expect('polluted' in {}).toBe(false)
  })
})

describe('a text that is not JSON', () => {
  it.each<readonly [string, number, string]>([
    ['{"a":1,}', 7, 'trailing comma before "}" at line 1, column 8'],
    ['{\n  "a" 1}', 8, "expected a colon after the key at line 2, column 7, found '1'"],
    ['[1 2]', 3, "expected a comma or ] at line 1, column 4, found '2'"],
    ['{"a":1', 6, 'expected a comma or } at line 1, column 7, found the end of the text'],
    ["{'a':1}", 1, "expected a key in double quotes at line 1, column 2, found '''"],
    ['{"a":01}', 6, "expected a comma or } at line 1, column 7, found '1'"],
    ['"a\tb"', 2, 'the character U+0009'],
    ['{"a":"x', 5, 'the closing quote of the string at line 1, column 6 is missing'],
    ['{\n  "a": "x,\n  "b": 1\n}', 9, 'the closing quote of the string at line 2, column 8 is missing'],
    ['["x\r\n"]', 1, 'the closing quote of the string at line 1, column 2 is missing'],
    ['"\\x41"', 2, ''],
    ['// c\n{}', 0, "at line 1, column 1, found '/'"],
    ['{} x', 3, 'expected nothing after the value'],
    ['NaN', 0, 'expected a value'],
  ])('%j is refused at offset %i', (text, offset, words) => {
    const { reason, message, ...position } = errorOf(parseJson(text))
    expect(reason).toBe('syntax')
    expect(message).toContain(words)
    if (words !== '') expect(position.offset).toBe(offset)
  })

  it('is reported as empty if it has only white space', () => {
    expect(errorOf(parseJson('  \n')).message).toContain('empty')
  })
})

describe('the number of values', () => {
  it('may be 100,000', () => {
    expect(parseJson(`[${'1,'.repeat(99_998)}1]`).ok).toBe(true)
  })

  it('is refused from 100,001 on, before any parser runs', () => {
    for (const unit of ['1,', '{},', '"a":1.5,']) {
      expect(errorOf(parseJson(`[${unit.repeat(100_001)}`)).reason).toBe('size')
    }
    expect(parseJson(`["${','.repeat(100_001)}"]`).ok).toBe(true)
  })
})

describe('16 MiB of text', () => {
  const most = 16 * 1024 * 1024

  it.each([
    ['line ends', '\n'.repeat(most), { reason: 'syntax', line: 1 }],
    ['line ends and a bracket', `${'\r\n'.repeat(most / 2)}{`, { reason: 'syntax', line: most / 2 + 1 }],
    ['digits and a letter', `${'1'.repeat(most)}x`, { reason: 'syntax', column: most + 1 }],
  ])('made of %s is refused with the position of the error', (_, text, expected) => {
    expect(errorOf(parseJson(text))).toMatchObject(expected)
  })

  it('made of digits is a number', () => {
    expect(parseJson('1'.repeat(most)).ok).toBe(true)
  })
})

describe('depth', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

  it('may reach 512 levels with either parser', () => {
    expect(parseJson(nested(512)).ok).toBe(true)
    expect(parseJson('['.repeat(512) + '1.0' + ']'.repeat(512)).ok).toBe(true)
    expect(parseJson('{"1":'.repeat(512) + '1.0' + '}'.repeat(512)).ok).toBe(true)
  })

  it('is refused from 513 levels on, even if the text is broken or enormous', () => {
    expect(errorOf(parseJson(nested(513)))).toMatchObject({ reason: 'depth', offset: 512 })
    expect(errorOf(parseJson('{"a":'.repeat(2_000_000))).reason).toBe('depth')
  })

  it('does not include brackets in strings, or those already closed', () => {
    expect(parseJson(`["${'['.repeat(600)}"]`).ok).toBe(true)
    expect(parseJson(`[${Array.from({ length: 600 }, () => '[]').join()}]`).ok).toBe(true)
  })
})

describe('encoding', () => {
  it('must be UTF-8: the first broken byte is named', () => {
    const bytes = Uint8Array.from([...encodeUtf8('{\n"ä":"'), 0xc3, 0x22, 0x7d])
    expect(errorOf(parseJsonBytes(bytes))).toMatchObject({
      reason: 'encoding',
      offset: 8,
      line: 2,
      column: 6,
    })
    expect(errorOf(parseJsonBytes(bytes)).message).toContain('0xC3')
  })

  it('must come without a byte order mark', () => {
    const result = errorOf(parseJsonBytes(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d)))
    expect(result).toMatchObject({ reason: 'encoding', offset: 0 })
    expect(result.message).toContain('byte order mark')
  })

  it.each<readonly [string, number]>([
    ['"a\\ud800"', 2],
    ['"\\uDC00\\ud800"', 1],
    ['"\\ud83d\\ud83d\\ude00"', 1],
    ['"\\ud83d \\ude00"', 1],
    ['{"\\ud83d":1.0}', 2],
    ['"\ud800"', 1],
  ])('must have whole characters: %s is refused at offset %i', (text, offset) => {
    expect(errorOf(parseJson(text))).toMatchObject({ reason: 'encoding', offset })
  })

  it('may have escaped pairs, and texts that only look like escapes', () => {
    expect(parseOrThrow('"\\ud83d\\ude00"').plain).toBe('😀')
    expect(parseOrThrow('"\\\\ud800"').plain).toBe('\\ud800')
  })

  it('is refused if and only if a string has no UTF-8 form', () => {
    const half = fc.constantFrom(
      '\\ud800',
      '\\udbff',
      '\\udc00',
      '\\uDFFF',
      '\\\\',
      'u',
      '\\u0041',
      'd800',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(half, { maxLength: 6 }), (parts) => {
        const text = `"${parts.join('')}"`
        const value: unknown = JSON.parse(text)
        const whole = typeof value === 'string' && !/\p{Surrogate}/u.test(value)
        expect(parseJson(text).ok).toBe(whole)
      }),
      { numRuns: 2000 },
    )
  })
})
