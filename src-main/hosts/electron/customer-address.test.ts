import { describe, expect, it } from 'vitest'
import { isCustomerPage } from './customer-address'

const PAGES = ['http://127.0.0.1:8620', 'https://127.0.0.1:8621']

describe('isCustomerPage', () => {
  it.each(['http://127.0.0.1:8620/shop', 'https://127.0.0.1:8621/payment?a=1#b', 'HTTP://127.0.0.1:8620'])(
    'takes %s',
    (address) => {
      expect(isCustomerPage(address, PAGES)).toBe(true)
    },
  )

  it.each([
    ['another port', 'http://127.0.0.1:8600/'],
    ['another scheme on our port', 'https://127.0.0.1:8620/'],
    ['another host', 'http://127.0.0.1.shop.test:8620/'],
    ['our origin as a user name', 'http://127.0.0.1:8620@shop.test/'],
    ['a user name on our origin', 'http://user@127.0.0.1:8620/'],
    ['an origin in a blob', 'blob:http://127.0.0.1:8620/0c1f'],
    ['a script', 'javascript:location="http://127.0.0.1:8620"'],
    ['a file', 'file:///etc/hosts'],
    ['the workbench', 'paybench://desk/workbench/index.html'],
    ['an empty page', 'about:blank'],
    ['no address', '127.0.0.1:8620'],
  ])('refuses %s', (_what, address) => {
    expect(isCustomerPage(address, PAGES)).toBe(false)
  })

  it('refuses everything while nothing listens', () => {
    expect(isCustomerPage('http://127.0.0.1:8620/shop', [])).toBe(false)
  })
})
