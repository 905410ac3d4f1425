import { openAuthority } from '#net/tls/authority'

/** Creates an authority and, signed by it, a server certificate for these names. */
export async function certified(names: readonly string[]) {
  const opened = await openAuthority(null)
  if (opened.kind === 'failed') throw new Error(opened.message)
  const server = await opened.authority.serverCertificate(names)
  if (server.kind === 'failed') throw new Error(server.message)
  return { cert: server.tls.certPem, key: server.tls.keyPem, caPem: opened.authority.caPem }
}
