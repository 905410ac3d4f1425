import { inThisThread } from '#scenarios/foreign/foreign'
import { expect, it } from 'vitest'
import type { HttpResponse, SendHttp } from '#scenarios/running/http'
import { probeCheckout } from './probe'

const PLATFORM = 'http://127.0.0.1:8610'

const respondWith =
  (response: Partial<HttpResponse>): SendHttp =>
  () =>
    Promise.resolve({
      status: 302,
      startLine: 'HTTP/1.1 302 Found',
      fields: [],
      headers: {},
      text: '',
      ...response,
    })

const probeWith = (response: Partial<HttpResponse>, signal = new AbortController().signal) =>
  probeOver(respondWith(response), signal)

const probeOver = (send: SendHttp, signal = new AbortController().signal) =>
  probeCheckout(
    {
      callbackUrl: 'http://127.0.0.1:4000/callbacks',
      projectId: 1,
      checkout: { method: 'GET', url: 'http://127.0.0.1:4000/checkout' },
      orders: null,
      clarification: false,
      statusRequests: false,
    },
    {
      bench: { onEvent: () => () => undefined },
      send,
      foreign: inThisThread,
      platform: PLATFORM,
      signal,
    },
  )

const ADDRESS = 'http://[/payment?payment_id=a&signature=s'
const INPUTS = '<input name="payment_id" value="a"><input name="signature" value="s">'
it.each([
  ['a redirect', { headers: { location: ADDRESS } }, ADDRESS],
  ['a link', { text: `<a href="${ADDRESS}">Pay</a>` }, ADDRESS],
  ['a form', { text: `<form action="http://[/payment" method="post">${INPUTS}</form>` }, 'http://[/payment'],
])('probeCheckout names the invalid address of %s', async (_, response, address) => {
  const { style, problem } = await probeWith(response)
  expect(style).toBe('form')
  expect(problem).toBe(
    `The checkout opens a form at ${address}, which is not an address. Make the back end open the form at ${PLATFORM}/payment.`,
  )
})

it('probeCheckout names the other platform at which the form is opened', async () => {
  const location = 'https://other.test/payment?payment_id=a&signature=s'
  const { problem } = await probeWith({ headers: { location } })
  expect(problem).toContain('opens a form at https://other.test. Set the address of the platform')
})

it('probeCheckout accepts a relative address of the form', async () => {
  const { problem } = await probeWith({ headers: { location: '/payment?payment_id=a&signature=s' } })
  expect(problem).toBeNull()
})

it('probeCheckout quotes the response of a checkout that starts no order', async () => {
  const { style, problem } = await probeWith({ status: 200, text: '{"ok":\n false}' }, AbortSignal.abort())
  expect(style).toBe('none')
  expect(problem).toContain('HTTP 200 and {"ok": false}. This opens no form')
})

it.each([
  [404, 'Check the address and the method of the checkout.'],
  [405, 'Check the address and the method of the checkout.'],
  [200, `Check that the merchant uses the platform at ${PLATFORM}.`],
])('probeCheckout gives a remedy if a response with %i starts no order', async (status, remedy) => {
  const { problem } = await probeWith({ status }, AbortSignal.abort())
  expect(problem).toMatch(/This opens no form/)
  expect(problem?.endsWith(remedy)).toBe(true)
})

it('probeCheckout says to start the back end if there is no response', async () => {
  const { problem } = await probeOver(() => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:4000')))
  expect(problem).toBe(
    'The checkout gave no response: connect ECONNREFUSED 127.0.0.1:4000. Start the back end, or correct the address of the checkout.',
  )
})
