import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { KeyAndCertificate } from './certificates'

/** A certificate is renewed this long before it expires, so that it does not expire while the bench runs. */
const RENEW_BEFORE_MS = 30 * 86_400_000

/** Says why a stored authority cannot be used; null: it can. */
export function authorityError(pair: KeyAndCertificate, now: Date): string | null {
  const certificate = readCertificate(pair)
  if (typeof certificate === 'string') return certificate
  if (!certificate.ca || !certificate.verify(certificate.publicKey))
    return 'it is not a certificate of an authority'
  return periodError(certificate, now)
}

/** Says why a stored server certificate cannot be used; null: it can. `renewal`: this is normal and needs no notice. */
export function serverError(
  pair: KeyAndCertificate,
  authorityPem: string,
  names: readonly string[],
  now: Date,
): { readonly reason: string; readonly renewal: boolean } | null {
  const certificate = readCertificate(pair)
  if (typeof certificate === 'string') return { reason: certificate, renewal: false }
  const authority = new X509Certificate(authorityPem)
  if (!certificate.checkIssued(authority) || !certificate.verify(authority.publicKey)) {
    return { reason: 'it was signed by another authority', renewal: true }
  }
  const fault = periodError(certificate, now)
  if (fault !== null) return { reason: fault, renewal: true }
  if (!sameNames(certificate, names)) return { reason: 'the names have changed', renewal: true }
  return null
}

function readCertificate({ certPem, keyPem }: KeyAndCertificate): X509Certificate | string {
  try {
    const certificate = new X509Certificate(certPem)
    const matches = certificate.checkPrivateKey(createPrivateKey(keyPem))
    return matches ? certificate : 'the key does not belong to the certificate'
  } catch {
    return 'the key or the certificate cannot be read'
  }
}

function periodError(certificate: X509Certificate, now: Date): string | null {
  // Ignore "not valid yet": it means a wrong clock, and a new authority would not help.
  if (Date.parse(certificate.validTo) - RENEW_BEFORE_MS < now.getTime())
    return 'it has expired or is about to'
  return null
}

function sameNames(certificate: X509Certificate, names: readonly string[]): boolean {
  const entries = (certificate.subjectAltName ?? '').split(', ').filter((entry) => entry !== '')
  if (entries.length !== names.length) return false
  return names.every((name) =>
    isIP(name) === 0
      ? certificate.checkHost(name, { wildcards: false }) !== undefined
      : certificate.checkIP(name) !== undefined,
  )
}
