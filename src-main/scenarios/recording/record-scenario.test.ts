import { describe, expect, it } from 'vitest'
import { type Method, SAMPLE_METHOD } from '#domain/project/method-shape'
import type { Members } from '#lib/json/node'
import type { RecordedExpects } from '#protocol/scenarios'
import { act, CannotRecord, type RecordedPayment } from './facts'
import { type RecordedRequest, requestAct } from './request-step'
import { patternOf } from './recorded-values'
import { itemLines, memberLines, recordScenario } from './record-scenario'
import { recordedSteps } from './recorded-steps'
import fc from 'fast-check'
import { parse } from 'yaml'

const SALE_REQUEST: RecordedRequest = {
  verb: 'sale',
  body: {
    general: { project_id: 9041, payment_id: 'p-1', signature: 'x', merchant_callback_url: 'http://shop' },
    card: { pan: '400000******7006', year: 2035, month: 7, cvv: '***', card_holder: 'NORA VALE' },
    customer: { id: 'buyer-5', ip_address: '203.0.113.9' },
    payment: { amount: 4650, currency: 'EUR' },
  },
  signature: 'valid',
  response: { http: 200, body: { status: 'success', request_id: 'r1', payment_id: 'p-1' } },
}
const SALE = requestAct(SALE_REQUEST)

const PLAIN = { title: 'A payment', switches: {}, faults: [], responses: [], omitted: [] }

const recorded = (...facts: RecordedPayment['facts']): string => recordedAs('everything', facts)

const recordedAs = (expects: RecordedExpects, facts: RecordedPayment['facts']): string =>
  recordScenario({ ...PLAIN, expects, payments: [{ paymentId: 'p-1', status: 'success', code: '0', facts }] })

describe('a recorded scenario', () => {
  it('contains only what differs from the defaults of its steps, and advances the clock', () => {
    const text = recorded(
      { at: 1000, fact: SALE },
      { at: 1000, fact: { kind: 'progress' } },
      { at: 1000, fact: act(({ name }) => ({ ask: { of: name, fields: { customer: ['email'] } } })) },
      { at: 2500, fact: { kind: 'callback', callback: 'clarification', body: { payment: { id: 'p-1' } } } },
      {
        at: 61_000,
        fact: act(({ name }) => ({ complete: { of: name, outcome: 'decline', code: '10105' } })),
      },
    )
    expect(text.split('\n').slice(4)).toEqual([
      'steps:',
      '  - sale: { as: order, amount: 46.50 EUR, card: clarification-avs }',
      '    expect: { http: 200, body: { status: success, request_id: any, payment_id: "${order.id}" } }',
      '  - until idle',
      '  - ask: { of: order, fields: { customer: [ email ] } }',
      '  - advance: 1 min',
      '  - expect callback: { of: order, kind: clarification, body: { payment: { id: "${order.id}" } } }',
      '  - complete: { of: order, outcome: decline, code: "10105" }',
      '  - expect payment: { of: order, status: success, code: "0" }',
      '',
    ])
  })

  it('waits once for several status requests between which nothing happened', () => {
    const status = requestAct({ ...SALE_REQUEST, verb: 'status', body: {}, response: null })
    const text = recorded(
      { at: 1000, fact: SALE },
      { at: 1000, fact: { kind: 'progress' } },
      { at: 4000, fact: status },
      { at: 7000, fact: status },
      { at: 10_000, fact: status },
      { at: 61_000, fact: act(({ name }) => ({ complete: { of: name, outcome: 'success' } })) },
      { at: 61_000, fact: { kind: 'progress' } },
      { at: 70_000, fact: status },
      { at: 80_000, fact: status },
    )
    expect(text.split('\n').slice(7)).toEqual([
      '  - advance: 3 s',
      '  - status: { of: order }',
      '  - status: { of: order }',
      '  - status: { of: order }',
      '  - advance: 57 s',
      '  - complete: { of: order, outcome: success }',
      '  - advance: 9 s',
      '  - status: { of: order }',
      '  - status: { of: order }',
      '  - expect payment: { of: order, status: success, code: "0" }',
      '',
    ])
  })

  it('that expects what matters compares only statuses, codes, requested fields and errors', () => {
    const result = { status: 'success', code: '0', message: 'Success' }
    const operation = { id: 5, type: 'refund', ...result, sum_initial: {} }
    const bodies = [
      {
        status: 'awaiting clarification',
        payment: { id: 'p-1', result_code: '9999', result_message: 'Open', date: '2030-04-09T10:00:00+0000' },
        clarification_fields: { customer: ['email', 'billing.postal'] },
        errors: [{ code: 2004, message: 'Missing', field: 'customer.email', constraint: 'required' }],
        operations: [{ id: 4, status: 'awaiting clarification' }],
        sum_request: { amount: 4650, currency: 'EUR' },
      },
      { payment: { status: 'refunded', description: 'Lamps' }, operation, account: { number: '4000' } },
    ]
    const facts = bodies.map((body) => ({
      at: 1000,
      fact: { kind: 'callback', callback: 'other', body } as const,
    }))
    const expected = [
      '  - sale: { as: order, amount: 46.50 EUR, card: clarification-avs }',
      '    expect: { http: 200, body: { status: success } }',
      '  - until idle',
      '  - expect callback:',
      '      of: order',
      '      kind: other',
      '      body:',
      '        status: awaiting clarification',
      '        payment: { result_code: "9999" }',
      '        clarification_fields: { customer: [ email, billing.postal ] }',
      '        errors: [ { code: 2004, field: customer.email, constraint: required } ]',
      '  - expect callback:',
      '      of: order',
      '      kind: other',
      '      body:',
      '        payment: { status: refunded }',
      '        operation: { type: refund, status: success, code: "0" }',
      '  - expect payment: { of: order, status: success, code: "0" }',
      '',
    ]
    const text = recordedAs('what matters', [{ at: 1000, fact: SALE }, ...facts])
    expect(text.split('\n').slice(5)).toEqual(expected)
  })

  it('expects the charged amount if it is not the requested one', () => {
    const charged = { amount: 4000, currency: 'EUR' }
    const facts = [{ at: 1000, fact: SALE }]
    const payments = [{ paymentId: 'p-1', status: 'success', code: '0', charged, facts }]
    const { steps } = recordedSteps({ ...PLAIN, expects: 'what matters', payments })
    expect(steps.at(-1)).toEqual({
      'expect payment': { of: 'order', status: 'success', code: '0', body: { sum_real: charged } },
    })
  })

  it('escapes texts that would be read as matchers', () => {
    const ids = new Map([['p-1', 'order']])
    expect(patternOf({ a: 'any', b: '/x/', c: '>5', d: 'see p-1', id: 'p-1' }, ids)).toEqual({
      a: { is: 'any' },
      b: { is: '/x/' },
      c: { is: '>5' },
      d: 'any',
      id: '${order.id}',
    })
  })

  it('is refused if the start of a payment or a text cannot be repeated', () => {
    expect(() => recorded({ at: 0, fact: { kind: 'progress' } })).toThrow(CannotRecord)
    const body = { ...SALE_REQUEST.body, payment: { amount: 1, currency: 'EUR', description: 'absent' } }
    expect(() => recorded({ at: 0, fact: requestAct({ ...SALE_REQUEST, body }) })).toThrow('“absent”')
  })
})

describe('a recorded payment by a method', () => {
  const sale = (path: string, row: Method | null, parts: Members): RecordedRequest => ({
    verb: 'sale',
    method: { path, row },
    body: {
      general: { project_id: 9041, payment_id: 'p-1', signature: 'x' },
      customer: { id: 'buyer-5', ip_address: '203.0.113.9' },
      payment: { amount: 4650, currency: 'EUR' },
      ...parts,
    },
    signature: 'valid',
    response: null,
  })

  it('has what differs from the samples of its step, and any other request as it was', () => {
    const bought = sale(SAMPLE_METHOD.path, SAMPLE_METHOD, { account: { number: 'AB12' } })
    const { general } = bought.body
    const customer = { ip_address: '198.51.100.4' }
    const text = recorded(
      { at: 1000, fact: requestAct(bought) },
      { at: 1000, fact: requestAct({ ...bought, verb: 'resend code', body: { general, customer } }) },
      {
        at: 1000,
        fact: requestAct({
          ...bought,
          verb: 'post',
          address: '/v2/payment/cascade/step',
          body: { general },
        }),
      },
    )
    expect(text.split('\n').slice(5)).toEqual([
      '  - sale:',
      '      as: order',
      '      amount: 46.50 EUR',
      '      method: wallet/my-wallet',
      '      body: { account: { number: AB12 }, identify: absent }',
      '  - resend code: { of: order, body: { customer: { ip_address: 198.51.100.4 } } }',
      '  - post: { of: order, path: /v2/payment/cascade/step }',
      '  - expect payment: { of: order, status: success, code: "0" }',
      '',
    ])
  })

  it('has a test card that behaves alike in place of a masked token', () => {
    const bought = sale('applepay', null, { etoken: { token: '411111******1111' } })
    const text = recorded({ at: 1000, fact: requestAct(bought) })
    expect(text).toContain('body: { etoken: { token: "4111111111111111" } }')
  })

  it('may begin with a request that has no other step', () => {
    const hold = {
      ...sale('applepay', null, {}),
      verb: 'post',
      address: '/v2/payment/applepay/auth',
    } as const
    const text = recorded({ at: 1000, fact: requestAct(hold) })
    expect(text).toContain('path: /v2/payment/applepay/auth')
    expect(text).toContain('as: order')
  })
})

const LONG = 'x'.repeat(150)

it('a short step is written on one line', () => {
  expect(memberLines('sale', { as: 'order', amount: '46.50 EUR' }, '')).toEqual([
    'sale: { as: order, amount: 46.50 EUR }',
  ])
})

it('a long step is written with its members below it, each on one line if it is short', () => {
  const body = { payment: { id: 'p-1', description: LONG }, list: [{ a: LONG, b: 1 }, 2], 'a: b': null }
  expect(itemLines({ 'expect callback': { of: 'order', body } }, '  ')).toEqual([
    '  - expect callback:',
    '      of: order',
    '      body:',
    '        payment:',
    '          id: p-1',
    `          description: ${LONG}`,
    '        list:',
    `          - a: ${LONG}`,
    '            b: 1',
    '          - 2',
    '        "a: b": null',
  ])
})

/** Includes line ends, and strings that YAML could read as syntax or as another type. */
const PART = fc.constantFrom('\n', '\r\n', ': ', ' #', '- ', 'null')
const TEXT = fc
  .array(fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), PART))
  .map((parts) => parts.join(''))
const ITEM = fc.dictionary(TEXT, fc.oneof(fc.jsonValue({ maxDepth: 4 }), TEXT), { minKeys: 1 })

it('a written step is read back exactly, whatever its keys and texts', () => {
  fc.assert(
    fc.property(ITEM, (item) => {
      const text = ['top:', ...itemLines(item, '  '), '', 'end: true', ''].join('\n')
      // As JSON, to ignore -0 and prototypes.
      expect(JSON.stringify(parse(text))).toBe(JSON.stringify({ top: [item], end: true }))
    }),
  )
})
