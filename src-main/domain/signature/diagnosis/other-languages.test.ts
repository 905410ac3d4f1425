import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import { findParameter } from '#domain/form/parameters/parameters'
import { fromPlain, toPlain } from '#lib/json/node'
import { triesWithin, type Diagnosis } from './diagnose'
import { pythonText, readPython } from './language-texts'
import { mistakesInMembers } from './mistakes-in-members'
import { createSignedTexts } from './signed-texts'
import { REFERENCE } from '#domain/signature/recipe'
import { diagnosed } from './testing/random-message'

const SECRET = 'mock-secret-7Rk2vQ'
const sign = (text: string): string => createHmac('sha512', SECRET).update(text).digest('base64')

const diagnosisOf = (
  message: object,
  textSigned: string,
  encoding: 'json' | 'query' = 'query',
  surface: 'form' | 'api' = 'form',
): Diagnosis =>
  diagnosed({
    root: fromPlain({ ...message, signature: sign(textSigned) }),
    surface,
    encoding,
    secret: SECRET,
    crypto,
    place: 'signature',
    maxTries: triesWithin(40_000_000),
  })

const ids = { payment_id: 'Shop-1', project_id: 9041 }

describe('the notation of a language', () => {
  it('is recognised: PHP signs null as an empty value and leaves it out of the request', () => {
    const one = diagnosisOf(ids, 'customer_email:;payment_id:Shop-1;project_id:9041')
    expect(one).toMatchObject({
      state: 'explained',
      explanations: [
        { mistakes: [{ id: 'nullNotSent' }], message: expect.stringContaining('customer_email') },
      ],
    })
    const two = diagnosisOf(ids, 'billing_city:;customer_phone:;payment_id:Shop-1;project_id:9041')
    expect(two).toMatchObject({
      explanations: [{ message: expect.stringContaining('customer_phone and billing_city') }],
    })
    // JSON can represent null, so nothing is left out there.
    expect(diagnosisOf(ids, 'customer_email:;payment_id:Shop-1;project_id:9041', 'json').state).toBe(
      'unexplained',
    )
  })

  it.each([
    ['an object', { recurring: { register: 1 } }, 'recurring:[object Object]', 'javascriptText'],
    ['a list', { list: [1, 'a', null] }, 'list:1,a,', 'javascriptText'],
    [
      'a list of objects',
      { list: [{ a: 1 }, { a: 2 }] },
      'list:[object Object],[object Object]',
      'javascriptText',
    ],
    [
      'a dict',
      { recurring: { register: true, type: 'C', end: null } },
      "recurring:{'register': True, 'type': 'C', 'end': None}",
      'pythonText',
    ],
    ['a list in Python', { list: ['a', 1.5] }, "list:['a', 1.5]", 'pythonText'],
  ])('is recognised in the string to sign: %s', (_, extra, line, id) => {
    const lines = [line, 'payment_id:Shop-1', 'project_id:9041'].sort()
    expect(diagnosisOf({ ...ids, ...extra }, lines.join(';'), 'json')).toMatchObject({
      state: 'explained',
      explanations: expect.arrayContaining([
        expect.objectContaining({ mistakes: [expect.objectContaining({ id })] }),
      ]),
    })
  })

  it('is recognised below the top level as well', () => {
    const diagnosis = diagnosisOf(
      { general: ids, additional_data: { customer: { email: 'nora@mail.test' } } },
      "additional_data:customer:{'email': 'nora@mail.test'};general:payment_id:Shop-1;general:project_id:9041",
      'json',
      'api',
    )
    expect(diagnosis).toMatchObject({ explanations: [{ mistakes: [{ id: 'pythonText' }] }] })
  })

  it('is recognised in the request: a Python dict or list, a JavaScript list', () => {
    const sent = { ...ids, recurring: "{'register': True, 'type': 'C'}", tags: "['a', None]" }
    expect(
      diagnosisOf(
        sent,
        'payment_id:Shop-1;project_id:9041;recurring:register:1;recurring:type:C;tags:0:a;tags:1:',
      ),
    ).toMatchObject({
      explanations: [
        { mistakes: [{ id: 'pythonTextSent' }], message: expect.stringContaining('recurring, tags') },
      ],
    })
    expect(
      diagnosisOf({ ...ids, tags: 'a,b' }, 'payment_id:Shop-1;project_id:9041;tags:0:a;tags:1:b'),
    ).toMatchObject({
      explanations: [{ mistakes: [{ id: 'javascriptTextSent' }], message: expect.stringContaining('tags') }],
    })
  })

  it('is reported if JavaScript wrote an object, whose contents are lost', () => {
    expect(
      diagnosisOf(
        { ...ids, recurring: '[object Object]' },
        'payment_id:Shop-1;project_id:9041;recurring:register:1',
      ),
    ).toMatchObject({
      state: 'unexplained',
      message: expect.stringContaining('recurring arrived as [object Object]'),
      fix: expect.stringContaining('JSON.stringify'),
    })
  })

  it('is searched for unsent nulls only under the names of form parameters', () => {
    const texts = createSignedTexts({
      root: fromPlain({}),
      surface: 'form',
      place: 'signature',
      bodyText: undefined,
      isFormEncoded: true,
    })
    const tried = mistakesInMembers(texts).flatMap(({ changes = [] }) =>
      changes.flatMap((change) => texts.linesOf({ ...REFERENCE, ...change })),
    )
    const names = new Set(tried.map((line) => line.slice(0, line.indexOf(':'))))
    expect(names.size).toBeGreaterThan(30)
    expect([...names].filter((name) => findParameter(name) === null)).toEqual([])
  })
})

describe('the notation of Python', () => {
  it.each([
    [{ a: [1, -2.5, 'x'], 'it’s': { b: null, c: true } }],
    [{ text: 'don\'t \\ "quote"\n' }],
    [[[], {}, ["'"]]],
  ])('is read back as it was written: %j', (value) => {
    const read = readPython(pythonText(fromPlain(value)))
    expect(read === null ? null : toPlain(read)).toEqual(value)
  })

  it.each(['plain', '{', "{'a'}", '[1,', "['a]", '[1] x', '{1: 2}'])('is not recognised in %s', (text) => {
    expect(readPython(text)).toBeNull()
  })
})
