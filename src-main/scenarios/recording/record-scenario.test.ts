import { describe, expect, it } from 'vitest'
import { CannotRecord, type Fact, type RecordedPayment } from './facts'
import { patternOf } from './patterns'
import { recordScenario } from './record-scenario'

const SALE: Fact = {
  kind: 'request',
  verb: 'sale',
  body: {
    general: { project_id: 9041, payment_id: 'p-1', signature: 'x', merchant_callback_url: 'http://shop' },
    card: { pan: '400000******7006', year: 2035, month: 7, cvv: '***', card_holder: 'NORA VALE' },
    customer: { id: 'buyer-5', ip_address: '203.0.113.9' },
    payment: { amount: 4650, currency: 'EUR' },
  },
  signature: 'valid',
  answer: { http: 200, body: { status: 'success', request_id: 'r1', payment_id: 'p-1' } },
}

const PLAIN = { title: 'A payment', switches: {}, faults: [], answers: [], omitted: [] }

const recorded = (...facts: RecordedPayment['facts']): string =>
  recordScenario({ ...PLAIN, payments: [{ paymentId: 'p-1', status: 'success', code: '0', facts }] })

describe('a recorded scenario', () => {
  it('holds only what differs from what its steps send by themselves, and lets the time pass', () => {
    const text = recorded(
      { at: 1000, fact: SALE },
      { at: 1000, fact: { kind: 'progress' } },
      { at: 1000, fact: { kind: 'ask', fields: { customer: ['email'] } } },
      { at: 2500, fact: { kind: 'callback', callback: 'clarification', body: { payment: { id: 'p-1' } } } },
      { at: 61_000, fact: { kind: 'complete', outcome: 'decline', code: '10105', message: null } },
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

  it('keeps texts that would read as matchers', () => {
    const ids = new Map([['p-1', 'order']])
    expect(patternOf({ a: 'any', b: '/x/', c: '>5', d: 'see p-1', id: 'p-1' }, ids)).toEqual({
      a: { is: 'any' },
      b: { is: '/x/' },
      c: { is: '>5' },
      d: 'any',
      id: '${order.id}',
    })
  })

  it('is refused where its beginning or a text cannot be repeated', () => {
    expect(() => recorded({ at: 0, fact: { kind: 'progress' } })).toThrow(CannotRecord)
    const body = { ...SALE.body, payment: { amount: 1, currency: 'EUR', description: 'absent' } }
    expect(() => recorded({ at: 0, fact: { ...SALE, body } })).toThrow('“absent”')
  })
})
