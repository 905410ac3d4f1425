/** What is known about a failure of the parser, of a time limit or of the network. */
export interface ParserFailure {
  /** `HPE_*` from the parser, `ERR_*` from node or an errno such as `ECONNRESET`. */
  readonly code: string
  /** The parser's own reason, if it gave one. */
  readonly reason: string
  /** The kept bytes, beginning with the message that failed, as far as that is known. */
  readonly bytes: Uint8Array
  readonly maxTargetBytes: number
}

/** The explanation of a failure. `status` is that of the response; null where the connection is already closed. */
export interface Explanation {
  readonly status: number | null
  readonly note: string
}

const TLS_HANDSHAKE = 0x16
const LINE_FEED = 0x0a
/** Length of the longest method that the parser knows, with the space after it. */
const METHOD_BYTES = 20

/** Explains what most likely happened, and what to do, when bytes could not be read as a request. */
export function explainFailure({ code, reason, bytes, maxTargetBytes }: ParserFailure): Explanation {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      if (!bytes.subarray(0, maxTargetBytes + METHOD_BYTES).includes(LINE_FEED)) {
        return {
          status: 414,
          note: `The request target is longer than ${maxTargetBytes} bytes. Send the parameters in the body.`,
        }
      }
      return { status: 431, note: 'The header fields are too large. Send fewer or shorter ones.' }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        note: 'The request was not complete within the time limit. Send it again without pauses.',
      }
    case 'HPE_INVALID_EOF_STATE':
      return {
        status: 400,
        note: 'The connection ended in the middle of the request. Send it again in full.',
      }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, note: 'The chunk extensions are too large. Send the body without them.' }
    case 'HPE_INVALID_CHUNK_SIZE':
      return {
        status: 400,
        note: 'The chunked body is broken: a chunk size is not a hexadecimal number. Check the framing.',
      }
    default:
      break
  }
  if (!code.startsWith('HPE_')) {
    return { status: null, note: `The connection ended in the middle of the request (${code}).` }
  }
  if (bytes[0] === TLS_HANDSHAKE) {
    return {
      status: 400,
      note: 'A TLS handshake arrived at a port for plain HTTP. Use an http:// address, or the TLS port.',
    }
  }
  if (startsWith(bytes, 'PRI * HTTP/2')) {
    return {
      status: 400,
      note: 'HTTP/2 is not supported. Set the client library to HTTP/1.1.',
    }
  }
  const because = reason === '' ? code : reason
  return { status: 400, note: `The bytes are not a readable HTTP request (${because}). Check the client.` }
}

/** Explains what a failed TLS handshake most likely means, and what to do. */
export function explainTlsFailure(code: string, message: string): string {
  switch (code) {
    case 'ERR_SSL_HTTP_REQUEST':
      return 'Plain HTTP arrived on a TLS port. Use an https:// address, or the plain port.'
    case 'ERR_SSL_UNSUPPORTED_PROTOCOL':
    case 'ERR_SSL_VERSION_TOO_LOW':
      return 'The client offered only TLS versions before 1.2. Let it use TLS 1.2 or newer.'
    case 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA':
    case 'ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN':
    case 'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN':
    case 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE':
      return 'The client does not trust our certificate. Give it the authority certificate of this bench.'
    case 'ECONNRESET':
      return 'The client ended the connection during the TLS handshake; often it does not trust the certificate.'
    case 'ERR_TLS_HANDSHAKE_TIMEOUT':
      return 'The TLS handshake was not complete within the time limit. Check the client and the network.'
    default:
      return `The TLS handshake failed (${code === '' ? message : code}). The client needs TLS 1.2 or newer.`
  }
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text
}
