import { describe, expect, it } from 'vitest'
import { openAuthority } from '#net/tls/authority'
import { certificateNames } from '#net/tls/names'
import { isOwnCertificate } from './own-certificate'

async function presented(): Promise<{ readonly data: string; readonly caPem: string }> {
  const opened = await openAuthority(null)
  if (opened.kind === 'failed') throw new Error(opened.message)
  const { authority } = opened
  const server = await authority.serverCertificate(certificateNames('127.0.0.1', ['bench.test']))
  if (server.kind === 'failed') throw new Error(server.message)
  return { data: server.tls.certPem, caPem: authority.caPem }
}

describe('the certificate of a server that a window calls', () => {
  it('is accepted if it comes from the authority of this bench and names the host', async () => {
    const { data, caPem } = await presented()
    const isOwn = (hostname: string, ca: string | null = caPem): boolean =>
      isOwnCertificate({ hostname, certificate: { data } }, ca)
    for (const name of ['127.0.0.1', '::1', 'localhost', 'bench.test']) expect(isOwn(name), name).toBe(true)
    expect(isOwn('elsewhere.test')).toBe(false)
    expect(isOwn('127.0.0.1', null)).toBe(false)
    expect(isOwn('127.0.0.1', (await presented()).caPem)).toBe(false)
  })

  it('is left to Chromium if it cannot be read', async () => {
    const { caPem } = await presented()
    expect(isOwnCertificate({ hostname: '127.0.0.1', certificate: { data: 'x' } }, caPem)).toBe(false)
  })
})
