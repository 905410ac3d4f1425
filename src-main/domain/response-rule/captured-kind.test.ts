import { describe, expect, it } from 'vitest'
import { callbackBody } from '#domain/callback/body'
import { samplePayment } from '#domain/callback/template-bodies'
import { CALLBACK_TEMPLATES } from '#domain/callback/templates'
import type { PaymentStatus } from '#domain/payment/statuses'
import { aPayment, anOperation, aProject, START } from '#domain/testing/builders'
import { capturedKind } from './captured-kind'

describe('the kind of the body', () => {
  it.each([
    [{ payment: { status: 'awaiting clarification' }, clarification_fields: {} }, 'clarification'],
    [{ clarification_fields: { avs_data: ['avs_post_code'] } }, 'clarification'],
    [{ payment: { status: 'success' } }, 'result'],
    [{ payment: { status: 'awaiting capture' } }, 'result'],
    [{ payment: { status: 'cancelled' } }, 'result'],
    [{ payment: { status: 'awaiting 3ds result' } }, 'intermediate'],
    [{ payment: { status: 'a status of tomorrow' } }, 'intermediate'],
    [{ payment: {}, status: 'a status of tomorrow' }, 'intermediate'],
    [{ token: 'abc', token_status: 'active' }, 'token'],
    [{ payment: {} }, 'other'],
    // An acknowledgement or another service's message: a status alone says nothing about a payment.
    [{ status: 'success', payment_id: 'a' }, 'other'],
    [{ status: 1, payment: {} }, 'other'],
    [[1], 'other'],
    [null, 'other'],
  ])('%j is "%s"', (body, kind) => {
    expect(capturedKind(body)).toBe(kind)
  })
})

describe('the kind of a platform message', () => {
  const waits = [
    'awaiting 3ds result',
    'awaiting redirect result',
    'awaiting customer action',
    'awaiting customer',
  ]
  const ends = ['success', 'decline', 'awaiting capture', 'canceled', 'refunded', 'reversed', 'expired']
  it.each([
    ...waits.map((status) => [status, 'intermediate'] as const),
    ...ends.map((status) => [status, 'result'] as const),
  ])('about a payment in "%s" is "%s"', (status, kind) => {
    const operation = anOperation({ status: 'success' })
    const payment = aPayment({ status: status as PaymentStatus, operations: [operation] })
    for (const statusInPayment of [true, false]) {
      const { switches } = aProject({ switches: { statusInPayment } })
      expect(capturedKind(callbackBody(kind, payment, operation.id, switches))).toBe(kind)
    }
  })

  const project = aProject()
  const subject = {
    payment: samplePayment({ projectId: 1, requestId: 'r', operationId: 2, at: START }),
    switches: project.switches,
  }
  // Templates whose bodies look like callbacks of another kind.
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    remaining: 'clarification',
    recurring: 'result',
    terminal: 'intermediate',
    'first-charge': 'intermediate',
  }
  it.each(CALLBACK_TEMPLATES)('is recognised in the template “$name”', ({ id, kind, body }) => {
    expect(capturedKind(body(subject))).toBe(EXCEPTIONS[id] ?? kind)
  })
})
