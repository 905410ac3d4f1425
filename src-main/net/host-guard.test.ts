import { describe, expect, it } from 'vitest'
import { createHostGuard, type HostClaim } from './host-guard'

const guard = createHostGuard({
  bindAddress: '192.168.7.9',
  allowedHosts: ['Bench.Test', 'host.docker.internal', '2001:db8::5'],
})

const claim = (host: string | null, more: Partial<HostClaim> = {}): HostClaim => ({
  headers: host === null ? [] : [['Host', host]],
  httpVersion: '1.1',
  target: '/',
  localAddress: '127.0.0.1',
  ...more,
})

describe('the host guard', () => {
  it.each(
    (
      'localhost LOCALHOST localhost:8610 localhost:65535 localhost: localhost. localhost.:8610 ' +
      'LocalHost.:1 shop.localhost a.b.localhost:99 127.0.0.1 127.0.0.1:8610 127.255.0.9 [::1] ' +
      '[::1]:8610 [0:0:0:0:0:0:0:1]:8611 [::ffff:127.0.0.1]:80 192.168.7.9 192.168.7.9:8620 bench.test ' +
      'BENCH.test.:8443 host.docker.internal:8620 [2001:db8::5]:8620 [2001:DB8:0::0:5]'
    ).split(' '),
  )('allows %s', (host) => {
    expect(guard(claim(host))).toEqual({ kind: 'allowed' })
  })

  it.each(
    (
      'example.com example.com:8610 localhost.example.com notlocalhost 127.0.0.1.example.com ' +
      '127.0.0.1.nip.io:8610 128.0.0.1 192.168.7.10 0.0.0.0 [::2] [::] sub.bench.test bench.test.evil ' +
      '2130706433 0x7f000001 0177.0.0.1'
    ).split(' '),
  )('refuses %s with 421 and names the option', (host) => {
    const verdict = guard(claim(host))
    expect(verdict).toMatchObject({ kind: 'refused', status: 421 })
    expect(verdict.kind === 'refused' && verdict.message).toContain('--allow-host')
  })

  it.each([
    '',
    ' ',
    'localhost:80:80',
    'localhost:port',
    'localhost:999999',
    '::1',
    '[::1',
    '[::1]x',
    'user@localhost',
    'a/b',
    'localhost,evil',
    '[localhost]',
    'localhost..',
    '127.0.0.1#',
    'lo\u00e9',
  ])('refuses %j as an invalid Host', (host) => {
    expect(guard(claim(host)).kind).toBe('refused')
  })

  it('allows HTTP/1.0 without Host, but not HTTP/1.1', () => {
    expect(guard(claim(null, { httpVersion: '1.0' })).kind).toBe('allowed')
    expect(guard(claim(null))).toMatchObject({ kind: 'refused', status: 400 })
  })

  it('checks the Host of an HTTP/1.0 request that has one', () => {
    expect(guard(claim('evil.example', { httpVersion: '1.0' }))).toMatchObject({ status: 421 })
  })

  it('refuses two Host fields even if both are allowed', () => {
    const headers = [['Host', 'localhost'] as const, ['host', 'localhost'] as const]
    expect(guard(claim(null, { headers }))).toMatchObject({ kind: 'refused', status: 400 })
  })

  it('checks the host of an absolute target too', () => {
    expect(guard(claim('localhost', { target: 'http://evil.example/x' }))).toMatchObject({ status: 421 })
    expect(guard(claim('localhost', { target: 'HTTP://127.0.0.1:8610/x' })).kind).toBe('allowed')
    expect(guard(claim('evil.example', { target: 'http://localhost/x' }))).toMatchObject({ status: 421 })
  })

  it('allows the address of the connection, and no other, if the listener is bound to a wildcard', () => {
    const wide = createHostGuard({ bindAddress: '0.0.0.0', allowedHosts: [] })
    expect(wide(claim('172.17.0.2:8620', { localAddress: '172.17.0.2' })).kind).toBe('allowed')
    expect(wide(claim('172.17.0.2', { localAddress: '::ffff:172.17.0.2' })).kind).toBe('allowed')
    expect(wide(claim('172.17.0.3', { localAddress: '172.17.0.2' })).kind).toBe('refused')
    const wide6 = createHostGuard({ bindAddress: '::', allowedHosts: [] })
    expect(wide6(claim('[fd00::2]:1', { localAddress: 'fd00::2' })).kind).toBe('allowed')
    expect(wide6(claim('name.example', { localAddress: 'fd00::2' })).kind).toBe('refused')
  })

  it('does not allow the address of the connection if the listener is bound to an ordinary address', () => {
    expect(guard(claim('10.0.0.1', { localAddress: '10.0.0.1' })).kind).toBe('refused')
  })
})
