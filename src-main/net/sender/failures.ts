import type { FailureCode, SendFailure } from '#core/sending'

const REFUSED = ['ECONNREFUSED']
const DNS = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'EAI_NODATA', 'EAI_FAIL']
const RESET = ['ECONNRESET', 'EPIPE', 'ECONNABORTED']
const UNREACHABLE = ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'ETIMEDOUT']
const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_CA',
]

/**
 * Explains a connection error, and says what to do about it.
 * @param place host and port of the receiver
 */
export function explainFailure(error: Error, place: string): SendFailure {
  const code = errorCode(error)
  if (REFUSED.includes(code)) {
    return failure('refused', `Nothing listens at ${place}. Start the receiver, or correct the address.`)
  }
  if (DNS.includes(code)) {
    return failure(
      'dns',
      `The name in ${place} has no address (${code}). Correct the host, or check the network.`,
    )
  }
  if (UNTRUSTED.includes(code)) {
    return failure(
      'tls',
      `The certificate of ${place} is not trusted (${code}). ` +
        'Make Paybench trust its authority, or switch the check off for this project.',
    )
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const when = code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet'
    return failure(
      'tls',
      `The certificate of ${place} ${when}. Renew it, or check the clock of this computer.`,
    )
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return failure(
      'tls',
      `The certificate of ${place} was issued for another name. Correct the host or the certificate.`,
    )
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') {
    return failure(
      'tls',
      `${place} does not speak TLS. Use an http:// address, or the TLS port of the receiver.`,
    )
  }
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code === 'EPROTO') {
    return failure('tls', `No TLS session with ${place} (${code}). The receiver needs TLS 1.2 or newer.`)
  }
  if (code.startsWith('HPE_')) {
    return failure(
      'malformed',
      `${place} responded with bytes that are not HTTP (${reasonOf(error, code)}). Check the receiver.`,
    )
  }
  if (RESET.includes(code)) {
    return failure(
      'reset',
      `${place} dropped the connection before the response was complete. Check the receiver's log.`,
    )
  }
  if (UNREACHABLE.includes(code)) {
    return failure(
      'unreachable',
      `${place} cannot be reached (${code}). Check the address, the network and any firewall.`,
    )
  }
  return failure('other', `Sending to ${place} failed: ${error.message}. Check the address and the receiver.`)
}

/** `message` says what happened and what to do. */
export function failure(code: FailureCode, message: string): SendFailure {
  return { code, message }
}

function errorCode(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) {
    const inner: unknown = error.errors[0]
    if (inner instanceof Error) return errorCode(inner)
  }
  return ''
}

function reasonOf(error: Error, code: string): string {
  return 'reason' in error && typeof error.reason === 'string' && error.reason !== '' ? error.reason : code
}
