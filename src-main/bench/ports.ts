import type { WireFaults } from '../domain/fault/wire-faults'
import type { DiagnosticCrypto } from '../domain/signature/crypto'

/** Header fields in order, one character per byte. */
export type WireHeaders = readonly (readonly [name: string, value: string])[]

/** A request as a listener received it. Strings of the head hold one character per byte. */
export interface IncomingRequest {
  readonly method: string
  readonly target: string
  readonly httpVersion: string
  readonly tlsVersion: string | null
  readonly rawHeaders: WireHeaders
  readonly body: Uint8Array
  readonly remoteAddress: string
  /** The caller's port of the connection, where it is known. */
  readonly remotePort?: number
  /** Wall time, epoch milliseconds. */
  readonly receivedAtWallMs: number
  readonly truncated?: boolean
}

/** A request to the platform, complete or cut at its limits. */
export interface PlatformRequest extends IncomingRequest {
  readonly tooLarge: boolean
  readonly targetTooLong: boolean
}

/** The answer to write to a request. */
export interface OutgoingReply {
  readonly status: number
  readonly headers: WireHeaders
  readonly body: Uint8Array
}

/** What becomes of a captured request. Delays are real milliseconds. */
export type CaptureReaction =
  | { readonly kind: 'reply'; readonly reply: OutgoingReply; readonly delayMs: number }
  /** Nothing is written; the connection stays until the other side ends it. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset'; readonly delayMs: number }

/** What was written in the end, and whether all of it was handed over. */
export interface WrittenReply {
  readonly reply: OutgoingReply
  readonly delivered: boolean
}

/** One real HTTP request of the bench. */
export interface OutgoingRequest {
  readonly url: string
  readonly method: string
  readonly headers: WireHeaders
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
  readonly answer: {
    readonly status: number
    readonly httpVersion: string
    readonly headers: WireHeaders
    readonly body: Uint8Array
    readonly truncated: boolean
  } | null
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly durationMs: number
  readonly tlsVersion: string | null
  /** A sentence that says why the certificate would have been refused, where it was not to be checked. */
  readonly certificateError?: string | null
}

/** Bytes for one of our own listeners; `url` names it, `method` tells how to read the answer. */
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
) => Promise<Pick<SendingOutcome, 'answer' | 'failure' | 'durationMs'>>

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
  readonly formCss: string
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
