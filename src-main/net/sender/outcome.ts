import type { ReceivedResponse } from '../../lib/http-message/message'

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
 * `answer` may still hold what had come of an answer until then.
 */
export interface SendOutcome {
  /** The head as written, byte for byte; empty where no head could be made. */
  readonly requestHead: Uint8Array
  readonly requestBody: Uint8Array
  /** The bytes that were handed to the connection, where they are not simply head and body. */
  readonly wire: Uint8Array | null
  /** How much of head and body was handed to the connection. */
  readonly sent: 'nothing' | 'partly' | 'all'
  readonly response: ReceivedResponse | null
  /** The answer's bytes as they came, framing and interim answers included; bounded like the body. */
  readonly responseBytes: Uint8Array
  readonly failure: SendFailure | null
  readonly durationMs: number
  /** For instance `TLSv1.3`; null on a plain connection or before the handshake is done. */
  readonly tlsVersion: string | null
  /** Why the certificate would have been refused, a whole sentence, where it was not to be checked; null: it is trusted. */
  readonly certificateError: string | null
  readonly remoteAddress: string | null
}
