import { describe, expect, it } from 'vitest'
import { forwardAddress } from './forward-address'

describe('the address that a request is passed on to', () => {
  it.each([
    ['https://shop.test/cb', false, 'https://shop.test/cb'],
    ['https://shop.test/cb', true, 'https://shop.test/cb/callbacks?a=1'],
    ['https://shop.test/', true, 'https://shop.test/callbacks?a=1'],
  ])('%s, path appended: %s, is %s', (url, appendPath, address) => {
    expect(forwardAddress({ url, appendPath }, '/callbacks?a=1')).toBe(address)
  })

  it('is the bare address for a target without a path', () => {
    expect(forwardAddress({ url: 'https://shop.test', appendPath: true }, '*')).toBe('https://shop.test')
  })
})
