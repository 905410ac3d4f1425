import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fromPlain, type JsonObject } from '#lib/json/node'
import { aProject, START } from '#domain/testing/builders'
import { checkOpening } from './check-opening'
import { readParameters } from './read-parameters'
import type { ParameterEncoding } from './opening'
import { signatureMistake } from './signature-mistake'

const SECRET = 'mock-secret-7Rk2vQ'
const crypto = {
  hmac: (hash: 'sha512' | 'sha256' | 'sha1', key: Uint8Array, message: Uint8Array) =>
    createHmac(hash, key).update(message).digest(),
  hash: (hash: string, message: Uint8Array) => createHash(hash).update(message).digest(),
}
const OTHER = { projectId: 9042, secret: 'other-secret' }

const hmac = (text: string | Uint8Array, key: string | Uint8Array = SECRET, hash = 'sha512'): Buffer =>
  createHmac(hash, key).update(text).digest()
const b64 = (text: string | Uint8Array, key?: string | Uint8Array, hash?: string): string =>
  hmac(text, key, hash).toString('base64')

/** Parameters with something for every mistake, in an order that is not the sorted one. */
const PARAMETERS = {
  project_id: 9041,
  payment_id: 'Shop/β-17',
  customer_id: 'buyer 5',
  payment_amount: 4650,
  payment_currency: 'EUR',
  customer_first_name: 'Zoë & Co',
  region: '',
  redirect: true,
  recurring: { register: false, type: 'U' },
}

/** Their lines, sorted, written down by hand. */
const LINES = [
  'customer_first_name:Zoë & Co',
  'customer_id:buyer 5',
  'payment_amount:4650',
  'payment_currency:EUR',
  'payment_id:Shop/β-17',
  'project_id:9041',
  'recurring:register:0',
  'recurring:type:U',
  'redirect:1',
  'region:',
]
const TEXT = LINES.join(';')
const swapped = (from: string, to: string): string => TEXT.replace(from, to)

const rootOf = (parameters: object): JsonObject => {
  const root = fromPlain(parameters)
  if (root.type !== 'object') throw new Error('no object')
  return root
}

const mistake = (
  signature: string,
  parameters: object = PARAMETERS,
  encoding: ParameterEncoding = 'json',
): string => {
  const root = rootOf({ ...parameters, signature })
  const otherSecrets = () => [OTHER]
  return signatureMistake({ root, secret: SECRET, lenient: false, crypto, encoding, otherSecrets }).message
}

describe('the mistake behind a wrong signature', () => {
  it.each<[what: string, signature: string, message: string]>([
    ['hex', hmac(TEXT).toString('hex'), 'is the digest in hexadecimal'],
    [
      'base64 of hex',
      Buffer.from(hmac(TEXT).toString('hex')).toString('base64'),
      'base64 of the hexadecimal digest',
    ],
    ['base64url', hmac(TEXT).toString('base64url'), 'base64url or lacks its padding'],
    ['SHA-256', b64(TEXT, SECRET, 'sha256'), 'made with SHA-256'],
    ['SHA-1', b64(TEXT, SECRET, 'sha1'), 'made with SHA-1'],
    ['key and message swapped', b64(SECRET, TEXT), 'swapped'],
    ['a trailing ;', b64(`${TEXT};`), 'ends with ;'],
    ['joined by line feeds', b64(LINES.join('\n')), 'joined with a line feed'],
    ['joined by &', b64(LINES.join('&')), 'joined with &'],
    ['joined by nothing', b64(LINES.join('')), 'nothing between them'],
    [
      'not sorted',
      b64(
        'project_id:9041;payment_id:Shop/β-17;customer_id:buyer 5;payment_amount:4650;payment_currency:EUR;customer_first_name:Zoë & Co;region:;redirect:1;recurring:register:0;recurring:type:U',
      ),
      'not sorted',
    ],
    [
      'booleans as words',
      b64(swapped('redirect:1', 'redirect:true').replace('register:0', 'register:false')),
      'signed as true and false',
    ],
    [
      'booleans as Python words',
      b64(swapped('redirect:1', 'redirect:True').replace('register:0', 'register:False')),
      'signed as True and False',
    ],
    ['false as nothing', b64(swapped('register:0', 'register:')), 'signed as 1 and nothing'],
    [
      'bare 1 for booleans',
      b64(swapped('redirect:1', '1').replace('recurring:register:0', '1')),
      'as the Shop plugin signs it',
    ],
    ['empty values dropped', b64(swapped(';region:', '')), 'empty value were left out'],
    ['an empty signature left inside', b64(`${TEXT};signature:`), 'held an empty signature'],
    ['values only', b64('Zoë & Co;buyer 5;4650;EUR;Shop/β-17;9041;0;U;1;'), 'Only the values'],
    ['names joined with a point', b64(TEXT.replaceAll('recurring:', 'recurring.')), 'joined with a point'],
    [
      '= instead of :',
      b64(LINES.map((line) => line.replace(/:(?=[^:]*$)/, '=')).join(';')),
      'joined to the values with =',
    ],
    ['the JSON text', b64(JSON.stringify(PARAMETERS)), 'The JSON text itself was signed'],
    ['a key with a line end', b64(TEXT, `${SECRET}\n`), 'line end behind it'],
    ['a key with a space', b64(TEXT, `${SECRET} `), 'space behind it'],
    ['the project id as key', b64(TEXT, '9041'), 'project id was used as the key'],
    ['the secret of another project', b64(TEXT, OTHER.secret), 'made with the secret of project 9042'],
    ['no key', createHash('sha512').update(TEXT).digest('base64'), 'plain hash was made'],
    [
      'the secret hashed along',
      createHash('sha512')
        .update(TEXT + SECRET)
        .digest('base64'),
      'plain hash was made',
    ],
    [
      'the secret hashed first',
      createHash('sha512')
        .update(SECRET + TEXT)
        .digest('base64'),
      'plain hash was made',
    ],
    [
      'names without their path',
      b64([...LINES.slice(0, 6), 'redirect:1', 'region:', 'register:0', 'type:U'].join(';')),
      'Write the whole path',
    ],
    ['an empty key', b64(TEXT, ''), 'The key was empty'],
    ['Latin-1', b64(Buffer.from(TEXT, 'latin1')), 'not encoded as UTF-8'],
    ['UTF-16', b64(Buffer.from(TEXT, 'utf16le')), 'encoded as UTF-16'],
    ['decomposed letters', b64(TEXT.normalize('NFD')), 'NFD'],
    [
      'percent-encoded values',
      b64(
        swapped('Zoë & Co', 'Zo%C3%AB%20%26%20Co')
          .replace('buyer 5', 'buyer%205')
          .replace('Shop/β-17', 'Shop%2F%CE%B2-17'),
      ),
      'percent-encoded before they were signed',
    ],
    ['HTML-escaped values', b64(swapped('Zoë & Co', 'Zoë &amp; Co')), 'HTML-escaped (&amp; for &) before'],
    ['escaped slashes', b64(swapped('Shop/', 'Shop\\/')), 'signed with \\/ for every /'],
    ['escaped letters', b64(swapped('Zoë', 'Zo\\u00eb').replace('β', '\\u03b2')), 'signed as \\uXXXX'],
    ['white space around it', ` ${b64(TEXT)}`, 'White space surrounds'],
    ['encoded twice', encodeURIComponent(b64(TEXT)), 'percent-encoded twice'],
    ['too short', 'abc', 'It has 3 characters'],
  ])('is named: %s', (_what, signature, message) => {
    expect(mistake(signature)).toContain(message)
  })

  it.each<[what: string, parameters: object, message: string]>([
    [
      'a parameter added later',
      { ...PARAMETERS, language_code: 'de' },
      'fits when language_code is left out',
    ],
    ['an object from the library', { ...PARAMETERS, options: '[object Object]' }, 'Open by POST'],
    ['nothing from the library', { ...PARAMETERS, style_id: 'undefined' }, 'the word undefined'],
    ['null written as None', { ...PARAMETERS, region: 'None' }, 'the word None or null'],
    [
      'HTML-escaped on the way',
      { ...PARAMETERS, customer_first_name: 'Zoë &amp; Co' },
      'arrived HTML-escaped',
    ],
    ['encoded twice on the way', { ...PARAMETERS, customer_id: 'buyer%205' }, 'percent-encoded twice'],
  ])('is named: %s', (_what, parameters, message) => {
    expect(mistake(b64(TEXT), parameters)).toContain(message)
  })

  it('is named: frame_mode and names with _ were signed', () => {
    const parameters = { ...PARAMETERS, frame_mode: 'iframe', _sw: 1920 }
    const signature = b64(`_sw:1920;${swapped('payment_amount', 'frame_mode:iframe;payment_amount')}`)
    expect(mistake(signature, parameters)).toContain('frame_mode or names that start with _ were signed')
  })

  it.each(['null', 'None'])('is named: null was signed as %s', (word) => {
    const signature = b64(swapped('region:', `region:${word}`))
    expect(mistake(signature, { ...PARAMETERS, region: null })).toContain(
      `null was signed as the word ${word}`,
    )
  })

  it('is named: + of values became a space', () => {
    const sent = { ...PARAMETERS, best_before: '2031-04-09T18:20:05 02:00' }
    const signature = b64(`best_before:2031-04-09T18:20:05+02:00;${TEXT}`)
    expect(mistake(signature, sent, 'query')).toContain('The signed value of best_before held +')
  })

  it('is not guessed where nothing fits', () => {
    expect(mistake(b64(TEXT, 'another secret'))).toContain('No known mistake, and no two of them')
  })
})

describe('a signature in an address', () => {
  const text =
    'customer_id:buyer-5;payment_amount:4650;payment_currency:EUR;payment_id:Shop-2031;project_id:9041'
  // The signature of this text holds a + under this secret.
  const secret = ['a', 'b', 'c', 'd', 'e', 'f'].find((key) => b64(text, key).includes('+')) ?? ''
  const signature = b64(text, secret)

  it.each(['GET', 'POST'])('whose + is not encoded arrives with spaces, and that is named: %s', (method) => {
    const plain = `${text.replaceAll(':', '=').replaceAll(';', '&')}&signature=${signature.replaceAll('=', '%3D')}`
    const read = readParameters({
      method,
      target: method === 'GET' ? `/payment?${plain}` : '/payment',
      contentType: 'application/x-www-form-urlencoded',
      body: new TextEncoder().encode(method === 'GET' ? '' : plain),
    })
    if (!read.ok) throw new Error('not read')
    const opening = checkOpening({
      parameters: read.parameters,
      projectOf: () => aProject({ secret }),
      allProjects: () => [],
      existingPayment: () => null,
      crypto,
      now: START,
      origins: [],
      acceptLanguage: null,
    })
    if (opening.ok) throw new Error('it opened')
    expect(signature).toContain('+')
    expect(opening.error).toMatchObject({ httpStatus: 400, code: '3261', errors: [{ field: 'signature' }] })
    expect(opening.error.errors[0]?.message).toContain('+ is written %2B')
  })
})
