import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFlowBench, PROJECT, type FlowBench } from './testing/flow-bench'
import { anOpening } from './testing/form-client'
import {
  EVERY_WAY,
  expectPage,
  formWays,
  pairs,
  TEXT_WAYS,
  type FormWays,
  type Way,
} from './testing/form-ways'
import { signatureFor, textToSign, type JsonRecord } from './testing/signer'
import { exchange } from './testing/wire-client'

const OTHER = { id: 9042, secret: 'other-secret-4Tz8wX' } as const
const { secret: SECRET } = PROJECT

let bench: FlowBench
let ways: FormWays

beforeAll(async () => {
  bench = await openFlowBench()
  ways = formWays(bench)
  await bench.call('projects.create', { projectId: OTHER.id, name: 'Other', secret: OTHER.secret })
})
afterAll(() => bench.close())

const url = (): string => `${bench.ready.platform}/payment`

const hmac = (text: string | Uint8Array, key: string | Uint8Array = SECRET, hash = 'sha512'): Buffer =>
  createHmac(hash, key).update(text).digest()
const b64 = (text: string | Uint8Array, key?: string | Uint8Array, hash?: string): string =>
  hmac(text, key, hash).toString('base64')
const sha512 = (text: string): string => createHash('sha512').update(text).digest('base64')

/** Parameters in which every mistake shows, in an order that is not the sorted one. */
const PARAMETERS = anOpening('Refused/β-17', {
  customer_first_name: 'Zoë & Co',
  region: '',
  redirect: '1',
  a1: 'x',
  'a:b': 'y',
})
const TEXT = textToSign(PARAMETERS)
const LINES = TEXT.split(';')
const swapped = (from: string, to: string): string => {
  expect(TEXT).toContain(from)
  return TEXT.replace(from, to)
}
const inOrder = Object.entries(PARAMETERS).map(
  ([name, value]) => `${name.replaceAll(':', '::')}:${String(value)}`,
)
const encodedValues = (): string =>
  textToSign(
    Object.fromEntries(
      Object.entries(PARAMETERS).map(([name, value]) => [name, encodeURIComponent(String(value))]),
    ),
  )

/** Mistakes of contract 2.8 that spoil the signature of any opening: what was sent as the signature, what the page says. */
const MISTAKES: readonly (readonly [what: string, signature: () => string, says: string])[] = [
  ['hexadecimal', () => hmac(TEXT).toString('hex'), 'Encode the 64 raw bytes as base64'],
  [
    'base64 of hexadecimal',
    () => Buffer.from(hmac(TEXT).toString('hex')).toString('base64'),
    'not their hexa',
  ],
  ['base64url', () => hmac(TEXT).toString('base64url'), 'standard alphabet'],
  ['no padding', () => b64(TEXT).replaceAll('=', ''), 'keep == at the end'],
  ['SHA-256', () => b64(TEXT, SECRET, 'sha256'), 'Use HMAC with SHA-512'],
  ['SHA-1', () => b64(TEXT, SECRET, 'sha1'), 'Use HMAC with SHA-512'],
  ['a plain hash', () => sha512(TEXT), 'plain hash'],
  ['a plain hash with the key behind', () => sha512(TEXT + SECRET), 'plain hash'],
  ['a plain hash with the key in front', () => sha512(SECRET + TEXT), 'plain hash'],
  ['key and message swapped', () => b64(SECRET, TEXT), 'The secret is the key'],
  ['a trailing ;', () => b64(`${TEXT};`), 'between the lines only'],
  ['joined by line feeds', () => b64(LINES.join('\n')), 'Join them with ;'],
  ['joined by &', () => b64(LINES.join('&')), 'Join them with ;'],
  ['joined by nothing', () => b64(LINES.join('')), 'Join them with ;'],
  ['not sorted', () => b64(inOrder.join(';')), 'natural order'],
  ['colons not doubled', () => b64(swapped('a::b:', 'a:b:')), 'as by the JavaScript SDK'],
  ['empty values dropped', () => b64(swapped(';region:', '')), 'An empty value stays'],
  ['an empty signature inside', () => b64(`${TEXT};signature:`), 'Leave the signature out'],
  [
    'values only',
    () => b64(LINES.map((line) => line.slice(line.lastIndexOf(':') + 1)).join(';')),
    'Only the val',
  ],
  ['a secret with a line end', () => b64(TEXT, `${SECRET}\n`), 'Trim it'],
  ['a secret with a space', () => b64(TEXT, `${SECRET} `), 'Trim it'],
  ['the secret of another project', () => b64(TEXT, OTHER.secret), 'the secret of project 9042'],
  ['the project id as the key', () => b64(TEXT, String(PROJECT.id)), 'Use the secret'],
  [
    'the secret decoded from base64',
    () => b64(TEXT, Buffer.from(SECRET, 'base64')),
    'Use its characters as they are',
  ],
  ['Latin-1', () => b64(Buffer.from(TEXT, 'latin1')), 'Encode it as UTF-8'],
  ['UTF-16', () => b64(Buffer.from(TEXT, 'utf16le')), 'Encode it as UTF-8'],
  ['letters taken apart', () => b64(TEXT.normalize('NFD')), '(NFD)'],
  ['percent-encoded values', () => b64(encodedValues()), 'encode them afterwards'],
  ['HTML-escaped values', () => b64(swapped('Zoë & Co', 'Zoë &amp; Co')), 'Sign them as they are'],
  ['slashes as in JSON', () => b64(swapped('Refused/', 'Refused\\/')), 'Sign the characters themselves'],
  [
    'letters as in JSON',
    () => b64(swapped('Zoë', 'Zo\\u00eb').replace('β', '\\u03b2')),
    'Sign the characters',
  ],
  ['encoded twice', () => encodeURIComponent(b64(TEXT)), 'Encode it once'],
  ['of no known make', () => b64(TEXT, 'nobody'), 'compare the string to sign line by line'],
  ['of another length', () => 'abc', 'always has 88'],
]

/** Mistakes that show in some openings only. `sent` is what arrives, `text` what was signed. */
const DATA_MISTAKES: readonly (readonly [
  what: string,
  ways: readonly Way[],
  sent: JsonRecord,
  text: () => string,
  says: string,
])[] = [
  [
    'a parameter added after signing',
    EVERY_WAY,
    { language_code: 'de' },
    () => TEXT,
    'fits when language_code is left out',
  ],
  [
    'frame_mode signed',
    EVERY_WAY,
    { frame_mode: 'iframe' },
    () => textToSign({ ...PARAMETERS, frame_mode: 'iframe' }),
    'Leave them out of the string to sign',
  ],
  [
    '_sw signed',
    EVERY_WAY,
    { _sw: '1920' },
    () => textToSign({ ...PARAMETERS, _sw: '1920' }),
    'Leave them out of the string to sign',
  ],
  [
    'null sent as None',
    TEXT_WAYS,
    { note: 'None' },
    () => textToSign({ ...PARAMETERS, note: '' }),
    'None or null',
  ],
  [
    'an object written by the library',
    TEXT_WAYS,
    { recurring: '[object Object]' },
    () => TEXT,
    'Open by POST, or sign and send JSON.stringify of it',
  ],
  [
    'null signed as a word',
    ['JSON'],
    { note: null },
    () => textToSign({ ...PARAMETERS, note: 'null' }),
    'null was signed as the word null',
  ],
  [
    'a boolean signed as a word',
    ['JSON'],
    { redirect: false },
    () => textToSign({ ...PARAMETERS, redirect: 'false' }),
    'Sign 1 for true and 0 for false',
  ],
  [
    'false signed as nothing',
    ['JSON'],
    { redirect: false },
    () => textToSign({ ...PARAMETERS, redirect: '' }),
    'Sign 1 for true and 0 for false',
  ],
  [
    'a boolean without its name',
    ['JSON'],
    { redirect: true },
    () => swapped('redirect:1', '1'),
    'as the Shop plugin signs it',
  ],
  [
    'names without their path',
    ['JSON'],
    { x: { y: 'z' } },
    () => textToSign({ ...PARAMETERS, 'a:b': undefined, b: 'y', y: 'z' }).replace('a::b:;', ''),
    'Write the whole path',
  ],
  [
    'a path joined with points',
    ['JSON'],
    { x: { y: 'z' }, 'a:b': 'y' },
    () => `${textToSign(PARAMETERS)};x:y:z`.replace('a::b:', 'a..b:').replace('x:y:z', 'x.y:z'),
    'Join names with :',
  ],
  ['the JSON text', ['JSON'], {}, () => JSON.stringify(PARAMETERS), 'The JSON text itself was signed'],
  [
    'a value with HTML escapes on the way',
    EVERY_WAY,
    { customer_first_name: 'Zoë &amp; Co' },
    () => TEXT,
    'Send what was signed',
  ],
]

const invalid = { status: 400, code: '3261', field: 'signature', constraint: 'format' } as const

describe('an opening whose signature was made with a mistake shows the person which', () => {
  it.each(MISTAKES)('%s', async (_what, signature, says) => {
    for (const way of EVERY_WAY) {
      const parameters = { ...PARAMETERS, signature: signature() }
      expectPage(await ways[way](parameters), { ...invalid, says })
    }
  })

  it.each(DATA_MISTAKES)('%s', async (_what, possible, sent, text, says) => {
    for (const way of possible) {
      const parameters = { ...PARAMETERS, ...sent, signature: b64(text()) }
      expectPage(await ways[way](parameters), { ...invalid, says })
    }
  })

  it.each(['true', 'True'])('but %s in an address, signed as 1, is no mistake', async (word) => {
    for (const way of TEXT_WAYS) {
      const answer = await ways[way]({ ...PARAMETERS, redirect: word, signature: b64(TEXT) })
      expect(answer.status).toBe(200)
    }
  })

  it('nor is a number that was signed as a text, nor the order in the JSON text', async () => {
    const reversed = Object.fromEntries(
      Object.entries({ ...PARAMETERS, payment_amount: '4650', signature: b64(TEXT) }).reverse(),
    )
    expect((await ways.JSON(reversed)).status).toBe(200)
  })

  it('a + that was not encoded arrives as a space', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => anOpening(`Plus-${String(n)}`))
    const parameters = ids.find((each) => signatureFor(each, SECRET).includes('+')) ?? {}
    const query = `${pairs(parameters)}&signature=${signatureFor(parameters, SECRET).replaceAll('=', '%3D')}`
    const expected = { ...invalid, says: '+ is written %2B' }
    expectPage(await exchange(`${url()}?${query}`, { method: 'GET' }), expected)
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expectPage(await exchange(url(), { headers: form, body: query }), expected)
  })
})
