import type { TLSSocket } from 'node:tls'

/** Describes the errors of OpenSSL and Node about a certificate, worded to follow `The certificate of HOST`. */
const WORDS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'is signed by an authority of its own',
  UNABLE_TO_GET_ISSUER_CERT: 'is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is signed by an unknown authority',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is made out for another name',
}

/**
 * Says in one sentence why the certificate on this connection would have been refused if it had been verified. Null: it
 * is trusted. Call it after the handshake.
 */
export function certificateError(socket: TLSSocket, place: string): string | null {
  if (socket.authorized) return null
  // The types of Node declare an Error, but this is the code itself.
  const reason: unknown = socket.authorizationError
  const code = reason instanceof Error ? reason.message : typeof reason === 'string' ? reason : 'not trusted'
  return `The certificate of ${place} ${WORDS[code] ?? 'is not trusted'} (${code}).`
}
