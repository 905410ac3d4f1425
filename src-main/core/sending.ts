import type { WireFaults } from '#domain/fault/kind'
import type { HeaderList, ReceivedResponse } from '#lib/http-message/message'
import type { DiagnosticCrypto } from '#domain/signature/crypto'

export interface OutgoingRequest {
  /** `http:` or `https:`; the fragment and user name are not sent. */
  readonly url: string
  readonly method: string
  /** Written in this order and case. Only a missing `Host` is added. */
  readonly headers: HeaderList
  readonly body: Uint8Array
  /** Null or absent if there are none. */
  readonly wireFaults?: WireFaults | null
  /** False to accept any certificate (test projects, contract 9.2). */
  readonly verifyCertificate: boolean
  /** Wall time from connecting to the end of the response; the time for a slowed body is added. Default: 10 s. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Called before the first byte, with our and the receiver's port. */
  readonly onConnected?: (localPort: number, remotePort: number) => void
}

export type FailureCode =
  | 'invalid_url'
  | 'invalid_header'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'reset'
  | 'closed'
  | 'timeout'
  | 'tls'
  | 'malformed'
  | 'aborted'
  /** A fault rule cut the connection within the message. */
  | 'cut'
  /** A fault rule closed the connection before the response. */
  | 'left'
  | 'other'

export interface SendFailure {
  readonly code: FailureCode
  /** What happened and what to do, in sentences. */
  readonly message: string
}

/** `failure`: null if a complete response came in time. Otherwise `response` may hold the part that arrived. */
export interface SendOutcome {
  /** The exact bytes; empty if none could be written. */
  readonly requestHead: Uint8Array
  /** The written bytes if faults changed them; null if they are just head and body. */
  readonly wire: Uint8Array | null
  readonly response: ReceivedResponse | null
  readonly failure: SendFailure | null
  /** In wall time. */
  readonly durationMs: number
  /** For instance `TLSv1.3`; null on a plain connection or before the handshake is done. */
  readonly tlsVersion: string | null
  /** Why verification would have refused the certificate, as a sentence; null if it is trusted. */
  readonly certificateError: string | null
}

export type Send = (request: OutgoingRequest) => Promise<SendOutcome>

export interface ExactSending {
  /** The path is ignored. */
  readonly url: string
  /** Needed to read the response: a response to HEAD has no body. */
  readonly method: string
  readonly bytes: Uint8Array
  /** In wall time. */
  readonly timeoutMs: number
  readonly onConnected: (localPort: number) => void
}

export type ExactOutcome = Pick<SendOutcome, 'response' | 'failure' | 'durationMs'>

/** Full URLs of our listeners without a trailing slash, known once they accept connections. */
export interface SelfAddresses {
  readonly platform: string
  readonly platformTls: string
  readonly merchant: string
  readonly merchantTls: string
  readonly workbench: string | null
}

export type Log = (level: 'info' | 'warning' | 'error', message: string, error?: unknown) => void

/** Built scripts and styles that the customer's browser loads. */
export interface CustomerFiles {
  readonly formJs: string
  readonly formCss: string
  readonly methodsCss: string
  readonly providerCss: string
  readonly merchantJs: string
  readonly merchantCss: string
  readonly shopJs: string
  readonly shopCss: string
  readonly previewJs: string
}

/** What Paybench needs from outside. */
export interface BenchPorts {
  readonly send: Send
  readonly sendExact: (sending: ExactSending) => Promise<ExactOutcome>
  readonly crypto: DiagnosticCrypto
  /** Wall time, epoch milliseconds. */
  readonly wallNow: () => number
  /** Random lower-case hex digits. */
  readonly randomHex: (digits: number) => string
  readonly sha256Hex: (bytes: Uint8Array) => string
  readonly log: Log
}
