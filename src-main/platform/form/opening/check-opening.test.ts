import { createHash, createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaymentStatus } from '#domain/payment/statuses'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { aProject, DAY, START } from '#domain/testing/builders'
import type { ProjectSwitches } from '#domain/project/project'
import { fromPlain, type JsonObject } from '#lib/json/node'
import { signature as signedBy } from '../../../../docs/examples/sign.mjs'
import { checkOpening, signatureMistake } from './check-opening'
import { errorDescription, parameterCheckResponse, type ParameterEncoding } from './opening'
import { readParameters } from './read-parameters'

const OWN_SECRET = 'mock-secret-7Rk2vQ'
const nodeCrypto = {
  hmac: (hash: 'sha512' | 'sha256' | 'sha1', key: Uint8Array, message: Uint8Array) =>
    createHmac(hash, key).update(message).digest(),
  hash: (hash: string, message: Uint8Array) => createHash(hash).update(message).digest(),
}
const OTHER = { projectId: 9042, secret: 'other-secret' }

const hmac = (text: string | Uint8Array, key: string | Uint8Array = OWN_SECRET, hash = 'sha512'): Buffer =>
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
  return signatureMistake({
    root,
    secret: OWN_SECRET,
    lenient: false,
    crypto: nodeCrypto,
    encoding,
    otherSecrets,
  }).message
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
    ['SHA-256', b64(TEXT, OWN_SECRET, 'sha256'), 'made with SHA-256'],
    ['SHA-1', b64(TEXT, OWN_SECRET, 'sha1'), 'made with SHA-1'],
    ['key and message swapped', b64(OWN_SECRET, TEXT), 'swapped'],
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
    ['a key with a line end', b64(TEXT, `${OWN_SECRET}\n`), 'line end behind it'],
    ['a key with a space', b64(TEXT, `${OWN_SECRET} `), 'space behind it'],
    ['the project id as key', b64(TEXT, '9041'), 'project id was used as the key'],
    ['the secret of another project', b64(TEXT, OTHER.secret), 'made with the secret of project 9042'],
    ['no key', createHash('sha512').update(TEXT).digest('base64'), 'plain hash was made'],
    [
      'the secret hashed along',
      createHash('sha512')
        .update(TEXT + OWN_SECRET)
        .digest('base64'),
      'plain hash was made',
    ],
    [
      'the secret hashed first',
      createHash('sha512')
        .update(OWN_SECRET + TEXT)
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
      crypto: nodeCrypto,
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

const SECRET = 'mock-secret-7Rk2vQ'
const crypto: DiagnosticCrypto = {
  hmac: (hash, key, message) => createHmac(hash, key).update(message).digest(),
  hash: (hash, message) => createHash(hash).update(message).digest(),
}
type Sent = Readonly<Record<string, unknown>>

const MINIMUM = {
  project_id: 9041,
  payment_id: 'Shop-2031',
  customer_id: 'buyer-5',
  payment_amount: 4650,
  payment_currency: 'EUR',
} as const

/** The string to sign of {@link MINIMUM}, written down by hand. */
const BY_HAND =
  'customer_id:buyer-5;payment_amount:4650;payment_currency:EUR;payment_id:Shop-2031;project_id:9041'

const sign = (parameters: Sent, secret = SECRET): Sent => ({
  ...parameters,
  signature: signedBy(parameters, secret),
})

const query = (parameters: Sent): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const requests = {
  GET: (parameters: Sent) => ({
    method: 'GET',
    target: `/payment?${query(parameters)}`,
    contentType: null,
    body: bytes(''),
  }),
  JSON: (parameters: Sent) => ({
    method: 'POST',
    target: '/payment',
    contentType: 'application/json',
    body: bytes(JSON.stringify(parameters)),
  }),
  form: (parameters: Sent) => ({
    method: 'POST',
    target: '/payment',
    contentType: 'application/x-www-form-urlencoded',
    body: bytes(
      new URLSearchParams(
        Object.entries(parameters).map(([name, value]) => [name, String(value)]),
      ).toString(),
    ),
  }),
}

const open = (
  parameters: Sent,
  {
    by = 'JSON',
    switches = {},
    existing = null,
  }: {
    readonly by?: keyof typeof requests
    readonly switches?: Partial<ProjectSwitches>
    readonly existing?: PaymentStatus | null
  } = {},
) => {
  const read = readParameters(requests[by](parameters))
  if (!read.ok) throw new Error(read.error.errors[0]?.message)
  const project = aProject({ switches })
  return checkOpening({
    parameters: read.parameters,
    projectOf: (projectId) => (projectId === project.projectId ? project : null),
    allProjects: () => [project],
    existingPayment: (_projectId, paymentId) =>
      existing !== null && paymentId.toLowerCase() === 'shop-2031'
        ? { status: existing, key: 'pay-1' }
        : null,
    crypto,
    now: START,
    origins: ['http://127.0.0.1:8802', 'https://127.0.0.1:8803'],
    acceptLanguage: 'de-AT,de;q=0.9',
  })
}

const opened = (...args: Parameters<typeof open>) => {
  const opening = open(...args)
  if (!opening.ok) throw new Error(JSON.stringify(opening.error.errors))
  return opening
}

const refused = (...args: Parameters<typeof open>) => {
  const opening = open(...args)
  if (opening.ok) throw new Error('the form opened')
  return opening.error
}

const ways = ['GET', 'JSON', 'form'] as const

describe('a signed opening', () => {
  it.each(ways)('by %s opens the form with the signature of a string written by hand', (by) => {
    const signature = createHmac('sha512', SECRET).update(BY_HAND).digest('base64')
    const opening = opened({ ...MINIMUM, signature }, { by })
    expect(opening).toMatchObject({ kind: 'new', warnings: [], verdict: { state: 'valid' } })
    expect(opening.settings).toMatchObject({
      mode: 'purchase',
      projectId: 9041,
      paymentId: 'Shop-2031',
      customerId: 'buyer-5',
      amount: 4650,
      currency: 'EUR',
      language: 'de',
      frameMode: 'tab',
      needsContact: true,
    })
  })

  it('means the same by every way, and what the library adds is not signed', () => {
    const parameters = {
      ...sign({
        ...MINIMUM,
        payment_description: 'Two & two = 4, no',
        customer_phone: '353871234511',
        best_before: '2031-04-10T18:20:05+02:00',
        close_on_missclick: 1,
        'BillingInfo[x]': 'β',
      }),
      frame_mode: 'iframe',
      _referrer: 'https://shop.test/a;b',
      _sw: 1920,
    }
    const [first, ...others] = ways.map((by) => opened(parameters, { by }).settings)
    for (const other of others) expect(other).toEqual(first)
    expect(first).toMatchObject({ frameMode: 'iframe', needsContact: false })
  })

  it.each(['true', 'True'])('may write booleans as %s although 1 was signed', (word) => {
    const { signature } = sign({ ...MINIMUM, redirect: 1 })
    expect(opened({ ...MINIMUM, redirect: word, signature }, { by: 'GET' }).verdict).toMatchObject({
      booleanWords: true,
    })
    expect(opened(sign({ ...MINIMUM, redirect: word }), { by: 'GET' }).ok).toBe(true)
  })

  it.each([
    ['card_tokenize', { project_id: 9041, customer_id: 'buyer-5' }],
    ['card_verify', { project_id: 9041, payment_id: 'V-1', payment_currency: 'EUR', payment_amount: 0 }],
    ['payout', { ...MINIMUM, uuid: 'session-1' }],
  ] as const)('needs less or more with mode %s', (mode, parameters) => {
    expect(opened(sign({ ...parameters, mode })).settings.mode).toBe(mode)
    for (const name of Object.keys(parameters)) {
      const rest = Object.fromEntries(Object.entries(parameters).filter(([key]) => key !== name))
      expect(refused(sign({ ...rest, mode })).errors.map(({ field }) => field)).toEqual([name])
    }
  })

  it('warns about unknown names and about values without effect', () => {
    const { warnings } = opened(
      sign({ ...MINIMUM, paymentDescription: 'x', langauge_code: 'de', best_before: '2032-04-09T16:20:05Z' }),
    )
    expect(warnings.map(({ message }) => message)).toEqual([
      'The form has no parameter paymentDescription; it is signed and has no effect. Do you mean payment_description?',
      'The form has no parameter langauge_code; it is signed and has no effect. Do you mean language_code?',
      'best_before is more than 30 days ahead, so there is no limit. Send an earlier time.',
    ])
  })
})

describe('parameters that choose among ways to pay', () => {
  it.each([
    [{ force_payment_method: 'wallet' }, 'force_payment_method', 'not wallet'],
    [{ force_payment_group: 'wallets' }, 'force_payment_group', 'wallets restricts nothing'],
    [{ default_payment_method: 'wallet' }, 'default_payment_method', 'wallet is not selected'],
    [{ hide: 'wallet, card' }, 'hide', 'card is the only way to pay here'],
  ])('%j cannot be followed, and the developer gets a warning', (given, field, says) => {
    const { warnings } = opened(sign({ ...MINIMUM, ...given }))
    expect(warnings).toEqual([{ field, message: expect.stringContaining(says) }])
    expect(warnings[0]?.message).toContain('the card page is shown')
  })

  it('need no word where the card page is what they ask for', () => {
    const given = {
      force_payment_method: 'card',
      force_payment_group: 'wallets',
      default_payment_method: 'card',
      hide: 'wallet,bank',
    }
    expect(opened(sign({ ...MINIMUM, ...given })).warnings).toEqual([])
  })
})

describe('an opening that is refused', () => {
  it.each<[what: string, parameters: Sent, status: number, code: string, fields: string[], says: string]>([
    ['no project', {}, 400, '2004', ['project_id'], 'Add the parameter project_id.'],
    [
      'an unknown project',
      { ...MINIMUM, project_id: 7 },
      404,
      '2442',
      ['project_id'],
      'Project 7 does not exist here.',
    ],
    [
      'a project that is not a number',
      { project_id: 'shop' },
      404,
      '2442',
      ['project_id'],
      'Send digits only',
    ],
    [
      'nothing but a project',
      { project_id: 9041 },
      400,
      '2004',
      ['payment_id', 'customer_id', 'payment_amount', 'payment_currency', 'signature'],
      'Add the parameter payment_id: The shop’s own name',
    ],
    [
      'an empty value',
      sign({ ...MINIMUM, customer_id: '' }),
      400,
      '2004',
      ['customer_id'],
      'Add the parameter customer_id',
    ],
    [
      'an empty signature',
      { ...MINIMUM, signature: '' },
      400,
      '3262',
      ['signature'],
      'The signature is empty.',
    ],
    ['no signature', MINIMUM, 400, '2004', ['signature'], 'Add the parameter signature'],
    [
      'mode money_transfer',
      sign({ ...MINIMUM, mode: 'money_transfer' }),
      400,
      '502',
      ['mode'],
      'The browser library knows mode money_transfer',
    ],
    [
      'mode presentation',
      sign({ ...MINIMUM, mode: 'presentation' }),
      400,
      '502',
      ['mode'],
      'The browser library knows mode presentation',
    ],
    ['another mode', sign({ ...MINIMUM, mode: 'buy' }), 400, '502', ['mode'], 'There is no mode buy.'],
    [
      'another urlBase',
      sign({ ...MINIMUM, urlBase: 'https://pay.test' }),
      404,
      '502',
      ['urlBase'],
      'urlBase is not where this form is: it must be http://127.0.0.1:8802',
    ],
    [
      'a urlBase with a path',
      sign({ ...MINIMUM, urlBase: 'http://127.0.0.1:8802/x' }),
      404,
      '502',
      ['urlBase'],
      'urlBase is not where this form is',
    ],
    [
      'another signature',
      { ...MINIMUM, signature: 'x'.repeat(88) },
      400,
      '3261',
      ['signature'],
      'does not match the parameters',
    ],
    [
      'another secret',
      sign(MINIMUM, 'other'),
      400,
      '3261',
      ['signature'],
      'Check that the secret is that of this project',
    ],
    [
      'a semicolon',
      sign({ ...MINIMUM, payment_description: 'a;b' }),
      400,
      '502',
      ['payment_description'],
      'holds a ;, which parts the lines of the string to sign',
    ],
    ['a semicolon in a name', sign({ ...MINIMUM, 'a;b': '1' }), 400, '502', ['a;b'], 'holds a ;'],
    [
      'several wrong values',
      sign({
        ...MINIMUM,
        payment_currency: 'eur',
        payment_amount: '46.50',
        language_code: 'de',
        redirect: 'yes',
      }),
      400,
      '502',
      ['payment_amount', 'payment_currency', 'redirect'],
      'without point, comma or space: 46.50 EUR is 4650.',
    ],
  ])('for %s', (_what, parameters, status, code, fields, says) => {
    const error = refused(parameters)
    expect(error).toMatchObject({ httpStatus: status, code })
    expect(error.errors.map(({ field }) => field)).toEqual(fields)
    expect(error.errors[0]?.message).toContain(says)
  })

  it('accepts every spelling of its own origin', () => {
    for (const urlBase of ['http://127.0.0.1:8802', 'HTTP://LOCALHOST:8802/', 'https://[::1]:8803']) {
      expect(opened(sign({ ...MINIMUM, urlBase })).ok).toBe(true)
    }
  })

  it('compares baseUrl only for a strict project', () => {
    const parameters = sign({ ...MINIMUM, baseUrl: 'https://pay.test' })
    expect(opened(parameters).ok).toBe(true)
    expect(refused(parameters, { switches: { strictBaseUrl: true } })).toMatchObject({ httpStatus: 404 })
  })

  it('answers 500 while the project says that the form fails', () => {
    expect(refused(sign(MINIMUM), { switches: { formFailure: true } })).toMatchObject({
      httpStatus: 500,
      code: '501',
    })
  })

  it('takes another dialect only for a lenient project', () => {
    // The JavaScript SDK puts a:x before a-b (contract 2.5, row 2).
    const parameters = { ...MINIMUM, a: { x: 1 }, 'a-b': 2 }
    const signature = createHmac('sha512', SECRET).update(`a:x:1;a-b:2;${BY_HAND}`).digest('base64')
    expect(refused({ ...parameters, signature }).errors[0]?.message).toContain(
      'made as by the JavaScript SDK',
    )
    expect(
      opened({ ...parameters, signature }, { switches: { lenientSignatures: true } }).verdict,
    ).toMatchObject({
      dialect: 'JS',
    })
  })

  it('is described for programs', () => {
    const error = refused(sign({ ...MINIMUM, payment_currency: 'euro' }))
    const description = {
      status: 'error',
      code: '3121',
      message: 'Invalid currency',
      errors: [
        {
          code: 3121,
          message: 'Must be three capital letters of ISO 4217, for example EUR.',
          field: 'payment_currency',
          constraint: 'pattern',
        },
      ],
      request_id: 'request-9',
    }
    expect(errorDescription(error, 'request-9')).toEqual(description)
    expect(parameterCheckResponse({ ok: false, error }, 'request-9')).toEqual({
      httpStatus: 400,
      body: description,
    })
    expect(parameterCheckResponse(opened(sign(MINIMUM)), 'request-9')).toMatchObject({
      httpStatus: 200,
      body: { status: 'success' },
    })
  })
})

describe('an opening for a payment that was confirmed before', () => {
  it.each(['success', 'awaiting capture', 'awaiting clarification'] as const)(
    'shows its page again: %s',
    (status) => {
      const parameters = sign({ ...MINIMUM, payment_id: 'SHOP-2031' })
      expect(opened(parameters, { existing: status })).toMatchObject({
        kind: 'existing',
        payment: { key: 'pay-1' },
      })
    },
  )

  it.each(['processing', 'decline', 'awaiting 3ds result', 'refunded'] as const)(
    'is refused: %s',
    (status) => {
      expect(refused(sign(MINIMUM), { existing: status })).toMatchObject({
        httpStatus: 400,
        code: '3041',
        errors: [{ field: 'payment_id', constraint: 'unique' }],
      })
    },
  )

  it('begins anew where the payment never started', () => {
    expect(opened(sign(MINIMUM), { existing: 'error' }).kind).toBe('new')
  })

  it('is judged after everything else', () => {
    expect(refused(sign({ ...MINIMUM, redirect: 'yes' }), { existing: 'decline' }).code).toBe('502')
  })
})

describe('the order of checks', () => {
  const steps: readonly (readonly [name: string, spoil: (parameters: Sent) => Sent, code: string])[] = [
    ['required', (all) => ({ ...all, customer_id: '' }), '2004'],
    ['origin', (all) => ({ ...all, urlBase: 'https://pay.test' }), '502'],
    ['signature', (all) => ({ ...all, signature: 'A'.repeat(88) }), '3261'],
    ['format', (all) => ({ ...all, payment_currency: 'eur' }), '3121'],
    ['duplicate', (all) => all, '3041'],
  ]
  const status = (name: string): number => (name === 'origin' ? 404 : 400)

  it('names the first thing that is wrong, whatever else is', () => {
    fc.assert(
      fc.property(fc.subarray([...steps], { minLength: 1 }), (wrong) => {
        const data = wrong
          .filter(([name]) => name !== 'signature')
          .reduce<Sent>((parameters, [, spoil]) => spoil(parameters), MINIMUM)
        const signed = sign(data)
        const badSignature = wrong.some(([name]) => name === 'signature')
        const existing = wrong.some(([name]) => name === 'duplicate') ? 'decline' : null
        const error = refused(badSignature ? { ...signed, signature: 'A'.repeat(88) } : signed, { existing })
        const [name, , code] = wrong[0] ?? ['', undefined, '']
        expect(error).toMatchObject({ code, httpStatus: status(name) })
      }),
    )
  })

  it('looks for the project before anything else', () => {
    expect(refused({ project_id: 7, mode: 'buy', urlBase: 'x' }).code).toBe('2442')
  })
})

describe('the time to confirm', () => {
  const limit = (best_before: string) => opened(sign({ ...MINIMUM, best_before })).settings.bestBefore

  it.each([
    ['2031-04-09T18:20:05+02', START],
    ['2031-04-09T18:20:05+02:00', START],
    ['2031-04-09T18:20:05+0200', START],
    ['2031-04-09T11:50:05-04:30', START],
    ['2031-05-09T16:20:05Z', START + 30 * DAY],
    ['2031-05-09T16:20:06Z', null],
    ['2031-04-01T00:00:00Z', Date.UTC(2031, 3, 1)],
  ])('%s', (text, at) => {
    expect(limit(text)).toBe(at)
  })

  it.each(['2031-04-09T18:20:05', '2031-02-30T00:00:00Z', 'tomorrow', '2031-04-09T25:00Z'])(
    'refuses %s',
    (text) => {
      expect(refused(sign({ ...MINIMUM, best_before: text })).errors[0]?.message).toContain('with an offset')
    },
  )
})
