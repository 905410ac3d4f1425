import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findResultCode } from '#domain/result-code/result-codes'
import { violations, missingFields, placesOf, projectIdOf } from './check'
import { ENDPOINTS, type ListedKind } from './endpoints'
import { errorBody, listError } from './errors'
import { FIELD_RULES } from './requests'

const general = { project_id: 9041, payment_id: 'Shop-2031', signature: 'c2lnbmF0dXJl' }
const card = { pan: '4000000000000077', year: 2033, month: '07', card_holder: "NORA O'VALE-1", cvv: '123' }
const customer = { id: 'buyer-5', ip_address: '127.0.0.1' }
const payment = { amount: 4650, currency: 'EUR' }

/** A complete request of each kind. */
const COMPLETE: Readonly<Record<ListedKind, Readonly<Record<string, unknown>>>> = {
  clarification: { general, additional_data: {} },
  status: { general },
  statusByRequest: { project_id: '9041', request_id: 'request-1', signature: 'x' },
  sale: { general, card, customer, payment },
  auth: { general, card, customer, payment },
  capture: { general },
  cancel: { general },
  refund: { general, payment: { description: 'Wrong size' } },
  challengeResult: { general },
  recurring: { general, customer, payment, recurring: { id: 1 } },
  seriesUpdate: { general, recurring: { id: 1, time: '09:30:00', amount: '990' } },
  seriesCancel: { general, recurring: { id: 1 } },
  seriesInfo: { general: { project_id: 9041, signature: 'x' }, recurring: { id: 1 } },
  retryStop: {
    general: { project_id: 9041, signature: 'x' },
    recurring: { id: 1 },
    trigger_operation_id: 9041000000311,
  },
  codeResend: { general, customer },
  cascadeStep: { general },
}
const kinds = ENDPOINTS.map(({ kind }) => kind)

const missingIn = (kind: ListedKind, body: Readonly<Record<string, unknown>>): readonly string[] =>
  missingFields(kind, FIELD_RULES[kind], body)?.errors.map(({ field }) => field) ?? []
const wrongIn = (kind: ListedKind, body: Readonly<Record<string, unknown>>): readonly string[] =>
  violations(FIELD_RULES[kind], body).map(({ code, field, constraint }) => `${code} ${field} ${constraint}`)

/** The body with another value at a path; `undefined` removes the member. */
function withValueAt(
  body: Readonly<Record<string, unknown>>,
  path: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const [head = '', ...rest] = path
  const inner = body[head]
  const next =
    rest.length === 0
      ? value
      : withValueAt(typeof inner === 'object' && inner !== null ? { ...inner } : {}, rest, value)
  const entries = Object.entries(body).filter(([key]) => key !== head)
  return Object.fromEntries(next === undefined ? entries : [...entries, [head, next]])
}

describe('the minimum parameters of a request (contract 5.1, step 2)', () => {
  it.each(kinds)('are all present in a complete %s, which also violates no rule', (kind) => {
    expect(missingFields(kind, FIELD_RULES[kind], COMPLETE[kind])).toBeNull()
    expect(violations(FIELD_RULES[kind], COMPLETE[kind])).toEqual([])
  })

  it.each(kinds)('are each reported if absent or null: %s', (kind) => {
    for (const { path } of FIELD_RULES[kind].filter(({ required }) => required)) {
      for (const value of [undefined, null]) {
        expect(missingIn(kind, withValueAt(COMPLETE[kind], path, value))).toEqual([path.join('.')])
      }
    }
  })

  it('are reported all at once, and a missing object is listed in place of its members', () => {
    expect(missingIn('sale', {})).toEqual(['general', 'card', 'customer', 'payment'])
    expect(missingIn('sale', { general: {}, card: { pan: '' }, customer, payment: { amount: 1 } })).toEqual([
      'general.project_id',
      'general.payment_id',
      'general.signature',
      'card.pan',
      'card.year',
      'card.month',
      'card.card_holder',
      'payment.currency',
    ])
    expect(missingIn('statusByRequest', { general })).toEqual(['project_id', 'request_id', 'signature'])
  })

  it.each([[[]], ['text'], [0], [true], [''], [null]])('are missing if %j replaces an object', (value) => {
    expect(missingIn('clarification', { general, additional_data: value })).toEqual(['additional_data'])
    expect(missingIn('clarification', { general: value, additional_data: {} })).toEqual(['general'])
  })

  it('include additional_data, whose absence gives 400 and 2004 (mission document)', () => {
    expect(missingFields('clarification', FIELD_RULES.clarification, { general })).toEqual({
      httpStatus: 400,
      code: '2004',
      contract: '5.1',
      errors: [
        {
          code: '2004',
          field: 'additional_data',
          constraint: 'required',
          message: 'Add the object additional_data; it is required.',
        },
      ],
    })
  })

  it('give 3262 for an empty signature, and 2004 for a missing one', () => {
    const unsigned = withValueAt(COMPLETE.status, ['general', 'signature'], undefined)
    const { signature: _, ...rest } = COMPLETE.statusByRequest
    for (const [kind, body, code, field] of [
      ['status', { general: { ...general, signature: '' } }, '3262', 'general.signature'],
      ['status', unsigned, '2004', 'general.signature'],
      ['statusByRequest', { ...rest, signature: '' }, '3262', 'signature'],
    ] as const)
      expect(missingFields(kind, FIELD_RULES[kind], body)).toMatchObject({ code, errors: [{ code, field }] })
  })

  it('give 2004 if the signature is empty and other fields are missing, and list all of them', () => {
    const refusal = missingFields('clarification', FIELD_RULES.clarification, {
      general: { signature: '', project_id: 1 },
    })
    expect(refusal?.code).toBe('2004')
    expect(refusal?.errors.map(({ code, field }) => [code, field])).toEqual([
      ['2004', 'general.payment_id'],
      ['3262', 'general.signature'],
      ['2004', 'additional_data'],
    ])
    expect(
      missingFields('clarification', FIELD_RULES.clarification, { general: { ...general, signature: '' } })
        ?.code,
    ).toBe('2004')
  })

  it('are not found on prototypes', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"general":{"project_id":1}},"constructor":{"general":1},"toString":{}}',
    ) as Record<string, unknown>
    expect(missingIn('status', hostile)).toEqual(['general'])
    expect(missingIn('status', { general: Object.create(general) as unknown })).toHaveLength(3)
  })

  it('are checked without an exception for any JSON object', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.dictionary(fc.string(), fc.jsonValue()), (kind, body) => {
        const refusal = missingFields(kind, FIELD_RULES[kind], body)
        expect(refusal?.httpStatus).toBe(400)
        violations(FIELD_RULES[kind], body)
        projectIdOf(kind, body)
      }),
    )
  })
})

describe('the project of a request (step 3)', () => {
  it.each([
    [9041, 9041],
    ['9041', 9041],
    [4_294_967_296, 4_294_967_296],
  ])('is read from %j as %i', (written, id) => {
    expect(projectIdOf('status', { general: { project_id: written } })).toBe(id)
    expect(projectIdOf('statusByRequest', { project_id: written })).toBe(id)
  })

  it.each([[0], [-5], [1.5], ['1e3'], ['x'], [true], [[]], [{}]])('cannot be %j', (written) => {
    expect(projectIdOf('status', { general: { project_id: written } })).toMatchObject({
      httpStatus: 400,
      code: '502',
      errors: [{ field: 'general.project_id', constraint: 'type' }],
    })
  })

  it('is next to the signature: in `general`, or at the top level of a status request by request id', () => {
    for (const kind of kinds) {
      const prefix = kind === 'statusByRequest' ? [] : ['general']
      expect(placesOf(kind)).toEqual({
        projectId: [...prefix, 'project_id'],
        signature: [...prefix, 'signature'],
      })
    }
  })
})

describe('the format check of a request (step 5)', () => {
  it('lists every violation with its path, in the order of the fields', () => {
    expect(
      wrongIn('sale', {
        general: { ...general, payment_id: ' x', merchant_callback_url: 'shop.test' },
        card: { ...card, pan: '4000000000000078', month: 13, year: '2019', cvv: '12', card_holder: 'Зоя' },
        customer: { id: 7, ip_address: 'here' },
        payment: { amount: 0, currency: 'euro', moto_type: 3, best_before: 'soon' },
        callback: { delay: 601, force_disable: 'yes' },
        recurring: { period: 'X', interval: 101 },
      }),
    ).toEqual([
      '3024 general.payment_id pattern',
      '502 general.merchant_callback_url format',
      '10102 card.pan format',
      '502 card.year minimum',
      '502 card.month maximum',
      '3161 card.card_holder pattern',
      '3141 card.cvv pattern',
      '2124 customer.id type',
      '502 customer.ip_address format',
      '502 payment.amount minimum',
      '3121 payment.currency pattern',
      '502 payment.best_before format',
      '502 payment.moto_type enum',
      '502 callback.delay maximum',
      '502 callback.force_disable type',
      '502 recurring.period enum',
      '502 recurring.interval maximum',
    ])
  })

  it.each(['sale', 'auth', 'capture', 'cancel', 'refund'] as const)(
    'covers callback and receipt (contract 12 rows 3, 7 and 19): %s',
    (kind) => {
      const fine = { callback: { delay: 0, force_disable: false }, receipt_data: { positions: [{}] } }
      const url = { ...general, merchant_callback_url: 'https://shop.test/refunds' }
      expect(wrongIn(kind, { ...COMPLETE[kind], ...fine, general: url })).toEqual([])
      const violation = { callback: { delay: 601, force_disable: 1 }, receipt_data: { positions: [] } }
      expect(
        wrongIn(kind, {
          ...COMPLETE[kind],
          ...violation,
          general: { ...general, merchant_callback_url: 'shop' },
        }),
      ).toEqual([
        '502 general.merchant_callback_url format',
        '502 callback.delay maximum',
        '502 callback.force_disable type',
        '502 receipt_data.positions minLength',
      ])
      expect(wrongIn(kind, { ...COMPLETE[kind], receipt_data: {} })).toEqual(['2004 receipt_data required'])
    },
  )

  it.each([0, 600])('accepts a callback delay of %i seconds', (delay) => {
    expect(wrongIn('auth', { ...COMPLETE.auth, callback: { delay } })).toEqual([])
  })

  it('treats null as an absent optional field', () => {
    expect(wrongIn('capture', { general, payment: null })).toEqual([])
    expect(wrongIn('capture', { general, payment: { amount: null, currency: null } })).toEqual([])
  })

  it('reports an optional object of the wrong type', () => {
    expect(wrongIn('capture', { general, payment: [] })).toEqual(['502 payment type'])
    expect(wrongIn('sale', { ...COMPLETE.sale, callback: 'now' })).toEqual(['502 callback type'])
  })

  it('ignores unknown fields', () => {
    expect(wrongIn('status', { general, extra: { deep: [1] }, ['__proto__']: 1 })).toEqual([])
  })

  it('gives the code of the first violation, and no error if there is none', () => {
    const errors = violations(FIELD_RULES.refund, { general, payment: { description: 1, currency: 'x' } })
    expect(listError(400, '5.6', errors)).toEqual({ httpStatus: 400, code: '502', contract: '5.6', errors })
    expect(listError(400, '5.6', [])).toBeNull()
  })

  it('uses only listed codes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.jsonValue(), (kind, value) => {
        const body = FIELD_RULES[kind].reduce(
          (made, { path }) => (path.length === 2 ? withValueAt(made, path, value) : made),
          COMPLETE[kind],
        )
        for (const { code } of violations(FIELD_RULES[kind], body))
          expect(findResultCode(code)).not.toBeNull()
      }),
    )
  })
})

describe('the error shape (contract 3.7)', () => {
  it('omits an empty list of errors', () => {
    expect(errorBody({ httpStatus: 500, code: '501', errors: [], contract: '5.1' })).toEqual({
      status: 'error',
      code: '501',
      message: 'Internal error',
    })
  })
})
