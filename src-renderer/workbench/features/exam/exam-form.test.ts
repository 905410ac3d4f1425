import { expect, it } from 'vitest'
import { paramsOf, readForm, suggestedCallbackUrl } from './exam-form'

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
    statusRequests: false,
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
    statusRequests: false,
  })
  expect(readForm('{')).toEqual(EMPTY_FORM)
  expect(readForm('[1]')).toEqual(EMPTY_FORM)
  expect(readForm(JSON.stringify({ callbackUrl: 'http://x', clarification: 1, method: 'PUT' }))).toEqual({
    ...EMPTY_FORM,
    callbackUrl: 'http://x',
  })
})

it('begins with the callback address of the last exam, or of the project', () => {
  const own = ['http://127.0.0.1:8620', 'https://127.0.0.1:8621']
  const shop = { callbackUrl: 'http://127.0.0.1:4000/hooks' }
  expect(suggestedCallbackUrl({ callbackUrl: 'http://127.0.0.1:5000/c' }, shop, own)).toBe(
    'http://127.0.0.1:5000/c',
  )
  expect(suggestedCallbackUrl(null, shop, own)).toBe(shop.callbackUrl)
  // The capture server of this bench is no merchant to examine.
  expect(suggestedCallbackUrl(null, { callbackUrl: `${own[0] ?? ''}/callbacks` }, own)).toBe('')
  expect(suggestedCallbackUrl(null, { callbackUrl: 'http://127.0.0.1:86200/callbacks' }, own)).not.toBe('')
  expect(suggestedCallbackUrl(null, { callbackUrl: null }, own)).toBe('')
  expect(suggestedCallbackUrl(null, null, own)).toBe('')
})
