import { openAuthority } from '#net/tls/authority'

/** Creates an authority and, signed by it, a server certificate for these names. */
export async function certified(names: readonly string[]) {
  const { caPem, serverCertificate } = await openAuthority(null)
  const { certPem, keyPem } = await serverCertificate(names)
  return { cert: certPem, key: keyPem, caPem }
}
