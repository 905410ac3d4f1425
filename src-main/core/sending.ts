import type { WireFaults } from '#domain/fault/kind'
import type { HeaderList, ReceivedResponse } from '#lib/http-message/message'
import type { DiagnosticCrypto } from '#domain/signature/sign'

/** One real HTTP request of the bench. */
export interface OutgoingRequest {
  /** `http:` or `https:`; a fragment and a user name are not sent. */
  readonly url: string
  readonly method: string
  /** Written in this order and case. Only a missing `Host` is added. */
  readonly headers: HeaderList
  readonly body: Uint8Array
  /** Faults to cause on the wire; null or absent: none. */
  readonly wireFaults?: WireFaults | null
  /** False: accept any certificate (test projects, contract 9.2). */
  readonly verifyCertificate: boolean
  /**
   * From the first attempt to connect to the last byte of the response, real milliseconds; a slow body adds to it.
   * Default: 10 s.
   */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Called before the first byte is written, with the ports of the connection: ours and the receiver's. */
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
  /** A fault rule cut the connection in the middle of the message. */
  | 'cut'
  /** A fault rule closed the connection after the message and before the response. */
  | 'left'
  | 'other'

/** Why a message got no complete response. */
export interface SendFailure {
  readonly code: FailureCode
  /** What happened and what to do, as sentences for people. */
  readonly message: string
}

/**
 * The outcome of sending a message. `failure` is null where a complete response came in time, whatever its status. Where
 * there is a failure, `response` may hold the part of a response that arrived before it.
 */
export interface SendOutcome {
  /** The head byte for byte as written; empty where none could be written. */
  readonly requestHead: Uint8Array
  /** The bytes that were written where faults changed them; null where they are the head and the body. */
  readonly wire: Uint8Array | null
  readonly response: ReceivedResponse | null
  readonly failure: SendFailure | null
  /** Real milliseconds. */
  readonly durationMs: number
  /** For instance `TLSv1.3`; null on a plain connection or before the handshake is done. */
  readonly tlsVersion: string | null
  /** Why the certificate would have been refused if it had been verified, as a sentence; null: it is trusted. */
  readonly certificateError: string | null
}

export type Send = (request: OutgoingRequest) => Promise<SendOutcome>

/** Any bytes to send to one of our own listeners. */
export interface ExactSending {
  /** Scheme, host and port to connect to; the path is ignored. */
  readonly url: string
  /** The method of the request. It is needed to read the response: a response to HEAD has no body. */
  readonly method: string
  readonly bytes: Uint8Array
  /** Real milliseconds. */
  readonly timeoutMs: number
  /** Called with our port of the connection before the first byte is written. */
  readonly onConnected: (localPort: number) => void
}

export type ExactOutcome = Pick<SendOutcome, 'response' | 'failure' | 'durationMs'>

type SendExact = (sending: ExactSending) => Promise<ExactOutcome>

/**
 * Addresses of our own listeners: full URLs without a trailing slash. They are known once the listeners accept
 * connections.
 */
export interface SelfAddresses {
  readonly platform: string
  readonly platformTls: string
  readonly merchant: string
  readonly merchantTls: string
  readonly workbench: string | null
}

export type Log = (level: 'info' | 'warning' | 'error', message: string, error?: unknown) => void

/** The built scripts and styles that the customer's browser loads. */
export interface CustomerFiles {
  readonly formJs: string
  readonly formCss: string
  readonly merchantJs: string
  readonly merchantCss: string
  readonly shopJs: string
  readonly shopCss: string
  readonly previewJs: string
}

/** What the bench needs from the outside: the network, cryptography, wall time, random numbers and the log. */
export interface BenchPorts {
  readonly send: Send
  readonly sendExact: SendExact
  readonly crypto: DiagnosticCrypto
  /** Wall time, epoch milliseconds. */
  readonly wallNow: () => number
  /** Random lower-case hex digits. */
  readonly randomHex: (digits: number) => string
  readonly sha256Hex: (bytes: Uint8Array) => string
  readonly log: Log
}
