import { expect, it, describe } from 'vitest'
import { createRandomHex } from './bench-ports'
import { networkInterfaces } from 'node:os'
import { hostsForOthers, isLoopbackBind, listenerUrl } from './listener-address'

describe('createRandomHex', () => {
  it('never returns the same 20 digits twice', () => {
    const randomHex = createRandomHex()
    const taken = Array.from({ length: 5_000 }, () => randomHex(20))
    expect(taken.every((hex) => /^[0-9a-f]{20}$/.test(hex))).toBe(true)
    expect(new Set(taken).size).toBe(taken.length)
  })

  it.each([0, 1, 7, 64, 8_192, 20_001])('returns exactly %i digits', (digits) => {
    const hex = createRandomHex()(digits)
    expect(hex).toMatch(new RegExp(`^[0-9a-f]{${digits}}$`))
    expect(hex).not.toMatch(/0{40}/)
  })
})

describe('listener-address', () => {
  describe('the names and addresses that other computers can use', () => {
    it.each([
      ['127.0.0.1', ['bench.test'], []],
      ['192.168.7.9', [], ['192.168.7.9']],
      ['192.168.7.9', ['bench.test', 'localhost'], ['bench.test', '192.168.7.9']],
    ])('for a bench bound to %s that allows %j are %j', (bind, allowed, expected) => {
      expect(hostsForOthers(bind, allowed)).toEqual(expected)
    })

    it('are those of this computer for a wildcard, except loopback and link-local ones', () => {
      const outside = Object.values(networkInterfaces())
        .flatMap((entries) => entries ?? [])
        .filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
      const v4 = outside.filter(({ family }) => family === 'IPv4').map(({ address }) => address)
      expect(hostsForOthers('0.0.0.0', ['bench.test'])).toEqual(['bench.test', ...v4].slice(0, 10))
      const all = hostsForOthers('::', [])
      expect(all).toEqual(expect.arrayContaining(v4.slice(0, 10)))
      expect(all.length).toBe(Math.min(10, outside.length))
    })

    it('are at most ten', () => {
      const names = Array.from({ length: 12 }, (_, n) => `bench-${n}.test`)
      expect(hostsForOthers('0.0.0.0', names)).toEqual(names.slice(0, 10))
    })
  })

  describe('the address of a listener', () => {
    it.each([
      ['127.0.0.1', 'http://127.0.0.1:8610'],
      ['localhost', 'http://localhost:8610'],
      ['192.168.7.9', 'http://192.168.7.9:8610'],
      ['0.0.0.0', 'http://127.0.0.1:8610'],
      ['::', 'http://[::1]:8610'],
      ['::1', 'http://[::1]:8610'],
      ['fd00::7', 'http://[fd00::7]:8610'],
    ])('bound to %s is %s', (bind, url) => {
      expect(listenerUrl('http', bind, 8610)).toBe(url)
      expect(new URL(url).origin).toBe(url)
    })

    it.each([
      [true, ['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST', '::1', '0:0:0:0:0:0:0:1']],
      [false, ['0.0.0.0', '::', '192.168.7.9', 'fd00::7', 'bench.test', '128.0.0.1']],
    ])('is loopback: %s, for each of the bind addresses %j', (isLoopback, binds) => {
      for (const bind of binds) expect(isLoopbackBind(bind), bind).toBe(isLoopback)
    })
  })
})
