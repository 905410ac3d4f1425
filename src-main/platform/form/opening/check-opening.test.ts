import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import type { PaymentStatus } from '#domain/payment/statuses'
import { aProject, DAY, START } from '#domain/testing/builders'
import type { ProjectSwitches } from '#domain/project/project'
import { signature as signedBy } from '../../../../docs/examples/sign.mjs'
import { checkOpening } from './check-opening'
import { errorDescription } from './opening'
import { readParameters } from './read-parameters'

const SECRET = 'mock-secret-7Rk2vQ'
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

const post = (contentType: string, text: string) => ({
  ...{ method: 'POST', target: '/payment' },
  ...{ contentType, body: bytes(text) },
})
const requests = {
  GET: (parameters: Sent) => ({
    ...{ method: 'GET', target: `/payment?${query(parameters)}` },
    ...{ contentType: null, body: bytes('') },
  }),
  JSON: (parameters: Sent) => post('application/json', JSON.stringify(parameters)),
  form: (parameters: Sent) =>
    post(
      'application/x-www-form-urlencoded',
      String(new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))),
    ),
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

const openOrThrow = (...args: Parameters<typeof open>) => {
  const opening = open(...args)
  if (!opening.ok) throw new Error(JSON.stringify(opening.error.errors))
  return opening
}

const refusal = (...args: Parameters<typeof open>) => {
  const opening = open(...args)
  if (opening.ok) throw new Error('the form opened')
  return opening.error
}

const ways = ['GET', 'JSON', 'form'] as const

describe('a signed opening', () => {
  it.each(ways)('by %s, with the signature of a string written by hand, opens the form', (by) => {
    const signature = createHmac('sha512', SECRET).update(BY_HAND).digest('base64')
    const opening = openOrThrow({ ...MINIMUM, signature }, { by })
    expect(opening).toMatchObject({ payment: null, warnings: [], verdict: { state: 'valid' } })
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

  it('has the same settings in every encoding, and may have unsigned parameters from the library', () => {
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
    const [first, ...others] = ways.map((by) => openOrThrow(parameters, { by }).settings)
    for (const other of others) expect(other).toEqual(first)
    expect(first).toMatchObject({ frameMode: 'iframe', needsContact: false })
  })

  it.each(['true', 'True'])('may contain booleans as %s although 1 was signed', (word) => {
    const { signature } = sign({ ...MINIMUM, redirect: 1 })
    const { verdict } = openOrThrow({ ...MINIMUM, redirect: word, signature }, { by: 'GET' })
    expect(verdict).toMatchObject({ booleanWords: true })
    expect(openOrThrow(sign({ ...MINIMUM, redirect: word }), { by: 'GET' }).ok).toBe(true)
  })

  it.each([
    ['card_tokenize', { project_id: 9041, customer_id: 'buyer-5' }],
    ['card_verify', { project_id: 9041, payment_id: 'V-1', payment_currency: 'EUR', payment_amount: 0 }],
    ['payout', { ...MINIMUM, uuid: 'session-1' }],
  ] as const)('requires the parameters of mode %s', (mode, parameters) => {
    expect(openOrThrow(sign({ ...parameters, mode })).settings.mode).toBe(mode)
    for (const name of Object.keys(parameters)) {
      const rest = Object.fromEntries(Object.entries(parameters).filter(([key]) => key !== name))
      expect(refusal(sign({ ...rest, mode })).errors.map(({ field }) => field)).toEqual([name])
    }
  })

  it('warns about unknown names and about values without effect', () => {
    const { warnings } = openOrThrow(
      sign({ ...MINIMUM, paymentDescription: 'x', langauge_code: 'de', best_before: '2032-04-09T16:20:05Z' }),
    )
    expect(warnings.map(({ message }) => message)).toEqual([
      'The form has no parameter paymentDescription; it is signed and has no effect. Do you mean payment_description?',
      'The form has no parameter langauge_code; it is signed and has no effect. Do you mean language_code?',
      'best_before is more than 30 days ahead, so there is no limit. Send an earlier time.',
    ])
  })
})

describe('parameters that choose a payment method', () => {
  it.each([
    [{ force_payment_method: 'wallet' }, 'force_payment_method', 'no method wallet that takes 46.50 EUR'],
    [
      { force_payment_method: 'ideal', operation_type: 'auth' },
      'force_payment_method',
      'Only a card works with an auth',
    ],
    [{ force_payment_group: 'wallets' }, 'force_payment_group', 'belongs to the group wallets'],
    [{ default_payment_method: 'wallet' }, 'default_payment_method', 'wallet, so it is not selected'],
    [{ hide: 'wallet, card' }, 'hide', 'card is the only way to pay here'],
  ])('have no effect, and cause a warning: %j', (given, field, says) => {
    const { warnings } = openOrThrow(sign({ ...MINIMUM, ...given }))
    expect(warnings).toEqual([{ field, message: expect.stringContaining(says) }])
    expect(warnings[0]?.message).toContain('the card page is shown')
  })

  it('cause a warning if they name an unknown bank', () => {
    const given = { payment_methods_options: '{"submethod_code":"LARK"}' }
    const { warnings } = openOrThrow(sign({ ...MINIMUM, ...given }))
    const message = expect.stringContaining('the id or abbreviation LARK, so none is selected') as string
    expect(warnings).toEqual([{ field: 'payment_methods_options', message }])
  })

  it('cause no warning if they select the card page', () => {
    const given = {
      force_payment_method: 'card',
      force_payment_group: 'wallets',
      default_payment_method: 'card',
      hide: 'wallet,bank',
    }
    expect(openOrThrow(sign({ ...MINIMUM, ...given })).warnings).toEqual([])
  })
})

describe('the check of an opening', () => {
  const refusalOf = (name: string, value: string, status: number, says: string) =>
    [sign({ ...MINIMUM, [name]: value }), status, '502', name, says] as const
  const ALL_BUT_PROJECT = 'payment_id customer_id payment_amount payment_currency signature'
  const WRONG_FIELDS = 'payment_amount payment_currency redirect'
  const WRONG = { payment_currency: 'eur', payment_amount: '46.50', language_code: 'de', redirect: 'yes' }
  it.each<readonly [parameters: Sent, status: number, code: string, fields: string, says: string]>([
    [{}, 400, '2004', 'project_id', 'Add the parameter project_id.'],
    [{ project_id: 7, mode: 'buy', urlBase: 'x' }, 404, '2442', 'project_id', 'Project 7 does not exist'],
    [{ project_id: 'shop' }, 404, '2442', 'project_id', 'Send digits only'],
    [{ project_id: 9041 }, 400, '2004', ALL_BUT_PROJECT, 'Add the parameter payment_id: The shop’s own id'],
    [sign({ ...MINIMUM, customer_id: '' }), 400, '2004', 'customer_id', 'Add the parameter customer_id'],
    [{ ...MINIMUM, signature: '' }, 400, '3262', 'signature', 'The signature is empty.'],
    [MINIMUM, 400, '2004', 'signature', 'Add the parameter signature'],
    [{ ...MINIMUM, signature: 'x'.repeat(88) }, 400, '3261', 'signature', 'does not match the parameters'],
    [sign(MINIMUM, 'other'), 400, '3261', 'signature', 'Check that the secret is that of this project'],
    refusalOf('mode', 'money_transfer', 400, 'The browser library knows mode money_transfer'),
    refusalOf('mode', 'presentation', 400, 'The browser library knows mode presentation'),
    refusalOf('mode', 'buy', 400, 'There is no mode buy.'),
    refusalOf('urlBase', 'https://pay.test', 404, 'it must be http://127.0.0.1:8802'),
    refusalOf('urlBase', 'http://127.0.0.1:8802/x', 404, 'urlBase is not the origin of this form'),
    refusalOf('customer_city', 'a;b', 400, 'separates the lines of the string to sign'),
    refusalOf('a;b', '1', 400, 'contains a ;'),
    [sign({ ...MINIMUM, ...WRONG }), 400, '502', WRONG_FIELDS, 'point, comma or space: 46.50 EUR is 4650.'],
  ])('refuses %j', (parameters, status, code, fields, says) => {
    const error = refusal(parameters)
    expect(error).toMatchObject({ httpStatus: status, code })
    expect(error.errors.map(({ field }) => field).join(' ')).toBe(fields)
    expect(error.errors[0]?.message).toContain(says)
  })

  it('accepts every spelling of the form’s origin', () => {
    for (const urlBase of ['http://127.0.0.1:8802', 'HTTP://LOCALHOST:8802/', 'https://[::1]:8803']) {
      expect(openOrThrow(sign({ ...MINIMUM, urlBase })).ok).toBe(true)
    }
  })

  it('accepts another dialect only for a lenient project', () => {
    // The JavaScript SDK puts a:x before a-b (contract 2.5, row 2).
    const parameters = { ...MINIMUM, a: { x: 1 }, 'a-b': 2 }
    const signature = createHmac('sha512', SECRET).update(`a:x:1;a-b:2;${BY_HAND}`).digest('base64')
    expect(refusal({ ...parameters, signature }).errors[0]?.message).toContain(
      'made the way the JavaScript SDK does it',
    )
    const lenient = openOrThrow({ ...parameters, signature }, { switches: { lenientSignatures: true } })
    expect(lenient.verdict).toMatchObject({ dialect: 'JS' })
  })

  it('describes the error for programs', () => {
    const error = refusal(sign({ ...MINIMUM, payment_currency: 'euro' }))
    const message = 'Must be three capital letters of ISO 4217, for example EUR.'
    expect(errorDescription(error, 'request-9')).toEqual({
      status: 'error',
      code: '3121',
      message: 'Invalid currency',
      errors: [{ code: 3121, message, field: 'payment_currency', constraint: 'pattern' }],
      request_id: 'request-9',
    })
  })
})

describe('an opening for a payment that was confirmed before', () => {
  it.each(['success', 'awaiting capture', 'awaiting clarification'] as const)(
    'shows the page of the payment again: %s',
    (existing) => {
      const parameters = sign({ ...MINIMUM, payment_id: 'SHOP-2031' })
      expect(openOrThrow(parameters, { existing })).toMatchObject({ payment: { key: 'pay-1' } })
    },
  )

  it.each(['processing', 'decline', 'awaiting 3ds result', 'refunded'] as const)(
    'is refused: %s',
    (status) => {
      expect(refusal(sign(MINIMUM), { existing: status })).toMatchObject({
        httpStatus: 400,
        code: '3041',
        errors: [{ field: 'payment_id', constraint: 'unique' }],
      })
    },
  )

  it('opens a new form if the payment never started', () => {
    expect(openOrThrow(sign(MINIMUM), { existing: 'error' }).payment).toBeNull()
  })
})

describe('an opening with several mistakes', () => {
  const steps: readonly (readonly [name: string, spoil: (parameters: Sent) => Sent, code: string])[] = [
    ['required', (all) => ({ ...all, customer_id: '' }), '2004'],
    ['origin', (all) => ({ ...all, urlBase: 'https://pay.test' }), '502'],
    ['signature', (all) => ({ ...all, signature: 'A'.repeat(88) }), '3261'],
    ['format', (all) => ({ ...all, payment_currency: 'eur' }), '3121'],
    ['duplicate', (all) => all, '3041'],
  ]
  const status = (name: string): number => (name === 'origin' ? 404 : 400)

  it('is refused by the first check that fails, whatever else is wrong', () => {
    fc.assert(
      fc.property(fc.subarray([...steps], { minLength: 1 }), (wrong) => {
        const data = wrong
          .filter(([name]) => name !== 'signature')
          .reduce<Sent>((parameters, [, spoil]) => spoil(parameters), MINIMUM)
        const signed = sign(data)
        const badSignature = wrong.some(([name]) => name === 'signature')
        const existing = wrong.some(([name]) => name === 'duplicate') ? 'decline' : null
        const error = refusal(badSignature ? { ...signed, signature: 'A'.repeat(88) } : signed, { existing })
        const [name, , code] = wrong[0] ?? ['', undefined, '']
        expect(error).toMatchObject({ code, httpStatus: status(name) })
      }),
    )
  })
})

describe('best_before', () => {
  const limit = (best_before: string) => openOrThrow(sign({ ...MINIMUM, best_before })).settings.bestBefore

  it.each([
    ['2031-04-09T18:20:05+02', START],
    ['2031-04-09T18:20:05+02:00', START],
    ['2031-04-09T18:20:05+0200', START],
    ['2031-04-09T11:50:05-04:30', START],
    ['2031-05-09T16:20:05Z', START + 30 * DAY],
    ['2031-05-09T16:20:06Z', null],
    ['2031-04-01T00:00:00Z', Date.UTC(2031, 3, 1)],
  ])('limits the time to confirm only if it is at most 30 days ahead: %s', (text, at) => {
    expect(limit(text)).toBe(at)
  })

  it.each(['2031-04-09T18:20:05', '2031-02-30T00:00:00Z', 'tomorrow', '2031-04-09T25:00Z'])(
    'is refused if it is not a valid time with an offset: %s',
    (text) => {
      expect(refusal(sign({ ...MINIMUM, best_before: text })).errors[0]?.message).toContain('with an offset')
    },
  )
})
