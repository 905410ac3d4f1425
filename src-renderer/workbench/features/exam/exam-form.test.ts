import { expect, it } from 'vitest'
import { paramsOf, readForm } from './exam-form'

const EMPTY_FORM = readForm(undefined)

it('starts with what was typed, and leaves out what was not', () => {
  const form = { ...EMPTY_FORM, callbackUrl: ' http://127.0.0.1:4000/hooks ', projectId: '9041' }
  expect(paramsOf(form, '')).toEqual({
    callbackUrl: 'http://127.0.0.1:4000/hooks',
    projectId: 9041,
    platformPort: 8630,
    checkout: null,
    orders: null,
    clarification: false,
    hosts: [],
  })
  const whole = { ...form, checkout: 'http://x/c', orders: 'http://x/{payment_id}', amount: 'order.paid' }
  expect(paramsOf({ ...whole, state: 'order.state', hosts: 'a.test, b.test' }, 's')).toMatchObject({
    checkout: { method: 'POST', url: 'http://x/c' },
    orders: {
      state: ['order', 'state'],
      paid: ['paid', 'success', 'completed'],
      amount: ['order', 'paid'],
      deliveries: null,
    },
    hosts: ['a.test', 'b.test'],
    secret: 's',
  })
})

it('reads what was kept, part by part', () => {
  expect(EMPTY_FORM).toMatchObject({
    callbackUrl: '',
    method: 'POST',
    platformPort: '8630',
    clarification: false,
  })
  expect(readForm('{')).toEqual(EMPTY_FORM)
  expect(readForm('[1]')).toEqual(EMPTY_FORM)
  expect(readForm(JSON.stringify({ callbackUrl: 'http://x', clarification: 1, method: 'PUT' }))).toEqual({
    ...EMPTY_FORM,
    callbackUrl: 'http://x',
  })
})
