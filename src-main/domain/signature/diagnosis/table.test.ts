import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import { doAllSteps } from '#lib/steps'
import { parseJson } from '#lib/json/parse'
import { diagnosing, triesWithin, type Diagnosis } from './diagnose'

const SECRET = 'mock-secret-7Rk2vQ'

/** The worked example of contract 2.7, with room for a signature at the end of `general`. */
const bodyWith = (signature: string): string =>
  `{"general":{"project_id":9041,"payment_id":"Shop/β-17"${signature}},
 "additional_data":{"customer":{"first_name":"Zoë","email":"zoe@mail.test","billing":{"country":"IE","city":"Galway"}},
  "notes":["n0","n1","n2","n3","n4","n5","n6","n7","n8","n9","n10"],
  "consent":true,"level":2.5,"memo":null,"opt:in":false,"nil":[],"none":{}}}`

const LINES = [
  'additional_data:consent:1',
  'additional_data:customer:billing:city:Galway',
  'additional_data:customer:billing:country:IE',
  'additional_data:customer:email:zoe@mail.test',
  'additional_data:customer:first_name:Zoë',
  'additional_data:level:2.5',
  'additional_data:memo:',
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((index) => `additional_data:notes:${index}:n${index}`),
  'additional_data:opt::in:0',
  'general:payment_id:Shop/β-17',
  'general:project_id:9041',
]
const TEXT = LINES.join(';')
const NOTES = LINES.slice(7, 18)

const hmac = (text: string | Buffer, key: string | Buffer = SECRET, hash = 'sha512'): Buffer =>
  createHmac(hash, key).update(text).digest()
const signed = (text: string | Buffer, key?: string | Buffer): string => hmac(text, key).toString('base64')
const plain = (text: string): string => createHash('sha512').update(text).digest('base64')
const changed = (from: string, to: string): string => TEXT.replace(from, to)
const values = LINES.map((line) => line.slice(line.lastIndexOf(':') + 1))
const pathOf = (line: string): string => line.slice(0, line.lastIndexOf(':'))

const diagnosisOf = (signature: string): Diagnosis => {
  const bodyText = bodyWith(`,"signature":${JSON.stringify(signature)}`)
  const parsed = parseJson(bodyText)
  if (!parsed.ok) throw new Error(parsed.message)
  return doAllSteps(
    diagnosing({
      root: parsed.root,
      bodyText,
      surface: 'api',
      encoding: 'json',
      secret: SECRET,
      otherSecrets: [{ projectId: 77, secret: 'secret of project 77' }],
      lenient: false,
      crypto,
      maxTries: triesWithin(Infinity),
    }),
  )
}

const mistakesOf = (diagnosis: Diagnosis): readonly (readonly string[])[] =>
  diagnosis.state === 'explained'
    ? diagnosis.explanations.map(({ mistakes }) => mistakes.map(({ id }) => id))
    : []

type Row = readonly [what: string, id: string, signature: string, prefix: string]

/** The last column is the beginning that contract 2.8 gives; empty where it has none. */
const ROWS: readonly Row[] = [
  ['hex', 'hex', hmac(TEXT).toString('hex'), '6f708d853bf1'],
  [
    'base64 of the hex text',
    'base64OfHex',
    Buffer.from(hmac(TEXT).toString('hex')).toString('base64'),
    'NmY3MDhkODUz',
  ],
  ['base64url', 'base64url', hmac(TEXT).toString('base64url'), 'b3CNhTvxezNW'],
  ['SHA-256', 'sha256', hmac(TEXT, SECRET, 'sha256').toString('base64'), 'T49+SwqA41jX'],
  ['SHA-1', 'sha1', hmac(TEXT, SECRET, 'sha1').toString('base64'), 'PUVTEdevN1PE'],
  ['plain hash', 'plainHash', plain(TEXT), 'aOI3gDWopoU7'],
  ['plain hash, key behind', 'plainHash', plain(TEXT + SECRET), '4xpivsfc76y6'],
  ['plain hash, key before', 'plainHash', plain(SECRET + TEXT), 'rCAPIEdsCz8V'],
  ['key and message swapped', 'swapped', signed(SECRET, TEXT), 'ICg4/oYuOnGr'],
  ['trailing ;', 'trailingSemicolon', signed(`${TEXT};`), 'Uf3skcIMy/JB'],
  ['joined by line feeds', 'otherJoiner', signed(LINES.join('\n')), 'vWB3zx4iuNMZ'],
  ['joined by &', 'otherJoiner', signed(LINES.join('&')), 'gmSqhVsmYaF6'],
  ['joined by nothing', 'otherJoiner', signed(LINES.join('')), 'Qr9HRTX1JPUj'],
  [
    'not sorted',
    'unsorted',
    signed(
      [
        'general:project_id:9041',
        'general:payment_id:Shop/β-17',
        'additional_data:customer:first_name:Zoë',
        'additional_data:customer:email:zoe@mail.test',
        'additional_data:customer:billing:country:IE',
        'additional_data:customer:billing:city:Galway',
        ...NOTES,
        'additional_data:consent:1',
        'additional_data:level:2.5',
        'additional_data:memo:',
        'additional_data:opt::in:0',
      ].join(';'),
    ),
    'SI8uYweYb56T',
  ],
  [
    'code point sort',
    'codePointOrder',
    signed([...LINES.slice(0, 9), ...NOTES.slice(10), ...NOTES.slice(2, 10), ...LINES.slice(18)].join(';')),
    'mOFu6BXxvrs+',
  ],
  ['colon not doubled', 'singleColon', signed(changed('opt::in', 'opt:in')), 'rA+o4/OvCve8'],
  [
    'booleans as words',
    'booleanWords',
    signed(changed('consent:1', 'consent:true').replace('in:0', 'in:false')),
    '/uTRlGW3TCvg',
  ],
  [
    'booleans as Python words',
    'booleanCapitalWords',
    signed(changed('consent:1', 'consent:True').replace('in:0', 'in:False')),
    'Pb9MpDfFdNWn',
  ],
  ['false as nothing', 'falseEmpty', signed(changed('in:0', 'in:')), 'GB4LK14Pdg1A'],
  [
    'bare booleans',
    'bareBoolean',
    signed(changed('additional_data:consent:1', '1').replace('additional_data:opt::in:0', '1')),
    '6D0cyggwx6z9',
  ],
  ['null as a word', 'nullWord', signed(changed('memo:', 'memo:null')), 'As7YQby4n+Q3'],
  ['null as None', 'nullNone', signed(changed('memo:', 'memo:None')), 'kjLFWFl9SdYt'],
  ['empty leaves dropped', 'emptyDropped', signed(changed('additional_data:memo:;', '')), '41Xu9YG0BMWR'],
  ['null dropped', 'nullDropped', signed(changed('additional_data:memo:;', '')), '41Xu9YG0BMWR'],
  ['empty signature left inside', 'signatureLeft', signed(`${TEXT};general:signature:`), 'yLypVnJTMFBM'],
  ['values only', 'valuesOnly', signed(values.join(';')), 'o78ATQMSNcH4'],
  [
    'leaf key without path',
    'keyWithoutPath',
    signed(
      [
        ...NOTES.map((line) => line.slice('additional_data:notes:'.length)),
        'city:Galway',
        'consent:1',
        'country:IE',
        'email:zoe@mail.test',
        'first_name:Zoë',
        'in:0',
        'level:2.5',
        'memo:',
        'payment_id:Shop/β-17',
        'project_id:9041',
      ].join(';'),
    ),
    'h13CsN8gHqie',
  ],
  [
    'path with points',
    'pathWithPoints',
    signed(LINES.map((line, at) => `${pathOf(line).replaceAll(':', '.')}:${values[at] ?? ''}`).join(';')),
    'rI9oPYSHudNJ',
  ],
  ['raw JSON', 'rawJson', signed(JSON.stringify(JSON.parse(bodyWith('')))), 'v/MFovB6+lME'],
  ['raw JSON with its white space', 'rawJson', signed(bodyWith('')), 'eCZLqu+QkuvG'],
  [
    'arrays joined with commas',
    'arraysJoined',
    signed(
      [
        ...LINES.slice(0, 7),
        'additional_data:notes:n0,n1,n2,n3,n4,n5,n6,n7,n8,n9,n10',
        ...LINES.slice(18),
      ].join(';'),
    ),
    'EGCjdL/D7vrw',
  ],
  [
    'index from 1',
    'indexFromOne',
    signed(
      [
        ...LINES.slice(0, 7),
        ...NOTES.map((_, index) => `additional_data:notes:${index + 1}:n${index}`),
        ...LINES.slice(18),
      ].join(';'),
    ),
    '35+H0bhyV1yz',
  ],
  ['key with a line end', 'wrongKey', signed(TEXT, `${SECRET}\n`), 'TqSvjylxaU8M'],
  ['project id as key', 'wrongKey', signed(TEXT, '9041'), 'M0x93KwFjgnb'],
  [
    'low bytes',
    'textEncoding',
    signed(Buffer.from(Array.from(TEXT, (letter) => letter.charCodeAt(0) & 0xff))),
    'qJ1b7x9yTL2z',
  ],
  ['UTF-16', 'textEncoding', signed(Buffer.from(TEXT, 'utf16le')), '+GZhvmA3BgWX'],
  ['letters taken apart', 'decomposed', signed(TEXT.normalize('NFD')), 'vEqfIIBnK2xH'],
  [
    'percent-encoded values',
    'percentEncoded',
    signed(LINES.map((line, at) => `${pathOf(line)}:${encodeURIComponent(values[at] ?? '')}`).join(';')),
    'cxZVKPAi4/lq',
  ],
  ['fractions cut off', 'numbersCut', signed(changed('level:2.5', 'level:2')), ''],
  ['a line feed at the end', 'trailingLineFeed', signed(`${TEXT}\n`), ''],
  ['added later', 'addedLater', signed(changed('additional_data:level:2.5;', '')), 'P0l9OMlY5Hr1'],
]

describe('the table of mistakes', () => {
  it.each(ROWS)('recognises in the worked example: %s', (_what, id, signature, prefix) => {
    expect(signature.startsWith(prefix)).toBe(true)
    expect(mistakesOf(diagnosisOf(signature))).toContainEqual([id])
  })

  it('says nothing against the right signature', () => {
    expect(diagnosisOf(signed(TEXT))).toEqual({ state: 'right' })
  })

  it('lists explanations that coincide', () => {
    expect(mistakesOf(diagnosisOf(signed(changed('additional_data:memo:;', ''))))).toEqual([
      ['emptyDropped'],
      ['nullDropped'],
      ['addedLater'],
    ])
  })

  it('shows the first line that differs', () => {
    const diagnosis = diagnosisOf(signed(changed('consent:1', 'consent:true').replace('in:0', 'in:false')))
    expect(diagnosis).toMatchObject({
      explanations: [
        {
          text: changed('consent:1', 'consent:true').replace('in:0', 'in:false'),
          difference: {
            number: 1,
            ours: 'additional_data:consent:1',
            theirs: 'additional_data:consent:true',
          },
        },
      ],
    })
  })

  it.each<
    readonly [
      string,
      string,
      { readonly number: number; readonly ours: string; readonly theirs: string } | null,
    ]
  >([
    ['a joiner', LINES.join('\n'), { number: 1, ours: `${LINES[0] ?? ''};`, theirs: `${LINES[0] ?? ''}\n` }],
    ['the end', `${TEXT};`, { number: 21, ours: LINES[20] ?? '', theirs: `${LINES[20] ?? ''};` }],
  ])('shows %s that differs', (_what, text, difference) => {
    expect(diagnosisOf(signed(text))).toMatchObject({ explanations: [{ difference }] })
  })

  it('finds no line where the key is wrong', () => {
    expect(diagnosisOf(signed(TEXT, 'secret of project 77'))).toMatchObject({
      explanations: [{ message: 'It was made with the secret of project 77.', text: TEXT, difference: null }],
    })
  })

  it('puts two mistakes together', () => {
    const text = changed('consent:1', 'consent:True')
      .replace('in:0', 'in:False')
      .replace('memo:', 'memo:None')
    expect(mistakesOf(diagnosisOf(signed(text)))).toEqual([['booleanCapitalWords', 'nullNone']])
    expect(mistakesOf(diagnosisOf(hmac(`${TEXT};`).toString('hex')))).toEqual([['trailingSemicolon', 'hex']])
  })

  it('puts three together where one shows in the received text', () => {
    const text = changed('additional_data:level:2.5;', '')
    expect(mistakesOf(diagnosisOf(hmac(text, `${SECRET}\n`).toString('base64url')))).toEqual([
      ['wrongKey', 'addedLater', 'base64url'],
    ])
  })

  it('puts an order and an end together', () => {
    const asReceived = [
      'additional_data:customer:first_name:Zoë',
      'additional_data:customer:email:zoe@mail.test',
      'additional_data:customer:billing:country:IE',
      'additional_data:customer:billing:city:Galway',
      ...NOTES,
      'additional_data:consent:1',
      'additional_data:level:2.5',
      'additional_data:memo:',
      'additional_data:opt::in:0',
      'general:project_id:9041',
      'general:payment_id:Shop/β-17',
    ]
    expect(mistakesOf(diagnosisOf(signed(`${asReceived.join(';')};`)))).toContainEqual([
      'nestedUnsorted',
      'trailingSemicolon',
    ])
  })

  it.each(['sha256', 'sha1'] as const)('recognises a plain %s, wherever the key stood', (hash) => {
    for (const text of [TEXT, TEXT + SECRET, SECRET + TEXT]) {
      for (const [encoding, more] of [
        ['base64', []],
        ['hex', ['hex']],
      ] as const) {
        const signature = createHash(hash).update(text).digest(encoding)
        const diagnosis = diagnosisOf(signature)
        expect(mistakesOf(diagnosis)).toEqual([['plainHash', hash, ...more]])
        expect(diagnosis).toMatchObject({
          explanations: [{ text: TEXT, message: expect.stringContaining('without HMAC') }],
        })
      }
    }
  })

  it('says so where nothing fits', () => {
    expect(diagnosisOf(signed(TEXT, 'a secret that nobody has'))).toMatchObject({
      state: 'unexplained',
      complete: true,
    })
    expect(diagnosisOf('abc')).toMatchObject({
      state: 'unexplained',
      message: expect.stringContaining('3 characters'),
    })
  })
})
