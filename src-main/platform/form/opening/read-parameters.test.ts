import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromPlain, toPlain } from '#lib/json/node'
import { nestedByBrackets, type OpeningRequest, readParameters } from './read-parameters'

const nested = (parameters: Readonly<Record<string, string>>): unknown => {
  const root = fromPlain(parameters)
  const read = root.type === 'object' ? nestedByBrackets(root) : null
  return read === null ? null : toPlain(read)
}

describe('names with brackets', () => {
  it.each([
    [
      { 'recurring[register]': '1', a: 'x' },
      { recurring: { register: '1' }, a: 'x' },
    ],
    [{ 'a[0]': 'x', 'a[1]': 'y' }, { a: ['x', 'y'] }],
    [{ 'a[1]': 'x', 'a[3]': 'y' }, { a: { 1: 'x', 3: 'y' } }],
    [{ 'a[]': 'x' }, { a: ['x'] }],
    [{ 'a[b][c][0]': 'x', 'a[b][d]': 'y' }, { a: { b: { c: ['x'], d: 'y' } } }],
    [{ a: 'x', 'a[b]': 'y' }, { a: { b: 'y' } }],
    [
      { 'a[b]': 'y', a: 'x', 'c[d]': 'z' },
      { a: 'x', c: { d: 'z' } },
    ],
  ])('in %j are nested as PHP nests them', (parameters, expected) => {
    expect(nested(parameters)).toEqual(expected)
  })

  it.each([{ a: 'x' }, { '[a]': 'x' }, { 'a[b': 'x' }, { 'a]b[': 'x' }, { 'a[b]c': 'x' }, { 'a[[b]]': 'x' }])(
    'are not recognised in %j',
    (parameters) => {
      expect(nested(parameters)).toBeNull()
    },
  )

  it('are nested only to a limited depth, and never into the prototype', () => {
    expect(nested({ [`a${'[b]'.repeat(9)}`]: 'x' })).toBeNull()
    nested({ '__proto__[polluted]': 'x', 'a[__proto__][polluted]': 'x' })
    expect('polluted' in {}).toBe(false)
  })
})

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const get = (query: string): OpeningRequest => ({
  method: 'GET',
  target: `/payment?${query}`,
  contentType: null,
  body: new Uint8Array(),
})

const post = (contentType: string | null, body: string | Uint8Array): OpeningRequest => ({
  method: 'POST',
  target: '/payment',
  contentType,
  body: typeof body === 'string' ? bytes(body) : body,
})

const read = (request: OpeningRequest) => {
  const result = readParameters(request)
  if (!result.ok) throw new Error(result.error.errors[0]?.message)
  return result.parameters
}

const refusal = (request: OpeningRequest) => {
  const result = readParameters(request)
  if (result.ok) throw new Error('it was read')
  return result.error
}

const message = (request: OpeningRequest): string | undefined => refusal(request).errors[0]?.message

describe('the parameters of an opening', () => {
  it('are read from the query, a JSON body or a form-encoded body', () => {
    const wanted = { payment_id: 'Shop/β 17', customer_first_name: 'Zoë' }
    const encoded = 'payment_id=Shop%2F%CE%B2+17&customer_first_name=Zo%C3%AB'
    expect(read(get(encoded))).toMatchObject({ encoding: 'query', plain: wanted })
    expect(read(post('application/x-www-form-urlencoded', encoded))).toMatchObject({
      encoding: 'form',
      plain: wanted,
    })
    expect(read(post('application/json', JSON.stringify(wanted)))).toMatchObject({
      encoding: 'json',
      plain: wanted,
    })
  })

  it('keep their values, however a browser encodes them', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    const values = fc.dictionary(names, fc.string({ unit: 'grapheme' }), {
      noNullPrototype: true,
      minKeys: 1,
    })
    fc.assert(
      fc.property(values, (wanted) => {
        const entries = Object.entries(wanted)
        const query = entries
          .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
          .join('&')
        const form = new URLSearchParams(entries).toString()
        for (const request of [get(query), get(form), post('application/x-www-form-urlencoded', form)]) {
          expect(Object.entries(read(request).plain).toSorted()).toEqual(entries.toSorted())
        }
      }),
    )
  })

  it('are split and decoded as in a browser', () => {
    const letters = fc.constantFrom('g', '%', '4', '1', '+', '&', '=', '%C3%A9', ';', '[', ']')
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 30 }), (parts) => {
        const query = parts.join('')
        expect(read(post('application/x-www-form-urlencoded', query)).plain).toEqual(
          Object.fromEntries(new URLSearchParams(query)),
        )
      }),
    )
  })

  it('keep the last of several values, with a warning', () => {
    const twice = read(get('a=1&b=2&a=3'))
    expect(twice.plain).toEqual({ a: '3', b: '2' })
    expect(twice.repeated).toEqual(['a'])
    expect(twice.warnings).toEqual([
      { field: 'a', message: 'a was sent more than once; the last value counts. Send it once.' },
    ])
    expect(read(post('application/json', '{"a":1,"a":2}')).repeated).toEqual(['a'])
  })

  it('keep names with brackets and names of prototype members unchanged', () => {
    const plain = read(get('BillingInfo[country]=IE&__proto__=x&constructor=y')).plain
    expect(Object.entries(plain)).toEqual([
      ['BillingInfo[country]', 'IE'],
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
    expect(Object.getPrototypeOf(plain)).toBe(Object.prototype)
    const nested = read(post('application/json', '{"__proto__":{"mode":"x"}}')).plain
    expect(nested['mode']).toBeUndefined()
  })

  it('are read from JSON with a charset, and from JSON or form encoding without a content type', () => {
    expect(read(post('application/json; charset=utf-8', '{"a":1}')).warnings).toEqual([])
    expect(read(post('Application/JSON;charset="UTF8"', '{"a":1}')).warnings).toEqual([])
    expect(read(post(null, ' {"a":1}')).encoding).toBe('json')
    expect(read(post(null, 'a=1')).encoding).toBe('form')
    expect(read(post('application/json; charset=iso-8859-1', '{"a":1}')).warnings[0]?.message).toContain(
      'everything is read as UTF-8',
    )
  })

  it('of a POST are not taken from its query', () => {
    const both = read({ ...post('application/json', '{"a":1}'), target: '/payment?b=2' })
    expect(both.plain).toEqual({ a: 1 })
    expect(both.warnings[0]?.message).toContain('The query of a POST is not read')
  })

  it('keep a stray percent sign as it is, with a warning', () => {
    const stray = read(get('discount=10%&code=%zz'))
    expect(stray.plain).toEqual({ discount: '10%', code: '%zz' })
    expect(stray.warnings.map(({ field }) => field)).toEqual(['discount', 'code'])
  })
})

describe('an opening that cannot be read', () => {
  it.each<[what: string, request: OpeningRequest, httpStatus: number, code: string, says: string]>([
    ['another method', { ...get(''), method: 'PUT' }, 405, '702', 'by GET or POST, not by PUT'],
    ['an empty body', post('application/json', ''), 400, '2003', 'The body of the POST is empty.'],
    [
      'broken JSON',
      post('application/json', '{"a":1,}'),
      400,
      '2003',
      'trailing comma before "}" at line 1, column 8',
    ],
    ['an array', post('application/json', '[1]'), 400, '2003', 'The body is an array, not a JSON object.'],
    ['a JSON text', post('application/json', '"a"'), 400, '2003', 'The body is a string'],
    ['null', post('application/json', 'null'), 400, '2003', 'The body is null'],
    ['XML', post('text/xml', '<a/>'), 400, '702', 'A body of type text/xml is not read.'],
    ['multipart', post('multipart/form-data; boundary=x', 'x'), 400, '702', 'Leave enctype out'],
    ['JSON in Latin-1', post('application/json', Uint8Array.of(0x7b, 0x22, 0xe9)), 400, '2003', '0xE9'],
    ['a value in Latin-1', get('payment_id=1&city=M%FCnchen'), 400, '702', 'The value of city is not UTF-8.'],
    ['raw Latin-1', get('city=M\u00fcnchen'), 400, '702', 'The value of city is not UTF-8.'],
    ['a name in Latin-1', get('st%E4dt=1'), 400, '702', 'is not UTF-8. Encode names'],
  ])('is refused: %s', (_what, request, httpStatus, code, says) => {
    expect(refusal(request)).toMatchObject({ httpStatus, code })
    expect(message(request)).toContain(says)
  })
})

it('an opening is not refused for bad UTF-8 in a parameter that the library adds', () => {
  expect(read(get('_referrer=%E9&a=1')).plain).toMatchObject({ a: '1' })
})
