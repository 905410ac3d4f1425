import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentPolicy, isPolicySource } from './content-policy'

describe('a source of a policy', () => {
  it.each([
    'http://127.0.0.1:8610',
    'https://shop.test',
    'ws://a_b.test:1',
    'paybench:',
    "'self'",
    "'nonce-00ff'",
  ])('may be %s', (source) => {
    expect(isPolicySource(source)).toBe(true)
  })

  it.each([
    'http://shop.test;sandbox',
    "http://a;script-src'unsafe-inline'",
    'http://shop.test,default-src',
    'http://shop.test *',
    'http://shop.test\r\nSet-Cookie: a=b',
    "'unsafe-inline'",
    "'unsafe-eval'",
    'http://[::1]:8610',
    'http://user@shop.test',
    'http://*',
    '*',
    '',
    `http://${'a'.repeat(100)}.test`,
  ])('may not be %j', (source) => {
    expect(isPolicySource(source)).toBe(false)
  })
})

describe('a policy', () => {
  it('drops invalid sources, and allows nothing if none is left', () => {
    expect(contentPolicy({ 'default-src': [], 'frame-src': ["'self'", 'http://a;sandbox'] })).toBe(
      "default-src 'none'; frame-src 'self'",
    )
  })

  it('has exactly the given directives, whatever the sources are', () => {
    const character = fc.constantFrom(...Array.from(';,\' *\r\n\t"/:.aZ09-_[]@%'))
    const origin = fc.string({ unit: character, maxLength: 20 }).map((text) => `http://${text}`)
    fc.assert(
      fc.property(fc.array(fc.oneof(origin, fc.string())), (sources) => {
        const policy = contentPolicy({ 'default-src': sources, 'form-action': [] })
        expect(policy.split(';').map((each) => each.trim().split(' ')[0])).toEqual([
          'default-src',
          'form-action',
        ])
        expect(policy).not.toMatch(/[\r\n,*]/)
      }),
    )
  })
})
