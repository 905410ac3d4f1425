import { describe, expect, it } from 'vitest'
import { formStateIn, linkedFiles, openingIn } from './opening'
import { isLinear } from '#core/testing/growth'

const PLATFORM = 'http://127.0.0.1:8610'

describe('a page of a merchant', () => {
  it('opens the form through a web form that posts, with its values as the browser reads them', () => {
    const page = `<form action="/search"><input name="q" value="x"></form>
<FORM METHOD='post' ACTION='http://127.0.0.1:8610/payment'>
  <input type=hidden name=payment_id value=order-1>
  <input value="A &amp; B &quot;7&quot;" name="payment_description" />
  <input name='signature' value='a+b/c='><input type="submit" value="Pay"></FORM>`
    expect(openingIn(page, PLATFORM)).toEqual({
      url: 'http://127.0.0.1:8610/payment',
      method: 'POST',
      fields: { payment_id: 'order-1', payment_description: 'A & B "7"', signature: 'a+b/c=' },
    })
  })

  it('opens the form through a web form without a method, with GET and without the query of its action', () => {
    const page = `<form action="http://127.0.0.1:8610/payment?lang=en"><input name="payment_id" value="ü 1"></form>`
    expect(openingIn(page, PLATFORM)).toEqual({
      url: 'http://127.0.0.1:8610/payment?payment_id=%C3%BC+1',
      method: 'GET',
      fields: {},
    })
  })

  it('may contain the character references that templates write', () => {
    const page = `<form method="post" action="//127.0.0.1:8610/payment"><input name="signature" value="a&#43;b&#x2F;&#x3d;&apos;&nope;">`
    expect(openingIn(`${page}</form>`, PLATFORM)?.fields).toEqual({ signature: "a+b/='&nope;" })
  })

  it.each([
    ['a link', '<a class="pay" href="http://127.0.0.1:8610/payment?payment_id=7&amp;signature=%2B">Pay</a>'],
    ['a frame', "<iframe src='http://127.0.0.1:8610/payment?payment_id=7&amp;signature=%2B'></iframe>"],
  ])('opens the form through the address of %s', (_what, page) => {
    expect(openingIn(`<a href="/payments">All</a>${page}`, PLATFORM)).toEqual({
      url: 'http://127.0.0.1:8610/payment?payment_id=7&signature=%2B',
      method: 'GET',
      fields: {},
    })
  })

  it('opens the form through the parameters for the library, with nested objects and braces in strings', () => {
    const recurring = { register: true }
    const parameters = { recurring, payment_id: '7', payment_description: 'a } b', n: 1 }
    const page = `<script>if (true) { EPayWidget.run(${JSON.stringify(parameters)}, 'post') }</script>`
    const opening = openingIn(page, PLATFORM)
    expect(opening?.url.split('?')[0]).toBe('http://127.0.0.1:8610/payment')
    expect(Object.fromEntries(new URL(opening?.url ?? '').searchParams)).toEqual({
      payment_id: '7',
      payment_description: 'a } b',
      recurring: '{"register":true}',
      n: '1',
    })
  })

  it('opens no form if nothing in it leads to the form', () => {
    for (const page of [
      '',
      'Paid',
      '<form action="http://127.0.0.1:8610/pay" method="post"><input name="payment_id" value="1"></form>',
      '<a href="http://127.0.0.1:8610/payment">Pay</a>',
      '<form action="/payment" method="post"><input name="payment_id" value="1"></form>',
      '<script>run({payment_id: 7, open: function () { return 1 }})</script>',
      '{"ok": true, "payment_id": "shop-1"}',
      '{'.repeat(5_000) + '"payment_id": 1',
    ])
      expect(openingIn(page, PLATFORM)).toBeNull()
  })
})

const readPage = (page: string): unknown => [
  openingIn(page, 'http://127.0.0.1:8610'),
  formStateIn(page),
  linkedFiles(page),
]

/** Unclosed pieces of every kind: for the end of each, a naive reader would search the rest of the page. */
it.each([
  ['<form>', 8_000],
  ['<form ', 8_000],
  ['<form><input ', 8_000],
  ['<a ', 8_000],
  ['<iframe src =', 8_000],
  ['src =', 8_000],
  ['src = ', 8_000],
  ['id="form-state"> x', 2_000],
  ['"payment_id" ', 8_000],
  ['{"payment_id": 1, ', 2_000],
])('reading a page of only %s takes linear time', (piece, count) => {
  expect(isLinear(readPage, (times) => piece.repeat(times), count)).toBe(true)
})

it.each(['id="form-state">', '<a href', '"payment_id"', 'src'])(
  'spaces after %s are scanned only once',
  (start) => {
    const pageOf = (count: number): string => `${start}${' '.repeat(count)}x>`
    expect(isLinear(readPage, pageOf, 50_000)).toBe(true)
  },
)

it('the parameters for the library are searched for in only a few places', () => {
  const pageOf = (count: number): string =>
    `${'{"a":'.repeat(20)}${'1,'.repeat(20_000)}"payment_id":${'1}'.repeat(count)}`
  expect(isLinear(readPage, pageOf, 25)).toBe(true)
})
