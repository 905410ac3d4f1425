import { describe, expect, it } from 'vitest'
import type { Payment } from '#domain/payment/payment'
import type { ProjectSwitches } from '#domain/project/project'
import { aPayment, anOperation, aProject, MINUTE, START } from '#domain/testing/builders'
import { shapeOf } from '#domain/testing/shape'
import { type StatusForm, statusObject } from './status-object'

/** The contract's example: a sale that waits for three fields. */
const waiting: Payment = aPayment({
  status: 'awaiting clarification',
  operations: [anOperation({ status: 'awaiting clarification' })],
  clarification: {
    operationId: 9041000000311,
    requested: { avs_data: ['avs_post_code'], customer: ['email', 'billing.country'] },
    remaining: { customer: ['email', 'billing.country'] },
    expects: {},
    accepted: { 'avs_data.avs_post_code': 'H91' },
    refused: [],
    detectedAt: START,
    expiresAt: START + 30 * MINUTE,
    cappedByDeadline: false,
  },
})

const PROVIDER_ANSWER = { paymentId: 'p-88120', answeredAt: START, authCode: '440917', eci: '05' }
const paid: Payment = aPayment({
  status: 'success',
  resultCode: '0',
  operations: [anOperation({ status: 'success', code: '0', provider: PROVIDER_ANSWER })],
})

function shown(
  payment: Payment,
  form: StatusForm,
  switches: Partial<ProjectSwitches> = {},
): Record<string, unknown> {
  return {
    ...statusObject(payment, form, aProject({ switches: { statusFields: 'mission', ...switches } }).switches),
  }
}

const SUM = { amount: 'integer', currency: 'string' }

/** The tables of the mission document, less the signature, which is put in afterwards. */
const MISSION_CALLBACK = {
  sum_request: SUM,
  sum_real: SUM,
  request_id: 'string',
  project_id: 'integer',
  payment: {
    id: 'string',
    method: 'string',
    date: 'timestamp',
    result_code: 'string',
    result_message: 'string',
    is_new_attempts_available: 'boolean',
    attempts_timeout: 'integer',
    provider_id: 'integer',
  },
  status: 'string',
  customer: { id: 'string' },
  account: {
    number: 'string',
    type: 'string',
    card_holder: 'string',
    expiry_month: 'string',
    expiry_year: 'string',
  },
  clarification_fields: { customer: ['string', 'string'] },
  description: 'string',
  operations: [
    {
      id: 'integer',
      type: 'string',
      status: 'string',
      date: 'timestamp',
      processing_time: 'null',
      sum: SUM,
      code: 'string',
      message: 'string',
    },
  ],
}

const { status: _atTheTop, ...REST } = MISSION_CALLBACK
const MISSION_RESPONSE = {
  ...REST,
  payment: { ...REST.payment, status: 'string', cascading_with_redirect: 'boolean' },
  operations: REST.operations.map((operation) => ({ ...operation, request_id: 'string' })),
}

describe('the payment status object', () => {
  it('has exactly the fields and types of the mission document as a callback', () => {
    expect(shapeOf(shown(waiting, 'callback'))).toEqual(MISSION_CALLBACK)
    expect(Object.keys(shown(waiting, 'callback'))).toEqual(Object.keys(MISSION_CALLBACK))
  })

  it('has exactly the fields and types of the mission document as a response', () => {
    expect(shapeOf(shown(waiting, 'response'))).toEqual(MISSION_RESPONSE)
  })

  it('carries the values of the contract’s example', () => {
    expect(shown(waiting, 'callback')).toEqual({
      sum_request: { amount: 4650, currency: 'EUR' },
      sum_real: { amount: 4650, currency: 'EUR' },
      request_id: 'request-1',
      project_id: 9041,
      payment: {
        id: 'Shop-2031',
        method: 'card',
        date: '2031-04-09T16:20:05+0000',
        result_code: '9999',
        result_message: 'Awaiting processing',
        is_new_attempts_available: false,
        attempts_timeout: 0,
        provider_id: 77,
      },
      status: 'awaiting clarification',
      customer: { id: 'buyer-5' },
      account: {
        number: '400000******0077',
        type: 'visa',
        card_holder: 'NORA VALE',
        expiry_month: '07',
        expiry_year: '2033',
      },
      clarification_fields: { customer: ['email', 'billing.country'] },
      description: '',
      operations: [
        {
          id: 9041000000311,
          type: 'sale',
          status: 'awaiting clarification',
          date: '2031-04-09T16:20:05+0000',
          processing_time: null,
          sum: { amount: 4650, currency: 'EUR' },
          code: '9999',
          message: 'Awaiting processing',
        },
      ],
    })
  })

  it('lists fields only while data is asked for', () => {
    expect(shown(paid, 'callback')).not.toHaveProperty('clarification_fields')
  })

  it('lists operations from the oldest on, with the time at which each was done', () => {
    const refund = anOperation({ id: 9041000000312, type: 'refund', updatedAt: START + MINUTE })
    const operations = shown({ ...paid, operations: [...paid.operations, refund] }, 'response')['operations']
    expect(operations).toMatchObject([
      { type: 'sale', processing_time: '2031-04-09T16:20:05+0000' },
      { type: 'refund', processing_time: null },
    ])
  })

  it('shows empty texts for a payment without a card', () => {
    expect(shown({ ...waiting, account: null }, 'callback')['account']).toEqual({
      number: '',
      type: '',
      card_holder: '',
      expiry_month: '',
      expiry_year: '',
    })
  })
})

describe('the switch statusInPayment', () => {
  it('adds the status inside payment to callbacks and keeps the one at the top', () => {
    expect(shapeOf(shown(waiting, 'callback', { statusInPayment: true }))).toEqual({
      ...MISSION_CALLBACK,
      payment: { ...MISSION_CALLBACK.payment, status: 'string' },
    })
  })

  it('changes nothing in responses', () => {
    expect(shown(waiting, 'response', { statusInPayment: true })).toEqual(shown(waiting, 'response'))
  })
})

describe('the switch statusFields (contract 12 row 13)', () => {
  it('adds what shop plugins look for to responses', () => {
    expect(shapeOf(shown(waiting, 'response', { statusFields: 'extended' }))).toEqual({
      ...MISSION_RESPONSE,
      payment: { ...MISSION_RESPONSE.payment, type: 'string', sum: SUM, description: 'string' },
      account: { ...MISSION_RESPONSE.account, token: 'string' },
      operations: MISSION_RESPONSE.operations.map((operation) => ({
        ...operation,
        sum_initial: SUM,
        sum_converted: SUM,
        created_date: 'timestamp',
        provider: {
          id: 'integer',
          payment_id: 'string',
          date: 'timestamp',
          auth_code: 'string',
          endpoint_id: 'integer',
        },
        eci: 'string',
      })),
    })
  })

  it('adds nothing twice where every optional field is asked for as well', () => {
    const body = shown(paid, 'response', { statusFields: 'extended', publicFields: 'all' })
    expect(body).toMatchObject({
      account: { id: 70311, token: '9f'.repeat(32) },
      operations: [{ eci: '05', provider: { payment_id: 'p-88120', auth_code: '440917' } }],
    })
  })

  it('changes nothing in callbacks', () => {
    expect(shown(waiting, 'callback', { statusFields: 'extended' })).toEqual(shown(waiting, 'callback'))
  })

  it('reports what is left for refunds in payment.sum', () => {
    const body = shown({ ...paid, refunded: 650 }, 'response', { statusFields: 'extended' })
    expect(body).toMatchObject({ payment: { sum: { amount: 4000 } }, sum_real: { amount: 4650 } })
  })
})

describe('held money', () => {
  const held = aPayment({ status: 'awaiting capture', held: 3000 })

  it('is the real sum of the payment, less what was released (contract 12 row 12)', () => {
    expect(shown(held, 'response', { statusFields: 'extended' })).toMatchObject({
      sum_request: { amount: 4650 },
      sum_real: { amount: 3000 },
      payment: { sum: { amount: 3000 } },
    })
    expect(shown({ ...held, status: 'canceled', held: 0 }, 'callback')).toMatchObject({
      sum_real: { amount: 4650 },
    })
  })
})

describe('the switch publicFields', () => {
  const refused = {
    path: 'additional_data.customer.email',
    code: '2426',
    message: 'Must have one @ and a domain with a dot',
    constraint: 'format',
    asked: true,
  }
  const open = waiting.clarification
  const eventful: Payment = {
    ...waiting,
    refunded: 650,
    avsResult: 'N',
    operations: waiting.operations.map((operation) => ({ ...operation, provider: PROVIDER_ANSWER })),
    clarification: open === null ? null : { ...open, refused: [refused] },
  }

  it('(mission_only) never adds a field', () => {
    for (const [form, shape] of [
      ['callback', MISSION_CALLBACK],
      ['response', MISSION_RESPONSE],
    ] as const) {
      expect(shapeOf(shown(eventful, form, { publicFields: 'mission_only' }))).toEqual(shape)
    }
  })

  it('(informative) adds refused values, refunds and a failed address check', () => {
    const body = shown(eventful, 'callback', { publicFields: 'informative' })
    expect(shapeOf(body)).toEqual({
      ...MISSION_CALLBACK,
      errors: [{ code: 'integer', message: 'string', field: 'string', constraint: 'string' }],
      sum_refund: SUM,
      avs_result: 'string',
    })
    expect(body['errors']).toEqual([
      {
        code: 2426,
        message: 'Must have one @ and a domain with a dot',
        field: 'additional_data.customer.email',
        constraint: 'format',
      },
    ])
    expect(body['sum_refund']).toEqual({ amount: 650, currency: 'EUR' })
  })

  it('(informative) is silent where nothing has changed', () => {
    expect(shapeOf(shown({ ...waiting, avsResult: 'Y' }, 'callback'))).toEqual(MISSION_CALLBACK)
  })

  it('(all) adds every optional field that is known', () => {
    expect(shapeOf(shown(eventful, 'callback', { publicFields: 'all' }))).toEqual({
      ...MISSION_CALLBACK,
      payment: { ...MISSION_CALLBACK.payment, type: 'string', sum: SUM },
      account: { ...MISSION_CALLBACK.account, id: 'integer', token: 'string' },
      errors: [{ code: 'integer', message: 'string', field: 'string', constraint: 'string' }],
      operations: MISSION_CALLBACK.operations.map((operation) => ({
        ...operation,
        provider: { id: 'integer', payment_id: 'string' },
      })),
      sum_refund: SUM,
      avs_result: 'string',
      auth_code: 'string',
      transaction: { id: 'integer', date: 'timestamp', type: 'string' },
    })
  })

  it('reports the time left for attempts at the event, and in a response the time left now', () => {
    const payment = aPayment({
      status: 'awaiting customer',
      operations: [anOperation({ status: 'decline', code: '10000' })],
      attempts: { left: 2, endsAt: START + 600_000 },
    })
    const { switches } = aProject()
    expect(statusObject(payment, 'callback', switches)).toMatchObject({
      payment: { is_new_attempts_available: true, attempts_timeout: 600 },
    })
    expect(statusObject(payment, 'response', switches, START + 599_500)).toMatchObject({
      payment: { is_new_attempts_available: true, attempts_timeout: 1 },
    })
    expect(statusObject(aPayment(), 'response', switches, START)).toMatchObject({
      payment: { is_new_attempts_available: false, attempts_timeout: 0 },
    })
  })
})
