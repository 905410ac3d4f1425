import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import { bodyWith, LINES, SECRET } from '#domain/signature/testing/worked-example'
import type { Diagnosis } from './diagnose'
import { mistaken, type Plan, PLANS } from './testing/mistaken-signature'
import { diagnosed, type PlainObject, type RandomMessage } from './testing/random-message'
import { nodeOf } from '#domain/signature/testing/canonical-text'

const TEXT = LINES.join(';')
const NOTES = LINES.slice(7, 18)

const hmac = (text: string | Buffer, key: string | Buffer = SECRET, hash = 'sha512'): Buffer =>
  createHmac(hash, key).update(text).digest()
const sign = (text: string | Buffer, key?: string | Buffer): string => hmac(text, key).toString('base64')
const textWith = (from: string, to: string): string => TEXT.replace(from, to)

const diagnosisOf = (signature: string): Diagnosis => {
  const bodyText = bodyWith(`,"signature":${JSON.stringify(signature)}`)
  return diagnosed({
    root: nodeOf(bodyText),
    bodyText,
    surface: 'api',
    encoding: 'json',
    secret: SECRET,
    crypto,
    otherSecrets: [{ projectId: 77, secret: 'secret of project 77' }],
  })
}

const mistakesOf = (diagnosis: Diagnosis): readonly (readonly string[])[] =>
  diagnosis.state === 'explained'
    ? diagnosis.explanations.map(({ mistakes }) => mistakes.map(({ id }) => id))
    : []

/** The worked example, signed with each mistake; `prefix`: known start of the signature, or ''. */
const ROWS: readonly (readonly [id: string, how: string | Plan, prefix: string])[] = [
  ['hex', 'hex', '6f708d853bf1'],
  ['base64OfHex', 'base64 of hex', 'NmY3MDhkODUz'],
  ['base64url', 'base64url', 'b3CNhTvxezNW'],
  ['sha256', 'SHA-256', 'T49+SwqA41jX'],
  ['sha1', 'SHA-1', 'PUVTEdevN1PE'],
  ['plainHash', 'plain hash', 'aOI3gDWopoU7'],
  ['plainHash', 'hash of text and key', '4xpivsfc76y6'],
  ['plainHash', 'hash of key and text', 'rCAPIEdsCz8V'],
  ['swapped', 'swapped', 'ICg4/oYuOnGr'],
  ['trailingSemicolon', 'trailing ;', 'Uf3skcIMy/JB'],
  ['otherJoiner', 'line feeds', 'vWB3zx4iuNMZ'],
  ['otherJoiner', 'ampersands', 'gmSqhVsmYaF6'],
  ['otherJoiner', 'no joiner', 'Qr9HRTX1JPUj'],
  ['unsorted', 'unsorted', 'SI8uYweYb56T'],
  ['codePointOrder', 'code point sort', 'mOFu6BXxvrs+'],
  ['singleColon', 'single colon', 'rA+o4/OvCve8'],
  ['booleanWords', 'true and false', '/uTRlGW3TCvg'],
  ['booleanCapitalWords', 'True and False', 'Pb9MpDfFdNWn'],
  ['falseEmpty', 'false empty', 'GB4LK14Pdg1A'],
  ['bareBoolean', 'bare booleans', '6D0cyggwx6z9'],
  ['nullWord', 'null as null', 'As7YQby4n+Q3'],
  ['nullNone', 'null as None', 'kjLFWFl9SdYt'],
  ['emptyDropped', 'empty dropped', '41Xu9YG0BMWR'],
  ['nullDropped', 'null dropped', '41Xu9YG0BMWR'],
  ['signatureLeft', 'signature left in', 'yLypVnJTMFBM'],
  ['valuesOnly', 'values only', 'o78ATQMSNcH4'],
  ['keyWithoutPath', 'leaf key', 'h13CsN8gHqie'],
  ['pathWithPoints', 'dots', 'rI9oPYSHudNJ'],
  ['rawJson', 'JSON signed', 'v/MFovB6+lME'],
  ['arraysJoined', 'lists joined', 'EGCjdL/D7vrw'],
  ['indexFromOne', 'from one', '35+H0bhyV1yz'],
  ['wrongKey', 'key and line feed', 'TqSvjylxaU8M'],
  ['wrongKey', 'project id as key', 'M0x93KwFjgnb'],
  ['textEncoding', 'low bytes', 'qJ1b7x9yTL2z'],
  ['textEncoding', 'UTF-16', '+GZhvmA3BgWX'],
  ['decomposed', 'NFD', 'vEqfIIBnK2xH'],
  ['percentEncoded', 'percent-encoded', 'cxZVKPAi4/lq'],
  ['numbersCut', { finish: (text) => text.replace('level:2.5', 'level:2') }, ''],
  ['trailingLineFeed', { tail: '\n' }, ''],
  ['addedLater', { leaveOut: 'level' }, 'P0l9OMlY5Hr1'],
]
const EXAMPLE: RandomMessage = {
  surface: 'api',
  body: JSON.parse(bodyWith('')) as PlainObject,
  secret: SECRET,
  otherSecret: '',
}

describe('the table of mistakes', () => {
  it.each(ROWS)('recognises %s in the worked example: %s', (id, how, prefix) => {
    const { signature } = mistaken(EXAMPLE, typeof how === 'string' ? (PLANS[how] ?? {}) : how, crypto)
    expect(signature.startsWith(prefix)).toBe(true)
    expect(mistakesOf(diagnosisOf(signature))).toContainEqual([id])
  })

  it('recognises JSON that was signed with its white space', () => {
    expect(sign(bodyWith(''))).toMatch(/^eCZLqu\+QkuvG/)
    expect(mistakesOf(diagnosisOf(sign(bodyWith(''))))).toContainEqual(['rawJson'])
  })

  it('lists all explanations of the same signature', () => {
    expect(mistakesOf(diagnosisOf(sign(textWith('additional_data:memo:;', ''))))).toEqual([
      ['emptyDropped'],
      ['nullDropped'],
      ['addedLater'],
    ])
  })

  const words = textWith('consent:1', 'consent:true').replace('in:0', 'in:false')
  const [first = '', last = ''] = [LINES[0], LINES[20]]
  it.each([
    ['a line', words, { number: 1, ours: first, theirs: 'additional_data:consent:true' }],
    ['a joiner', LINES.join('\n'), { number: 1, ours: `${first};`, theirs: `${first}\n` }],
    ['the end', `${TEXT};`, { number: 21, ours: last, theirs: `${last};` }],
  ])('shows the first line that differs: %s', (_what, text, difference) => {
    expect(diagnosisOf(sign(text))).toMatchObject({ explanations: [{ text, difference }] })
  })

  it('shows no differing line if the key is wrong', () => {
    expect(diagnosisOf(sign(TEXT, 'secret of project 77'))).toMatchObject({
      explanations: [{ message: 'It was made with the secret of project 77.', text: TEXT, difference: null }],
    })
  })

  it('combines two mistakes', () => {
    const text = textWith('consent:1', 'consent:True')
      .replace('in:0', 'in:False')
      .replace('memo:', 'memo:None')
    expect(mistakesOf(diagnosisOf(sign(text)))).toEqual([['booleanCapitalWords', 'nullNone']])
    expect(mistakesOf(diagnosisOf(hmac(`${TEXT};`).toString('hex')))).toEqual([['trailingSemicolon', 'hex']])
  })

  it('combines three mistakes if one of them is visible in the received signature', () => {
    const text = textWith('additional_data:level:2.5;', '')
    expect(mistakesOf(diagnosisOf(hmac(text, `${SECRET}\n`).toString('base64url')))).toEqual([
      ['wrongKey', 'addedLater', 'base64url'],
    ])
  })

  it('combines a wrong order with a wrong end', () => {
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
    expect(mistakesOf(diagnosisOf(sign(`${asReceived.join(';')};`)))).toContainEqual([
      'nestedUnsorted',
      'trailingSemicolon',
    ])
  })

  it.each(['sha256', 'sha1'] as const)('recognises a plain %s, with or without the key', (hash) => {
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

  it('reports that no mistake fits', () => {
    expect(diagnosisOf(sign(TEXT, 'a secret that nobody has'))).toMatchObject({
      state: 'unexplained',
      complete: true,
    })
    expect(diagnosisOf('abc')).toMatchObject({
      state: 'unexplained',
      message: expect.stringContaining('3 characters'),
    })
  })
})
