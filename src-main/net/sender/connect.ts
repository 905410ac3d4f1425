import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, rootCertificates, type SecureContext } from 'node:tls'

/** How to verify the receiver's certificate. */
export interface SenderTls {
  /** False: accept any certificate (test projects, contract 9.2). */
  readonly verify: boolean
  /** Authorities to trust besides the well-known ones, PEM. */
  readonly extraCa?: readonly string[]
}

/** Opens a connection to the host of a URL: TLS 1.2 or newer for https, offering HTTP/1.1 only. */
export function openConnection(url: URL, tls: SenderTls): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'https:'
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  if (!secure) return connectPlain({ host, port, noDelay: true })
  const secureContext = contextFor(tls.extraCa ?? [])
  const socket = connectTls({
    host,
    port,
    // An address is not a server name (RFC 6066 3); the certificate is still compared with `host`.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: tls.verify,
    ...(secureContext === null ? {} : { secureContext }),
  })
  socket.setNoDelay(true)
  return socket
}

let lastContext: { readonly key: string; readonly context: SecureContext } | null = null

/**
 * Returns the TLS context; null: Node's default. Keeps the last context, because reading the authorities takes
 * milliseconds.
 */
function contextFor(extraCa: readonly string[]): SecureContext | null {
  if (extraCa.length === 0) return null
  const key = extraCa.join('\n')
  if (lastContext?.key !== key) {
    const context = createSecureContext({ ca: [...rootCertificates, ...extraCa], minVersion: 'TLSv1.2' })
    lastContext = { key, context }
  }
  return lastContext.context
}
