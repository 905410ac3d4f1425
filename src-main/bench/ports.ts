import type { DiagnosticCrypto } from '../core/signature/crypto'

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
  readonly verifyCertificate: boolean
  readonly signal: AbortSignal
}

/** How it went; `failure` null means that a complete answer came in time. Durations are real milliseconds. */
export interface SendingOutcome {
  readonly requestHead: Uint8Array
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
}

export type Send = (request: OutgoingRequest) => Promise<SendingOutcome>

/** Addresses of our own listeners, full URLs without a trailing slash; known once they accept. */
export interface OwnAddresses {
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
  readonly crypto: DiagnosticCrypto
  /** Wall time, epoch milliseconds. */
  readonly wallNow: () => number
  /** Random lower-case hex digits. */
  readonly randomHex: (digits: number) => string
  readonly sha256Hex: (bytes: Uint8Array) => string
  readonly log: Log
}
