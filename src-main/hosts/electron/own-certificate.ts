import type { Session } from 'electron'
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

/** What Electron reports about the certificate of a server. */
interface Presented {
  readonly hostname: string
  readonly certificate: { readonly data: string }
}

/**
 * Whether a server's certificate comes from the authority of this bench and names the host that was called. Chromium does
 * not know that authority, and would refuse the TLS addresses of our own listeners.
 * @param caPem the certificate of the authority; null: there is no bench
 */
export function isOwnCertificate({ hostname, certificate }: Presented, caPem: string | null): boolean {
  if (caPem === null) return false
  try {
    const shown = new X509Certificate(certificate.data)
    const authority = new X509Certificate(caPem)
    const names = isIP(hostname) === 0 ? shown.checkHost(hostname) : shown.checkIP(hostname)
    return names !== undefined && shown.checkIssued(authority) && shown.verify(authority.publicKey)
  } catch {
    return false // not a certificate that can be read: left to Chromium, which refuses it
  }
}

const ACCEPT = 0
const AS_CHROMIUM_DECIDES = -3

/** Lets the pages of a session load from our own TLS listeners; every other certificate is left to Chromium. */
export function trustOwnListeners(pages: Session, caPem: () => string | null): void {
  pages.setCertificateVerifyProc((request, decide) => {
    decide(isOwnCertificate(request, caPem()) ? ACCEPT : AS_CHROMIUM_DECIDES)
  })
}
