import { describe, expect, it } from 'vitest'
import { terminalLine } from './terminal-line'
import * as fc from 'fast-check'
import * as rules from '#domain/api/rules'
import { isWebAddress } from './web-address'

describe('terminal-line', () => {
  describe('terminalLine', () => {
    it.each([
      ['a\u001b[2Kb', 'a\\u{1B}[2Kb'],
      ['a\u001b]8;;http://x\u0007b', 'a\\u{1B}]8;;http://x\\u{7}b'],
      ['a\u009b31mb', 'a\\u{9B}31mb'],
      ['a\r\nFAILED b', 'a\\u{D}\\u{A}FAILED b'],
      ['a\u2028b\u2029c\u0085d', 'a\\u{2028}b\\u{2029}c\\u{85}d'],
      ['a\u202eb\u2066c', 'a\\u{202E}b\\u{2066}c'],
      ['::error::forged', '\\u{3A}:error::forged'],
      ['    ::stop-commands::x', '    \\u{3A}:stop-commands::x'],
      ['x ##[error]forged', 'x \\u{23}#[error]forged'],
    ])('shows %j as %s', (line, shown) => {
      expect(terminalLine(line)).toBe(shown)
    })

    it.each(['passed     Größe “ok” 👍 (a::b.yaml, 0.1 s)', '# 12 ## x', ''])('keeps %j', (line) => {
      expect(terminalLine(line)).toBe(line)
    })
  })
})

describe('isWebAddress', () => {
  it.each(['http://a', 'https://shop.example/x?y=1#z', 'HTTP://127.0.0.1:80/', 'http://[::1]/'])(
    'accepts %s',
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
  ])('refuses %s, and so does the API', (text) => {
    expect(isWebAddress(text)).toBe(false)
    expect(rules.url(255).check(text, { today: '' })).not.toBeNull()
  })

  it('accepts nothing that `new URL` rejects', () => {
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
})
