import { describe, expect, it } from 'vitest'
import { createMask } from './mask-secrets'
import { textOfBytes } from './message-text'

const SECRET = 'k"e/y +ü\\9 %Z'

describe('secrets in a report', () => {
  it.each([
    ['as they are', SECRET],
    ['in JSON', JSON.stringify({ key: SECRET })],
    ['in JSON with escaped slashes', JSON.stringify({ key: SECRET }).replaceAll('/', '\\/')],
    ['in JSON of ASCII alone', JSON.stringify({ key: SECRET }).replaceAll('ü', '\\u00fc')],
    ['in an address', `http://127.0.0.1/x?key=${encodeURIComponent(SECRET)}`],
    ['in a web form', new URLSearchParams({ key: SECRET }).toString()],
    ['in Base64', `Basic ${Buffer.from(SECRET).toString('base64')}`],
    ['in a body that is not UTF-8', textOfBytes(Buffer.concat([Buffer.from([0xff]), Buffer.from(SECRET)]))],
  ])('are hidden %s', (_how, text) => {
    const masked = createMask([SECRET])(text)
    expect(masked).toContain('•••')
    expect(masked).not.toMatch(/y(?: |\+|%20)|9|Z/)
  })

  it('are hidden whole where one is a part of another', () => {
    expect(createMask(['abc', 'abcdef'])('abcdef abc')).toBe('••• •••')
  })
})
