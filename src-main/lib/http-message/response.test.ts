import { describe, expect, it } from 'vitest'
import { originUnder } from './response'

describe('originUnder, for a client that reached Paybench under another host', () => {
  it.each([
    ['http://127.0.0.1:8610', '192.168.1.5:8600', 'http://192.168.1.5:8610'],
    ['https://127.0.0.1:8611', 'bench.test', 'https://bench.test:8611'],
    ['http://[::1]:8610', '[fd00::5]:8600', 'http://[fd00::5]:8610'],
  ])('turns %s under %s into %s', (origin, host, expected) => {
    expect(originUnder(origin, host)).toBe(expected)
  })

  it.each([
    ['a loopback name', 'http://127.0.0.1:8610', 'localhost:8600'],
    ['a listener that is not on loopback', 'http://192.168.1.5:8610', 'bench.test:8600'],
    ['an invalid host', 'http://127.0.0.1:8610', "x' *; script-src"],
    ['an empty host', 'http://127.0.0.1:8610', ''],
  ])('keeps the origin for %s', (_name, origin, host) => {
    expect(originUnder(origin, host)).toBe(origin)
  })
})
