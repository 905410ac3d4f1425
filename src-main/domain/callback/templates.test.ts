import { describe, expect, it } from 'vitest'
import { valueAt } from '#domain/api/rules'
import { fromPlain } from '#lib/json/node'
import { canonicalise } from '#domain/signature/canonical'
import { dialects } from '#domain/signature/dialects'
import { DEFAULT_SWITCHES } from '#domain/project/project'
import { samplePayment } from './template-bodies'
import { CALLBACK_TEMPLATES } from './templates'

const subject = {
  payment: samplePayment({
    projectId: 9041,
    requestId: '5d0c-91ab-00009041',
    operationId: 9_041_000_000_311,
    at: Date.parse('2031-04-09T16:20:05.000Z'),
  }),
  switches: DEFAULT_SWITCHES,
}

const bodyOf = (id: string): Readonly<Record<string, unknown>> => {
  const template = CALLBACK_TEMPLATES.find((one) => one.id === id)
  if (template === undefined) throw new Error(`There is no template ${id}`)
  return template.body(subject)
}

describe('templates of callbacks', () => {
  it('cover every kind of callback, each with a unique id and an explanation that is a sentence', () => {
    const kinds = new Set(CALLBACK_TEMPLATES.map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual([
      'clarification',
      'intermediate',
      'other',
      'remaining',
      'result',
      'token',
    ])
    expect(new Set(CALLBACK_TEMPLATES.map(({ id }) => id)).size).toBe(CALLBACK_TEMPLATES.length)
    for (const { explanation } of CALLBACK_TEMPLATES) expect(explanation).toMatch(/^[A-Z].*\.$/)
  })

  it.each(CALLBACK_TEMPLATES)('can be signed, and `general` names the project: $id', ({ body }) => {
    const plain = body(subject)
    expect(canonicalise(fromPlain(plain), dialects.REF, 'callback').ok).toBe(true)
    expect(plain).not.toHaveProperty('signature')
    if ('general' in plain) expect(plain).toHaveProperty('general.project_id', 9041)
  })

  it('report every status that a receiver has to handle (contract 4.1, 9.1)', () => {
    const status = (id: string) =>
      valueAt(bodyOf(id), ['status']) ?? valueAt(bodyOf(id), ['payment', 'status'])
    const intermediate = CALLBACK_TEMPLATES.filter(({ kind }) => kind === 'intermediate')
    expect(intermediate.map(({ id }) => status(id))).toEqual([
      ...['awaiting 3ds result', 'awaiting customer'],
      ...['awaiting redirect result', 'awaiting customer action', 'awaiting customer action'],
    ])
    expect(bodyOf('intermediate-retry')).toMatchObject({
      payment: { is_new_attempts_available: true, attempts_timeout: 600, result_code: '10105' },
      operations: [{ status: 'decline', code: '10105' }],
    })
    const results = CALLBACK_TEMPLATES.filter(({ kind, id }) => kind === 'result' && id !== 'result-general')
    expect(
      results.map(({ id }) => [
        status(id),
        ...['type', 'status'].map((key) => valueAt(bodyOf(id), ['operation', key])),
      ]),
    ).toEqual([
      ['success', 'sale', 'success'],
      ['decline', 'sale', 'decline'],
      ['awaiting capture', 'auth', 'success'],
      ['success', 'capture', 'success'],
      ['canceled', 'cancel', 'success'],
      ['refunded', 'refund', 'success'],
      ['partially refunded', 'refund', 'success'],
      ['reversed', 'reversal', 'success'],
      ['success', 'refund', 'decline'],
      ['success', 'sale', 'success'],
      ['external processing', 'sale', 'success'],
      ['success', 'sale', 'success'],
    ])
    expect(bodyOf('partial-refund')).toMatchObject({
      payment: { sum: { amount: 2325 } },
      operation: { sum_initial: { amount: 2325 } },
    })
    expect(
      ['token', 'token-deleted', 'token-expired'].map((id) => [
        valueAt(bodyOf(id), ['request', 'action']),
        valueAt(bodyOf(id), ['token_status']),
      ]),
    ).toEqual([
      ['tokenize', 'active'],
      ['delete', 'revoke'],
      ['expire', 'expiry'],
    ])
  })

  it('carry the members of their layouts (contract 3.2, 3.6, 3.9)', () => {
    expect(bodyOf('clarification')).toMatchObject({
      status: 'awaiting clarification',
      clarification_fields: {},
    })
    expect(Object.keys(bodyOf('token'))).toEqual([
      ...['general', 'customer', 'request', 'token', 'token_status', 'token_created_at', 'card'],
    ])
    expect(Object.keys(bodyOf('recurring')['recurring'] as object)).toEqual([
      ...['id', 'status', 'type', 'currency', 'exp_year', 'exp_month', 'period', 'time'],
    ])
    expect(Object.keys(bodyOf('redirect')['redirectData'] as object)).toEqual([
      ...['method', 'url', 'body', 'encrypted'],
    ])
    expect(Object.keys(bodyOf('terminal'))).toEqual([
      ...['general', 'payment', 'sum_request', 'sum_real', 'transaction'],
      ...['acs', 'threeds2', 'display_data', 'qr_code', 'errors'],
    ])
    expect(bodyOf('decline')).toMatchObject({ payment: { status: 'decline' }, operation: { code: '100' } })
  })

  it('say what the customer of a method has to do, and what was paid (contract 16.4, 16.6, 16.7)', () => {
    const url = expect.stringMatching(/^https:\/\/provider\.example\/provider\/composed-1\b/)
    expect(bodyOf('intermediate-redirect')).toMatchObject({
      payment: { method: 'ideal' },
      redirect_data: { method: 'GET', url, body: [], encrypted: [] },
    })
    expect(bodyOf('intermediate-qr')['display_data']).toEqual(
      expect.arrayContaining([
        { type: 'qr_data', title: 'QR code', data: url },
        { type: 'add_info', title: 'lifetime', data: '3600' },
        { type: 'add_info', title: 'amount', data: '4650' },
      ]),
    )
    expect(bodyOf('intermediate-instructions')).toMatchObject({
      payment: { method: 'multibanco' },
      account: { number: '' },
      display_data: [
        { type: 'add_info', title: 'entity' },
        { type: 'add_info', title: 'reference' },
        { type: 'add_info', title: 'amount', data: '4650' },
        { type: 'add_info', title: 'currency', data: 'EUR' },
      ],
    })
    const newAttemptAt = Date.parse('2031-04-09T16:21:35.000Z') / 1000
    expect(bodyOf('clarification-code')).toMatchObject({
      payment: { method: 'upaisa-wallet' },
      status: 'awaiting clarification',
      clarification_fields: { additional_data: ['otp_code'] },
      new_attempt_time: newAttemptAt,
      provider_extra_fields: {
        resend: { available_attempts_number: 3, new_attempt_time: newAttemptAt },
      },
    })
    expect(bodyOf('another-amount')).toMatchObject({
      payment: { status: 'success', method: 'multibanco', sum: { amount: 2325, currency: 'EUR' } },
      operation: { code: '0', sum_initial: { amount: 2325 }, sum_converted: { amount: 2325 }, eci: '' },
    })
    const charge = { code: '0', sum_initial: { amount: 4650 }, sum_converted: { amount: 4650 } }
    expect(bodyOf('first-charge')).toMatchObject({
      payment: { method: 'ideal', sum: { amount: 4650 } },
      operation: { ...charge, id: 9_041_000_000_312, provider: { id: 78 } },
    })
    expect(bodyOf('second-charge')).toMatchObject({
      payment: { method: 'ideal', sum: { amount: 9300 } },
      operation: { ...charge, id: 9_041_000_000_311, provider: { id: 77 } },
    })
  })

  it('keep the method of the payment that fills them', () => {
    const payment = { ...subject.payment, method: 'skrill', methodPath: 'wallet/skrill' }
    const template = CALLBACK_TEMPLATES.find(({ id }) => id === 'intermediate-qr')
    expect(template?.body({ ...subject, payment })).toMatchObject({ payment: { method: 'skrill' } })
  })
})
