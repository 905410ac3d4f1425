import { X509Certificate } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type SecureVersion } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestListener, type TestListener } from '#net/testing/listeners'
import { rawClient, rawRequest, talk } from '#net/testing/raw-client'
import { openAuthority, type Authority } from './authority'
import { certificateNames } from './certificates'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'paybench-tls-'))
})
afterEach(() => rm(directory, { recursive: true }))

const NAMES = certificateNames('127.0.0.1', ['Bench.Test'])
const openHere = (now?: () => Date): Promise<Authority> => openAuthority(join(directory, 'tls'), now)
const file = (name: string): string => join(directory, 'tls', name)
const years = (count: number) => () => new Date(Date.now() + count * 365.25 * 86_400_000)

describe('the authority of a data folder', () => {
  it('is the same each time it is opened, and so is its server certificate', async () => {
    const first = await openHere()
    const tls = await first.serverCertificate(NAMES)
    const second = await openHere()
    expect(second.notice).toBeNull()
    expect(second.caPem).toBe(first.caPem)
    expect(await second.serverCertificate(NAMES)).toEqual(tls)
    expect(await readFile(file('authority.pem'), 'utf8')).toBe(first.caPem)
  })

  it('is valid for ten years, and its server certificate is valid for no longer than browsers allow', async () => {
    const authority = await openHere()
    const ca = new X509Certificate(authority.caPem)
    expect(ca.ca).toBe(true)
    expect(Date.parse(ca.validTo)).toBeGreaterThan(years(9.9)().getTime())
    const server = new X509Certificate((await authority.serverCertificate(NAMES)).certPem)
    expect(Date.parse(server.validTo) - Date.parse(server.validFrom)).toBeLessThanOrEqual(398 * 86_400_000)
    expect(server.ca).toBe(false)
    expect(server.subjectAltName).toBe(
      'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:bench.test',
    )
  })

  it('makes its keys accessible only to the owner, and restores these permissions after a change', async () => {
    const authority = await openHere()
    await authority.serverCertificate(NAMES)
    // Windows stores permissions elsewhere and reports this mode for every writable file.
    const ownerOnly = process.platform === 'win32' ? 0o666 : 0o600
    const modeOf = async (name: string): Promise<number> => (await stat(file(name))).mode & 0o777
    expect(await modeOf('authority.key.pem')).toBe(ownerOnly)
    expect(await modeOf('server.key.pem')).toBe(ownerOnly)
    await chmod(file('authority.key.pem'), 0o644)
    await openHere()
    expect(await modeOf('authority.key.pem')).toBe(ownerOnly)
  })

  it('creates a new server certificate if the names change or the old one expires soon', async () => {
    const authority = await openHere()
    const first = await authority.serverCertificate(NAMES)
    const more = await authority.serverCertificate([...NAMES, 'shop.test'])
    expect(more.certPem).not.toBe(first.certPem)
    const fewer = await authority.serverCertificate(NAMES)
    expect(fewer.certPem).not.toBe(more.certPem)
    const later = await openHere(years(1.05))
    expect(later.caPem).toBe(authority.caPem)
    expect((await later.serverCertificate(NAMES)).certPem).not.toBe(fewer.certPem)
  })

  it.each([
    ['a certificate that is not PEM', 'authority.pem', () => 'garbage'],
    ['an empty certificate', 'authority.pem', () => ''],
    ['a truncated key', 'authority.key.pem', (whole: string) => whole.slice(0, 60)],
    ['a key with a flipped letter', 'authority.key.pem', (whole: string) => whole.replace('MIG', 'MIH')],
  ])('moves %s aside with the other file, says so, and creates a new pair', async (_name, name, damage) => {
    const first = await openHere()
    const damaged = damage(await readFile(file(name), 'utf8'))
    await writeFile(file(name), damaged)
    const second = await openHere()
    expect(second.caPem).not.toBe(first.caPem)
    expect(second.notice).toContain('A new certificate authority')
    const aside = (await readdir(join(directory, 'tls'))).filter((each) => each.includes('set-aside'))
    expect(aside).toHaveLength(2)
    const moved = aside.find((each) => each.startsWith(`${name}.set`)) ?? ''
    expect(await readFile(file(moved), 'utf8')).toBe(damaged)
    expect((await openHere()).notice).toBeNull()
  })

  it.each(['authority.pem', 'authority.key.pem'])(
    'moves the other file of the pair aside if %s is missing',
    async (name) => {
      const first = await openHere()
      await rm(file(name))
      const second = await openHere()
      expect(second.notice).toContain(`one of its two files is missing (${file(name)})`)
      expect(second.caPem).not.toBe(first.caPem)
    },
  )

  it('does not accept a certificate that does not belong to its key', async () => {
    const other = await openAuthority(join(directory, 'other'))
    await openHere()
    await writeFile(file('authority.pem'), other.caPem)
    expect((await openHere()).notice).toContain('does not belong')
  })

  it('is replaced once it has expired, and the files of both are kept', async () => {
    await openHere()
    const later = await openHere(years(11))
    expect(later.notice).toContain('expired')
    expect(
      (await readdir(join(directory, 'tls'))).filter((name) => name.startsWith('authority')),
    ).toHaveLength(4)
  })

  it('never overwrites files that were set aside before, even within one millisecond', async () => {
    const frozen = new Date()
    for (const damage of ['first', 'second', 'third']) {
      await openHere(() => frozen)
      await writeFile(file('authority.pem'), damage)
    }
    await openHere(() => frozen)
    const aside = (await readdir(join(directory, 'tls'))).filter((name) =>
      name.startsWith('authority.pem.set-aside'),
    )
    const texts = await Promise.all(aside.map((name) => readFile(file(name), 'utf8')))
    expect(texts.sort()).toEqual(['first', 'second', 'third'])
  })

  it('replaces a damaged server certificate', async () => {
    const authority = await openHere()
    await authority.serverCertificate(NAMES)
    await writeFile(file('server.key.pem'), 'garbage')
    const again = await authority.serverCertificate(NAMES)
    expect(await authority.serverCertificate(NAMES)).toEqual(again)
  })

  it('fails to open with a message about the folder if the folder cannot be used', async () => {
    await writeFile(join(directory, 'file'), '')
    const opening = openAuthority(join(directory, 'file'))
    await expect(opening).rejects.toThrow(`${join(directory, 'file')} cannot be read or written (ENOTDIR)`)
  })

  it('writes nothing if it is kept in memory', async () => {
    const authority = await openAuthority(null)
    expect((await authority.serverCertificate(NAMES)).certPem).toContain('BEGIN CERTIFICATE')
    expect(await readdir(directory)).toEqual([])
  })
})

describe('the names of the server certificate', () => {
  it('are loopback, the bind address and the allowed hosts, each once', () => {
    expect(
      certificateNames('192.168.1.4', ['A.Test.', 'localhost', '[2001:db8:0::1]', 'b.test:99', 'no name']),
    ).toEqual(['localhost', '127.0.0.1', '::1', '192.168.1.4', 'a.test', '2001:db8::1', 'b.test'])
  })

  it('do not include a wildcard bind address', () => {
    const names = certificateNames('0.0.0.0', [])
    expect(names).not.toContain('0.0.0.0')
    expect(names.slice(0, 3)).toEqual(['localhost', '127.0.0.1', '::1'])
  })
})

describe.each(['merchant', 'platform'] as const)('the %s listener over TLS', (name) => {
  let listener: TestListener
  let authority: Authority
  beforeEach(async () => {
    authority = await openAuthority(null)
    listener = await openTestListener(name, {
      tls: await authority.serverCertificate(NAMES),
    })
  })
  afterEach(() => listener.close())

  /** Does the handshake, sends one request, and returns the response or the error's code. */
  const handshake = (options: {
    readonly servername?: string
    readonly ca?: string
    readonly minVersion?: SecureVersion
    readonly maxVersion?: SecureVersion
    readonly bytes?: string
  }): Promise<string> =>
    new Promise((resolve) => {
      const { bytes = rawRequest('POST /t', '{}'), ca = authority.caPem, ...rest } = options
      const socket = connect({
        host: '127.0.0.1',
        port: listener.port,
        ca,
        ALPNProtocols: ['h2', 'http/1.1'],
        ciphers: 'DEFAULT:@SECLEVEL=0',
        ...rest,
      })
      let received = ''
      socket.on('secureConnect', () => socket.write(bytes))
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1')
      })
      socket.on('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code ?? error.message)
      })
      socket.on('close', () => {
        resolve(received)
      })
    })

  it.each(['localhost', 'bench.test'])('is verified under the name %s', async (servername) => {
    expect(await handshake({ servername })).toMatch(/^HTTP\/1\.1 200 /)
    expect(listener.requests[0]).toMatchObject({ tlsVersion: 'TLSv1.3', remoteAddress: '127.0.0.1' })
  })

  it('is verified under its address, but not under an unknown name or through another authority', async () => {
    expect(await handshake({})).toMatch(/^HTTP\/1\.1 200 /)
    expect(await handshake({ servername: 'evil.example' })).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    const other = await openAuthority(null)
    expect(await handshake({ ca: other.caPem })).toMatch(/SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/)
  })

  /** Checks that one failed handshake is recorded, with these words, and that the listener continues. */
  const recordsOnly = async (words: string): Promise<void> => {
    const note: unknown = expect.stringContaining(words)
    await expect.poll(() => listener.malformed).toMatchObject([{ kind: 'tlsFailed', listener: name, note }])
    expect(await handshake({})).toMatch(/^HTTP\/1\.1 200 /)
  }

  it('records TLS 1.2 as the version', async () => {
    await handshake({ maxVersion: 'TLSv1.2' })
    expect(listener.requests[0]?.tlsVersion).toBe('TLSv1.2')
  })

  it('refuses TLS 1.1, records why, and continues', async () => {
    expect(await handshake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })).toMatch(
      /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,
    )
    await recordsOnly('TLS 1.2')
  })

  it.each([
    ['sends plain HTTP', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', 'https://'],
    ['never continues its handshake', '\x16\x03\x01', 'within the time limit'],
  ])('closes a connection that %s, records why, and continues', async (_what, bytes, note) => {
    await talk(listener.port, bytes)
    await recordsOnly(note)
  })

  it('responds to unreadable bytes inside TLS', async () => {
    expect(await handshake({ bytes: 'nonsense\r\n\r\n' })).toMatch(/^HTTP\/1\.1 400 /)
    expect(listener.malformed[0]).toMatchObject({
      kind: 'unreadable',
      request: { tlsVersion: 'TLSv1.3', remoteAddress: '127.0.0.1' },
    })
  })

  it('closes while a handshake hangs', async () => {
    const client = rawClient(listener.port)
    client.write('\x16\x03\x01')
    await listener.close()
    await client.closed
    expect(client.received()).toBe('')
  })
})
