import { describe, expect, it } from 'vitest'
import type { Payment } from '#domain/payment/payment'
import type { ProjectSwitches } from '#domain/project/project'
import { aPayment, anOperation, aProject, MINUTE, START } from '#domain/testing/builders'
import {
  EXTENDED_STATUS_SHAPE,
  statusResponseShape,
  statusCallbackShape,
} from '#e2e/flows/testing/mission-shapes'
import { shapeOf } from '#e2e/flows/testing/shape'
import { type StatusForm, statusObject } from './status-object'

/** The contract's example: a sale that still waits for two of three requested fields. */
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

function bodyAs(
  payment: Payment,
  form: StatusForm,
  switches: Partial<ProjectSwitches> = {},
): Record<string, unknown> {
  return {
    ...statusObject(payment, form, aProject({ switches: { statusFields: 'mission', ...switches } }).switches),
  }
}

/** Shape with a signature, which is added to a body later. */
const shapeIn = (body: Record<string, unknown>) => shapeOf({ ...body, signature: '' })
const MISSION_CALLBACK = statusCallbackShape('customer')
const MISSION_RESPONSE = statusResponseShape('open', 'customer')

describe('the payment status object', () => {
  it('carries the values of the contract’s example, in its order', () => {
    const example = {
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
    }
    expect(bodyAs(waiting, 'callback')).toEqual(example)
    expect(Object.keys(bodyAs(waiting, 'callback'))).toEqual(Object.keys(example))
  })

  it('lists clarification fields only while data is requested', () => {
    expect(bodyAs(paid, 'callback')).not.toHaveProperty('clarification_fields')
  })

  it('lists operations, oldest first, with the time at which each was completed', () => {
    const refund = anOperation({ id: 9041000000312, type: 'refund', updatedAt: START + MINUTE })
    const operations = bodyAs({ ...paid, operations: [...paid.operations, refund] }, 'response')['operations']
    expect(operations).toMatchObject([
      { type: 'sale', processing_time: '2031-04-09T16:20:05+0000' },
      { type: 'refund', processing_time: null },
    ])
  })

  it('shows empty strings for a payment without a card', () => {
    expect(bodyAs({ ...waiting, account: null }, 'callback')['account']).toEqual({
      number: '',
      type: '',
      card_holder: '',
      expiry_month: '',
      expiry_year: '',
    })
  })
})

describe('the switch statusInPayment', () => {
  it('changes nothing in responses', () => {
    expect(bodyAs(waiting, 'response', { statusInPayment: true })).toEqual(bodyAs(waiting, 'response'))
  })
})

describe('the switch statusFields (contract 12 row 13)', () => {
  it('adds to responses the fields that shop plugins look for', () => {
    expect(shapeIn(bodyAs(waiting, 'response', { statusFields: 'extended' }))).toEqual({
      ...EXTENDED_STATUS_SHAPE,
      ...MISSION_RESPONSE,
    })
  })

  it('keeps its more detailed fields if every optional field is sent as well', () => {
    const body = bodyAs(paid, 'response', { statusFields: 'extended', publicFields: 'all' })
    expect(body).toMatchObject({
      account: { id: 70311, token: '9f'.repeat(32) },
      operations: [{ eci: '05', provider: { payment_id: 'p-88120', auth_code: '440917' } }],
    })
  })

  it('changes nothing in callbacks', () => {
    expect(bodyAs(waiting, 'callback', { statusFields: 'extended' })).toEqual(bodyAs(waiting, 'callback'))
  })

  it('reports the amount that can still be refunded in payment.sum', () => {
    const body = bodyAs({ ...paid, refunded: 650 }, 'response', { statusFields: 'extended' })
    expect(body).toMatchObject({ payment: { sum: { amount: 4000 } }, sum_real: { amount: 4650 } })
  })
})

describe('held money', () => {
  const held = aPayment({ status: 'awaiting capture', held: 3000 })

  it('is reported as the real sum until it is released (contract 12 row 12)', () => {
    expect(bodyAs(held, 'response', { statusFields: 'extended' })).toMatchObject({
      sum_request: { amount: 4650 },
      sum_real: { amount: 3000 },
      payment: { sum: { amount: 3000 } },
    })
    expect(bodyAs({ ...held, status: 'canceled', held: 0 }, 'callback')).toMatchObject({
      sum_real: { amount: 4650 },
    })
  })
})

describe('the switch publicFields', () => {
  const reason = { message: 'Must have one @ and a domain with a dot', constraint: 'format' }
  const path = 'additional_data.customer.email'
  const refused = { path, code: '2426', ...reason, asked: true }
  const open = waiting.clarification
  const eventful: Payment = {
    ...waiting,
    refunded: 650,
    avsResult: 'N',
    operations: waiting.operations.map((operation) => ({ ...operation, provider: PROVIDER_ANSWER })),
    clarification: open === null ? null : { ...open, refused: [refused] },
  }

  const INFORMATIVE = {
    ...MISSION_CALLBACK,
    'errors[].code': 'integer',
    'errors[].message': 'string',
    'errors[].field': 'string',
    'errors[].constraint': 'string',
    'sum_refund.amount': 'integer',
    'sum_refund.currency': 'string',
    avs_result: 'string',
  }

  it('(mission_only) never adds a field', () => {
    const inForm = (form: StatusForm) => shapeIn(bodyAs(eventful, form, { publicFields: 'mission_only' }))
    expect([inForm('callback'), inForm('response')]).toEqual([MISSION_CALLBACK, MISSION_RESPONSE])
  })

  it('(informative) adds refused values, refunds and a failed address check', () => {
    const body = bodyAs(eventful, 'callback', { publicFields: 'informative' })
    expect(shapeIn(body)).toEqual(INFORMATIVE)
    expect(body['errors']).toEqual([{ code: 2426, ...reason, field: path }])
    expect(body['sum_refund']).toEqual({ amount: 650, currency: 'EUR' })
  })

  it('(informative) adds nothing if no value was refused, no money refunded and no check failed', () => {
    expect(shapeIn(bodyAs({ ...waiting, avsResult: 'Y' }, 'callback'))).toEqual(MISSION_CALLBACK)
  })

  it('(all) adds every optional field that is known', () => {
    expect(shapeIn(bodyAs(eventful, 'callback', { publicFields: 'all' }))).toEqual({
      ...INFORMATIVE,
      'payment.type': 'string',
      'payment.sum.amount': 'integer',
      'payment.sum.currency': 'string',
      'account.id': 'integer',
      'account.token': 'string',
      'operations[].provider.id': 'integer',
      'operations[].provider.payment_id': 'string',
      auth_code: 'string',
      'transaction.id': 'integer',
      'transaction.date': 'string',
      'transaction.type': 'string',
    })
  })
})

it('a callback reports the attempt time left at its event, a response the attempt time left now', () => {
  const payment = aPayment({
    status: 'awaiting customer',
    operations: [anOperation({ status: 'decline', code: '10000' })],
    attempts: { left: 2, endsAt: START + 600_000 },
  })
  for (const [given, form, now, available, timeout] of [
    [payment, 'callback', undefined, true, 600],
    [payment, 'response', START + 599_500, true, 1],
    [aPayment(), 'response', START, false, 0],
  ] as const)
    expect(statusObject(given, form, aProject().switches, now)).toMatchObject({
      payment: { is_new_attempts_available: available, attempts_timeout: timeout },
    })
})
