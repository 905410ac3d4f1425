import type { WireFaults } from '../domain/fault/wire-faults'
import type { HeaderList, ReceivedResponse } from '../lib/http-message/message'

/** One real HTTP request of the bench. */
export interface OutgoingRequest {
  /** `http:` or `https:`; a fragment and a user name are not sent. */
  readonly url: string
  readonly method: string
  /** Written in this order and case, nothing added but a missing `Host`. */
  readonly headers: HeaderList
  readonly body: Uint8Array
  /** What is to go wrong on the wire; null or absent: nothing. */
  readonly wireFaults?: WireFaults | null
  /** False: any certificate is accepted (test projects, contract 9.2). */
  readonly verifyCertificate: boolean
  /** From the first try to connect to the last byte of the answer; a slow body comes on top. Default: 10 s. */
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
  /** Cut in the middle of the message, as a fault rule wanted it. */
  | 'cut'
  /** Closed after the message and before its answer, as a fault rule wanted it. */
  | 'left'
  | 'other'

/** Why a message got no complete answer. */
export interface SendFailure {
  readonly code: FailureCode
  /** What happened and what to do, for people. */
  readonly message: string
}

/**
 * How sending went. `failure` null means: a complete answer came in time, whatever its status. With a failure
 * `response` may still hold what had come of an answer until then.
 */
export interface SendOutcome {
  /** The head as written, byte for byte; empty where no head could be made. */
  readonly requestHead: Uint8Array
  /** The bytes that were handed to the connection, where they are not simply head and body. */
  readonly wire: Uint8Array | null
  readonly response: ReceivedResponse | null
  readonly failure: SendFailure | null
  /** Real milliseconds. */
  readonly durationMs: number
  /** For instance `TLSv1.3`; null on a plain connection or before the handshake is done. */
  readonly tlsVersion: string | null
  /** Why the certificate would have been refused, a whole sentence, where it was not to be checked; null: it is trusted. */
  readonly certificateError: string | null
}

export type Send = (request: OutgoingRequest) => Promise<SendOutcome>

/** Bytes for one of our own listeners, whatever they are. */
export interface ExactSending {
  /** Scheme, host and port to connect to; the path is not looked at. */
  readonly url: string
  /** Needed to read the answer: that to HEAD has no body. */
  readonly method: string
  readonly bytes: Uint8Array
  /** Real milliseconds. */
  readonly timeoutMs: number
  /** Called with our port of the connection before the first byte is written. */
  readonly onConnected: (localPort: number) => void
}

export type ExactOutcome = Pick<SendOutcome, 'response' | 'failure' | 'durationMs'>

export type SendExact = (sending: ExactSending) => Promise<ExactOutcome>
