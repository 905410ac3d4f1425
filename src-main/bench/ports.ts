import type { WireFaults } from '../domain/fault/wire-faults'
import type { HeaderList, ReceivedResponse } from '../lib/http-message/message'
import type { DiagnosticCrypto } from '../domain/signature/crypto'

/** One real HTTP request of the bench. */
export interface OutgoingRequest {
  readonly url: string
  readonly method: string
  readonly headers: HeaderList
  readonly body: Uint8Array
  /** What is to go wrong on the wire; null: nothing. */
  readonly wireFaults?: WireFaults | null
  readonly verifyCertificate: boolean
  readonly signal: AbortSignal
  /** Told before the first byte is written: the ports of the connection, ours and the receiver's. */
  readonly onConnected?: (localPort: number, remotePort: number) => void
}

/** How it went; `failure` null means that a complete answer came in time. Durations are real milliseconds. */
export interface SendingOutcome {
  readonly requestHead: Uint8Array
  /** The bytes that were written, where they are not simply head and body. */
  readonly wire?: Uint8Array | null
  readonly response: ReceivedResponse | null
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly durationMs: number
  readonly tlsVersion: string | null
  /** Why the certificate would have been refused, where it was not checked. */
  readonly certificateError?: string | null
}

/** Bytes for one of our own listeners; `url` names it, `method` decides how the response is read. */
export interface ExactSending {
  readonly url: string
  readonly method: string
  readonly bytes: Uint8Array
  /** Real milliseconds. */
  readonly timeoutMs: number
  /** Told before the first byte is written: our port of the connection. */
  readonly onConnected: (localPort: number) => void
}

export type SendExact = (
  sending: ExactSending,
) => Promise<Pick<SendingOutcome, 'response' | 'failure' | 'durationMs'>>

export type Send = (request: OutgoingRequest) => Promise<SendingOutcome>

/** Addresses of our own listeners, full URLs without a trailing slash; known once they accept. */
export interface SelfAddresses {
  readonly platform: string
  readonly platformTls: string
  readonly merchant: string
  readonly merchantTls: string
  readonly workbench: string | null
}

export type Log = (level: 'info' | 'warning' | 'error', message: string, error?: unknown) => void

/** What the customer's browser loads: scripts and styles as they were built, and nothing else. */
export interface CustomerFiles {
  readonly formJs: string
  /** Loads `formJs` once the page is painted. */
  readonly formStartJs: string
  readonly formCss: string
  /** The part of `formCss` that a page needs at its first paint. */
  readonly formFirstCss: string
  readonly merchantJs: string
  readonly merchantCss: string
  readonly shopJs: string
  readonly shopCss: string
  readonly previewJs: string
}

/** What the bench needs from the outside world. */
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
