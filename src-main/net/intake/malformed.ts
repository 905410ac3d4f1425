import type { HttpResponse, ReceivedRequest } from '#lib/http-message/message'
import { boundedText, quotedText } from '#lib/limits/bounded-text'
import { maskText } from '#domain/card/mask-text'

export type ListenerName = 'platform' | 'merchant' | 'workbench'

export type StoppedBecause =
  /** The request ended before its body was complete, or the body could not be read. */
  | 'cutOff'
  | 'tooLarge'
  | 'connect'
  | 'tooManyHeaderFields'
  /** `Host` is missing, repeated, unreadable or external. */
  | 'hostRefused'
  | 'versionRefused'
  | 'unreadable'
  | 'tlsFailed'

/** A request that the listener itself refused. */
export interface MalformedRequest {
  readonly kind: StoppedBecause
  readonly listener: ListenerName
  /** If the head could not be read, its members here are empty, and `body` holds the bytes that arrived. */
  readonly request: ReceivedRequest
  readonly note: string
  /** Null if the connection was already closed. */
  readonly response: HttpResponse | null
}

interface ParserFailure {
  /** `HPE_*` from the parser, `ERR_*` from Node or an errno such as `ECONNRESET`. */
  readonly code: string
  /** The parser's own reason, or ''. */
  readonly reason: string
  readonly bytes: Uint8Array
  /** Whether the bytes belong to a head; false for a body and its trailers. */
  readonly isHead: boolean
  readonly maxTargetBytes: number
}

/** `status` is null if the connection is already closed. */
interface Explanation {
  readonly status: number | null
  readonly note: string
}

const FAILURES: Readonly<Record<string, Explanation>> = {
  HPE_HEADER_OVERFLOW: { status: 431, note: 'The header fields are too large. Send fewer or shorter ones.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    note: 'The request was not complete within the time limit. Send it again without pauses.',
  },
  HPE_INVALID_EOF_STATE: {
    status: 400,
    note: 'The connection ended in the middle of the request. Send it again in full.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    note: 'The chunk extensions are too large. Send the body without them.',
  },
  HPE_INVALID_CHUNK_SIZE: {
    status: 400,
    note: 'The chunked body is broken: a chunk size is not a hexadecimal number. Check the framing.',
  },
}

const TLS_HANDSHAKE = 0x16
const LINE_FEED = 0x0a
const METHOD_BYTES = 20

/** Explains what most likely happened, and what to do. */
export function explainFailure({ code, reason, bytes, isHead, maxTargetBytes }: ParserFailure): Explanation {
  if (
    isHead &&
    code === 'HPE_HEADER_OVERFLOW' &&
    !bytes.subarray(0, maxTargetBytes + METHOD_BYTES).includes(LINE_FEED)
  ) {
    return {
      status: 414,
      note: `The request target is longer than ${maxTargetBytes} bytes. Send the parameters in the body.`,
    }
  }
  const known = FAILURES[code]
  if (known !== undefined) return known
  if (!code.startsWith('HPE_')) {
    return { status: null, note: `The connection ended in the middle of the request (${code}).` }
  }
  if (bytes[0] === TLS_HANDSHAKE) {
    return {
      status: 400,
      note: 'A TLS handshake arrived at a port for plain HTTP. Use an http:// address, or the TLS port.',
    }
  }
  if (Buffer.from(bytes.subarray(0, 12)).toString('latin1') === 'PRI * HTTP/2') {
    return { status: 400, note: 'HTTP/2 is not supported. Set the client library to HTTP/1.1.' }
  }
  const because = reason === '' ? code : reason
  return { status: 400, note: `The bytes are not a readable HTTP request (${because}). Check the client.` }
}

const OLD_TLS = 'The client offered only TLS versions before 1.2. Make it use TLS 1.2 or newer.'
const UNTRUSTED = 'The client does not trust our certificate. Give it the authority certificate of Paybench.'

const TLS_FAILURES: Readonly<Record<string, string>> = {
  ERR_SSL_HTTP_REQUEST: 'Plain HTTP arrived on a TLS port. Use an https:// address, or the plain port.',
  ERR_SSL_UNSUPPORTED_PROTOCOL: OLD_TLS,
  ERR_SSL_VERSION_TOO_LOW: OLD_TLS,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: UNTRUSTED,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: UNTRUSTED,
  'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN': UNTRUSTED,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: UNTRUSTED,
  ECONNRESET:
    'The client ended the connection during the TLS handshake. Often it does not trust the certificate.',
  ERR_TLS_HANDSHAKE_TIMEOUT:
    'The TLS handshake was not complete within the time limit. Check the client and the network.',
}

/** Explains what a failed TLS handshake most likely means, and what to do. */
export function explainTlsFailure(code: string, message: string): string {
  return (
    TLS_FAILURES[code] ??
    `The TLS handshake failed (${code === '' ? message : code}). The client needs TLS 1.2 or newer.`
  )
}

const MASKED_CHARS = 1000

/** Method and path for a log, without the query, which holds the fields of a form. Card numbers are masked. */
export function loggedRequest(request: { readonly method: string; readonly target: string }): string {
  const [path = ''] = request.target.split(/[?#;]/, 1)
  return `${request.method} ${quotedText(maskText(boundedText(path, MASKED_CHARS)).text)}`
}
