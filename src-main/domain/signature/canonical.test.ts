import { describe, expect, it } from 'vitest'
import { fromPlain } from '#lib/json/node'
import { canonicalise } from './canonical'
import type { Surface } from './recipe'
import { dialects, type DialectId } from './dialects'
import { canonicalText } from './testing/canonical-text'

describe('leaves', () => {
  it.each([
    ['" a b "', 'v: a b '],
    ['"a\\/b\\u00eb\\n"', 'v:a/bë\n'],
    ['""', 'v:'],
    ['null', 'v:'],
    ['true', 'v:1'],
    ['false', 'v:0'],
    ['100', 'v:100'],
    ['"100"', 'v:100'],
    ['1.50', 'v:1.5'],
    ['1.0', 'v:1'],
    ['1e3', 'v:1000'],
    ['{}', ''],
    ['[]', ''],
    ['[[],{"a":{}}]', ''],
    ['["x",null]', 'v:0:x;v:1:'],
  ])('such as %s become %j', (value, text) => {
    expect(canonicalText(`{"v":${value}}`)).toBe(text)
  })

  it.each<readonly [string, string, string, string]>([
    ['9007199254740993', '9007199254740993', '9007199254740992', '9007199254740993'],
    ['9223372036854775807', '9223372036854775807', '9223372036854776000', '9223372036854775807'],
    ['9223372036854775808', '9.2233720368548E+18', '9223372036854776000', '9223372036854775808'],
    ['10000000000000000000000000', '1.0E+25', '1e+25', '10000000000000000000000000'],
    ['1e25', '1.0E+25', '1e+25', '1e+25'],
    ['1e14', '1.0E+14', '100000000000000', '100000000000000.0'],
    ['99999999999999.0', '99999999999999', '99999999999999', '99999999999999.0'],
    ['0.1234567890123456', '0.12345678901235', '0.1234567890123456', '0.1234567890123456'],
    ['1234567890123.25', '1234567890123.2', '1234567890123.25', '1234567890123.25'],
    ['99999999999999.5', '1.0E+14', '99999999999999.5', '99999999999999.5'],
    ['1e-4', '0.0001', '0.0001', '0.0001'],
    ['0.00001', '1.0E-5', '0.00001', '1e-05'],
    ['1.5e-7', '1.5E-7', '1.5e-7', '1.5e-07'],
    ['1e16', '1.0E+16', '10000000000000000', '1e+16'],
    ['1e999', 'INF', 'Infinity', 'inf'],
    ['-1e999', '-INF', '-Infinity', '-inf'],
    ['-0', '-0', '0', '0'],
    ['-0.0', '-0', '0', '-0.0'],
    ['-2.50', '-2.5', '-2.5', '-2.5'],
    ['0.0', '0', '0', '0.0'],
  ])('such as %s become %s for PHP, %s for JavaScript, %s for Python', (number, php, javascript, python) => {
    expect(canonicalText(`{"n":${number}}`, 'REF')).toBe(`n:${php}`)
    expect(canonicalText(`{"n":${number}}`, 'JS')).toBe(`n:${javascript}`)
    expect(canonicalText(`{"n":${number}}`, 'PY')).toBe(`n:${python}`)
  })

  it('in the published samples are written as the language prints them', () => {
    const json = '{"f":false,"n":null,"t":true}'
    expect(canonicalText(json, 'DOC_PHP')).toBe('f:;n:;t:1')
    expect(canonicalText(json, 'DOC_PY')).toBe('f:False;n:None;t:True')
    expect(canonicalText(json, 'DOC_JS')).toBe('f:0;n:;t:1')
  })
})

describe('paths', () => {
  it('double the colon in keys but not in values', () => {
    expect(canonicalText('{"a:":{":b":"c:d"}}')).toBe('a:::::b:c:d')
  })

  it('keep empty keys', () => {
    expect(canonicalText('{"":{"a":1},"b":{"":2}}')).toBe(':a:1;b::2')
  })

  it('omit the top-level key 0 in the reference dialect if it holds an object or an array', () => {
    expect(canonicalText('{"0":{"b":1},"a":2}')).toBe('a:2;b:1')
    expect(canonicalText('[{"b":1},{"c":2}]')).toBe('1:c:2;b:1')
    expect(canonicalText('{"0":7,"a":{"0":{"b":1}}}')).toBe('0:7;a:0:b:1')
    expect(canonicalText('{"0":{"b":1}}', 'PY')).toBe('0:b:1')
    expect(canonicalText('{"0":{"b":1}}', 'JS')).toBe('0:b:1')
  })

  it('that compare equal stay in the order of the data', () => {
    expect(canonicalText('{"a  b":1,"a b":2,"a   b":3}')).toBe('a  b:1;a b:2;a   b:3')
    expect(canonicalText('{"a b":2,"a  b":1}')).toBe('a b:2;a  b:1')
  })

  it('are returned with value and line', () => {
    const canonical = canonicalise(fromPlain({ b: { c: true }, a: 'x:y' }), dialects.REF, 'api')
    expect(canonical).toEqual({
      ok: true,
      text: 'a:x:y;b:c:1',
      lines: [
        { path: 'a', value: 'x:y', line: 'a:x:y' },
        { path: 'b:c', value: '1', line: 'b:c:1' },
      ],
    })
  })
})

describe('keys that are not signed', () => {
  const json =
    '{"a":1,"_sw":2,"frame_mode":"iframe","signature":"s","x":{"signature":"","_y":3,"frame_mode":4},"l":[{"signature":"t","_z":5,"frame_mode":6}]}'

  it.each<readonly [DialectId, Surface, string]>([
    ['REF', 'form', 'a:1;l:0:_z:5;x:_y:3'],
    ['REF', 'api', '_sw:2;a:1;l:0:_z:5;x:_y:3'],
    ['REF', 'callback', '_sw:2;a:1;l:0:_z:5;x:_y:3'],
    ['JS', 'form', 'a:1;l:0:_z:5;x:_y:3'],
    ['PY', 'form', 'a:1;l:0:_z:5;l:0:signature:t;x:_y:3'],
    ['DOC_PHP', 'form', 'a:1;l:0:_z:5;x:_y:3'],
    ['DOC_JS', 'form', 'a:1;frame_mode:iframe;l:0:_z:5;l:0:frame_mode:6;x:_y:3;x:frame_mode:4'],
    ['PLUG', 'form', 'a:1;l:0:_z:5;l:0:frame_mode:6;l:0:signature:t;x:_y:3;x:frame_mode:4;x:signature:'],
    ['PLUG', 'api', 'a:1;l:0:_z:5;l:0:frame_mode:6;l:0:signature:t;x:_y:3;x:frame_mode:4;x:signature:'],
  ])('are left out by %s on the surface %s', (dialect, surface, text) => {
    expect(canonicalText(json, dialect, surface)).toBe(text)
  })

  it('are left out with everything below them', () => {
    expect(canonicalText('{"signature":{"a":1},"general":{"signature":[1,2],"b":3}}')).toBe('general:b:3')
  })

  it('include, for the plugin, only the signature that it found', () => {
    expect(canonicalText('{"general":{"signature":"s","a":1},"x":{"signature":"t"}}', 'PLUG')).toBe(
      'general:a:1;x:signature:t',
    )
    expect(canonicalText('{"signature":"s","general":{"signature":"t"}}', 'PLUG')).toBe('general:signature:t')
  })
})

describe('data that a dialect cannot sign', () => {
  it('includes null in a callback for the JavaScript SDK, which can sign null in its own requests', () => {
    const json = '{"operation":{"processing_time":null},"a":[null]}'
    expect(canonicalText(json, 'JS', 'callback')).toContain('refused')
    expect(canonicalText(json, 'JS', 'api')).toBe('a:0:;operation:processing_time:')
    expect(canonicalText('{"signature":null,"a":1}', 'JS', 'callback')).toBe('a:1')
  })

  it('includes a top-level array for the Python SDK', () => {
    expect(canonicalText('[1]', 'PY')).toContain('refused')
    expect(canonicalText('[1]', 'REF')).toBe('0:1')
  })

  it('includes a semicolon in a key or in a string for the plugin', () => {
    expect(canonicalText('{"a":{"b":"x;y"}}', 'PLUG')).toContain('a:b')
    expect(canonicalText('{"a;b":1}', 'PLUG')).toContain('refused')
    expect(canonicalText('{"a":{"b":"x;y"}}', 'REF')).toBe('a:b:x;y')
    expect(canonicalText('{"_note":"x;y","a":1}', 'PLUG')).toBe('a:1')
  })

  it.each(['1', '"text"', 'null'])('includes the root %s for every dialect', (json) => {
    for (const { id } of Object.values(dialects)) expect(canonicalText(json, id)).toContain('refused')
  })

  it('includes values that would repeat a long path too often', () => {
    const leaves = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`v${String(i)}`, 1]))
    expect(canonicalText(JSON.stringify({ ['k'.repeat(20_000)]: leaves }))).toMatch(
      /^refused: .*more than 524288/,
    )
    expect(canonicalText(JSON.stringify({ ['k'.repeat(200)]: leaves }))).not.toMatch(/^refused/)
  })

  it('includes more values than can be sorted in an acceptable time', () => {
    const most = Array.from({ length: 100_000 }, () => 1)
    expect(canonicalise(fromPlain(most), dialects.REF, 'api').ok).toBe(true)
    expect(canonicalise(fromPlain([...most, 1]), dialects.REF, 'api')).toEqual({
      ok: false,
      failure: 'There are more than 100000 values to sign. Send fewer.',
    })
  })
})
