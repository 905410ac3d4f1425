import { expect, it } from 'vitest'
import { missingFields } from '#domain/api/check'
import { endpointOf } from '#domain/api/endpoints'
import { SAMPLE_METHOD } from '#domain/project/method-shape'
import { fieldRulesOf } from './method-rules'

const GENERAL = { project_id: 9041, payment_id: 'Shop-2031', signature: 's' }
const OWN = {
  ...SAMPLE_METHOD,
  operations: {
    cancel: { parameters: [{ name: 'account.number', type: 'string', need: 'strict' }] },
    capture: { parameters: [{ name: 'account.number', type: 'string', need: 'required' }] },
  },
} as const

it.each([
  ['applepay/refund', ['payment.description', 'customer.email', 'customer.first_name', 'customer.last_name']],
  ['applepay/capture', ['payment.amount', 'payment.currency']],
  ['applepay/cancel', []],
  ['refund', ['payment.description']],
  ['wallet/skrill/refund', ['payment.description']],
  ['wallet/my-wallet/cancel', ['account.number']],
  ['wallet/my-wallet/capture', []],
])('%s needs %j (contract 16.8)', (path, names) => {
  const endpoint = endpointOf(`/v2/payment/${path}`)
  if (endpoint === null) throw new Error(`There is no address ${path}`)
  const body = { general: GENERAL, customer: { ip_address: '203.0.113.9' }, account: {}, payment: {} }
  const refusal = missingFields(endpoint.kind, fieldRulesOf(endpoint, [OWN]), body)
  expect(refusal?.errors.map(({ code, field }) => [code, field]) ?? []).toEqual(
    names.map((name) => ['2004', name]),
  )
})

it.each([
  ['directdebit/sepa', []],
  ['applepay', ['customer.email', 'customer.first_name', 'customer.last_name']],
])('a debit by %s also needs %j, and may name its series in recurring_id (contract 13.1)', (path, names) => {
  const endpoint = endpointOf(`/v2/payment/${path}/recurring`)
  if (endpoint === null) throw new Error(`There is no address ${path}`)
  const body = {
    general: GENERAL,
    customer: { id: 'buyer-5', ip_address: '203.0.113.9' },
    payment: { amount: 4650, currency: 'EUR' },
    recurring_id: 1,
  }
  const refusal = missingFields(endpoint.kind, fieldRulesOf(endpoint, []), body)
  expect(refusal?.errors.map(({ field }) => field) ?? []).toEqual(names)
})
