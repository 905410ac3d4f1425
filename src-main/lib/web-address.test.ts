import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import * as rules from '#domain/api/rules'
import { isWebAddress } from './web-address'

it.each(['http://a', 'https://shop.example/x?y=1#z', 'HTTP://127.0.0.1:80/', 'http://[::1]/'])(
  'takes %s',
  (text) => {
    expect(isWebAddress(text)).toBe(true)
  },
)

it.each([
  'http://[',
  'http://a:99999',
  'http://%',
  'http://',
  'ftp://a',
  'http://a b',
  '//a',
  'javascript:alert(1)',
])('refuses %s, here and in the API', (text) => {
  expect(isWebAddress(text)).toBe(false)
  expect(rules.url(text)).not.toBeNull()
})

it('takes nothing that later fails', () => {
  const text = fc.oneof(
    fc.webUrl(),
    fc
      .string({ unit: fc.constantFrom('[', ']', ':', '/', '@', '%', '0', 'a', '.', '?', '\u{1F600}') })
      .map((rest) => `http://${rest}`),
  )
  fc.assert(
    fc.property(text, (address) => {
      if (isWebAddress(address)) expect(() => new URL(address)).not.toThrow()
    }),
  )
})
