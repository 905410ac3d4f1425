import { describe, expect, it } from 'vitest'
import type { Operation, Payment } from '#domain/payment/payment'
import type { ProjectSwitches } from '#domain/project/project'
import { aPayment, anOperation, aProject, MINUTE, SECOND, START } from '#domain/testing/builders'
import { RESULT_SHAPE } from '#e2e/flows/testing/mission-shapes'
import { shapeOf } from '#e2e/flows/testing/shape'
import { callbackBody } from './body'
import { resultBody } from './result-body'

const sale = anOperation({
  status: 'success',
  code: '0',
  createdAt: START,
  updatedAt: START + MINUTE,
  provider: { paymentId: 'p-88120', answeredAt: START + MINUTE - SECOND, authCode: '440917', eci: '05' },
})

const paid: Payment = aPayment({
  status: 'success',
  resultCode: '0',
  updatedAt: START + MINUTE,
  operations: [sale],
  supplied: { 'customer.billing.country': 'IE' },
})

function result(
  payment: Payment = paid,
  operation: Operation = sale,
  switches: Partial<ProjectSwitches> = {},
): Record<string, unknown> {
  return { ...resultBody(payment, operation, aProject({ switches }).switches) }
}

/** The shape of a body with its signature, which is added only later. */
const shapeIn = (body: Record<string, unknown>) => shapeOf({ ...body, signature: '' })

describe('the result callback', () => {
  it('has exactly the fields and types of the mission document, in the same order', () => {
    expect(shapeIn(result())).toEqual(RESULT_SHAPE)
    const members = Object.keys(RESULT_SHAPE).map((path) => path.split('.')[0])
    expect([...Object.keys(result()), 'signature']).toEqual([...new Set(members)])
  })

  it('has the released amount of a cancel, and the held amount of a declined follow-up (contract 12 row 12)', () => {
    const sum = { amount: 1500, currency: 'EUR' }
    const released = anOperation({ id: 2, type: 'cancel', status: 'success', sum })
    const held = aPayment({ status: 'awaiting capture', held: 3150, operations: [anOperation(), released] })
    for (const [operation, amount] of [
      [released, 1500],
      [anOperation({ ...released, type: 'capture', status: 'decline' }), 3150],
      [anOperation({ ...released, status: 'decline' }), 3150],
    ] as const)
      expect(result(held, operation)).toMatchObject({ payment: { sum: { amount } } })
  })

  it('keeps all fields even if their values are unknown: a decline without a card, phone or provider', () => {
    const refused = anOperation({ status: 'decline', code: '603' })
    const body = result(
      aPayment({
        status: 'decline',
        account: null,
        customer: { id: 'buyer-5', phone: '' },
        operations: [refused],
      }),
      refused,
    )
    expect(shapeIn(body)).toEqual(RESULT_SHAPE)
    expect(body).toMatchObject({
      account: { number: '', token: '', id: 0, expiry_month: '', expiry_year: '' },
      country: '',
      product_name: '',
      operation: {
        code: '603',
        message: 'Auto decline',
        eci: '',
        provider: { payment_id: '', auth_code: '' },
      },
    })
  })

  it('carries the values of the contract’s example', () => {
    expect(result()).toEqual({
      account: {
        number: '400000******0077',
        token: '9f'.repeat(32),
        type: 'visa',
        card_holder: 'NORA VALE',
        id: 70311,
        expiry_month: '**',
        expiry_year: '****',
      },
      customer: { id: 'buyer-5', phone: '3538****11' },
      payment: {
        date: '2031-04-09T16:21:05+0000',
        id: 'Shop-2031',
        method: 'card',
        status: 'success',
        sum: { amount: 4650, currency: 'EUR' },
        type: 'purchase',
        description: '',
      },
      project_id: 9041,
      processingDateTime: '2031-04-09T16:21:04+0000',
      country: 'IE',
      product_name: 'CLASSIC',
      issuer_name: '',
      operation: {
        id: 9041000000311,
        type: 'sale',
        status: 'success',
        date: '2031-04-09T16:21:05+0000',
        created_date: '2031-04-09T16:20:05+0000',
        request_id: 'request-1',
        sum_initial: { amount: 4650, currency: 'EUR' },
        sum_converted: { amount: 4650, currency: 'EUR' },
        provider: {
          id: 77,
          payment_id: 'p-88120',
          date: '2031-04-09T16:21:04+0000',
          auth_code: '440917',
          endpoint_id: 4,
        },
        code: '0',
        message: 'Success',
        eci: '05',
      },
    })
  })

  it('shows the remaining amount after a refund, and the refunded amount in the operation', () => {
    const sum = { amount: 650, currency: 'EUR' }
    const refund = anOperation({ id: 2, type: 'refund', status: 'success', code: '0', sum })
    const payment: Payment = {
      ...paid,
      status: 'partially refunded',
      refunded: 650,
      operations: [sale, refund],
    }
    expect(result(payment, refund)).toMatchObject({
      payment: { status: 'partially refunded', sum: { amount: 4000 } },
      operation: { type: 'refund', sum_initial: { amount: 650 }, sum_converted: { amount: 650 } },
    })
  })

  it('masks only phone numbers of at least 7 digits', () => {
    const phoneOf = (phone: string): unknown => result({ ...paid, customer: { id: 'b', phone } })['customer']
    expect(phoneOf('123456')).toEqual({ id: 'b', phone: '123456' })
    expect(phoneOf('1234567')).toEqual({ id: 'b', phone: '1234*67' })
  })

  it('falls back to the country of the customer if there is no billing country', () => {
    expect(result({ ...paid, supplied: { 'customer.country': 'GB' } })['country']).toBe('GB')
  })

  it('adds the result of a failed address check, unless the project sends only the base set', () => {
    const failed = { ...paid, avsResult: 'N' }
    expect(shapeIn(result(failed))).toEqual({ ...RESULT_SHAPE, avs_result: 'string' })
    expect(shapeIn(result(failed, sale, { publicFields: 'mission_only' }))).toEqual(RESULT_SHAPE)
    expect(result({ ...paid, avsResult: 'Y' }, sale, { publicFields: 'all' })['avs_result']).toBe('Y')
    expect(result({ ...paid, avsResult: 'Y' })).not.toHaveProperty('avs_result')
  })
})

describe('the body of a callback', () => {
  const { switches } = aProject()

  it('is the status object for clarification and remaining data, and the result for an operation', () => {
    expect(callbackBody('clarification', paid, sale.id, switches)).toHaveProperty('sum_request')
    expect(callbackBody('remaining', paid, sale.id, switches)).toHaveProperty('sum_request')
    expect(callbackBody('result', paid, sale.id, switches)).toEqual(result())
  })

  it.each(['clarification', 'remaining', 'intermediate'] as const)(
    'of the kind %s has the layout of a result if the project switch says so (contract 12.14)',
    (kind) => {
      const oneLayout = aProject({ switches: { intermediateLayout: 'result' } }).switches
      const challenge: Payment['challenge'] = {
        ...{ operationId: sale.id, version: '1', fallback: false, valid: '1', cappedByDeadline: false },
        ...{ returnUrl: 'https://shop.test/acs', requestedAt: START, expiresAt: START + MINUTE },
      }
      const challenged: Payment = { ...paid, status: 'awaiting 3ds result', challenge }
      const body = callbackBody(kind, challenged, sale.id, oneLayout, 'http://127.0.0.1:1')
      expect(body).toMatchObject(result(challenged))
      expect(body).toMatchObject({ acs: { acs_url: `http://127.0.0.1:1/acs/${challenged.key}` } })
      expect(body).not.toHaveProperty('sum_request')
    },
  )

  it('requires an operation of the payment for a result', () => {
    expect(() => callbackBody('result', paid, 1, switches)).toThrow('operation')
  })
})
