import { expect, it } from 'vitest'
import type { MerchantRequest } from './merchant-requests'
import { dottedNameOf, repeatedAnswers } from './checks'

const LISTED = { clarification_fields: { customer: ['email'] } }
const EMAIL = { customer: { email: 'nobody' } }

/** A merchant's answer to a clarification, with the platform's response. */
const answer = (
  data: unknown,
  {
    response = LISTED,
    status = 200,
    paymentId = 'order-7',
  }: { readonly response?: unknown; readonly status?: number; readonly paymentId?: string } = {},
): Pick<MerchantRequest, 'body' | 'reply' | 'paymentId'> => ({
  body: JSON.stringify({ additional_data: data }),
  paymentId,
  reply: { status, headers: [], body: JSON.stringify(response), bodyBase64: '', durationMs: 1 },
})
const repeat = (count: number, ...given: Parameters<typeof answer>) =>
  Array.from({ length: count }, () => answer(...given))

it('repeatedAnswers finds the same data sent again and again for one payment', () => {
  expect(repeatedAnswers([...repeat(2, { avs_data: {} }), ...repeat(295, EMAIL)])).toHaveLength(295)
})

it('repeatedAnswers accepts the same answer to the callback, to the response and after a lost response', () => {
  expect(repeatedAnswers(repeat(3, EMAIL))).toEqual([])
})

it.each([
  ['extends the wait without data', repeat(20, { customer: {} })],
  ['sends other data each time', Array.from({ length: 20 }, (_, n) => answer({ customer: { email: n } }))],
  ['answers for several payments', ['a', 'b', 'c', 'd'].map((paymentId) => answer(EMAIL, { paymentId }))],
  ['repeats complete data', repeat(20, EMAIL, { response: { status: 'success' } })],
  ['is refused', repeat(20, EMAIL, { status: 400 })],
])('repeatedAnswers finds nothing if the shop %s', (_, answers) => {
  expect(repeatedAnswers(answers)).toEqual([])
})

it.each([
  [
    'beside nested objects',
    { customer: { email: 'a@b.test' }, 'avs_data.avs_post_code': 'SW1' },
    'avs_data.avs_post_code',
  ],
  ['inside an object', { customer: { 'billing.country': 'IE' } }, 'billing.country'],
  ['none', { customer: { email: 'a@b.test', day_of_birth: '27-02-1990' } }, null],
  ['data that is not an object', 'a.b', null],
])('dottedNameOf finds the dotted name, if there is one: %s', (_, data, name) => {
  expect(dottedNameOf(answer(data))).toBe(name)
})
