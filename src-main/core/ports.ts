import type { DiagnosticCrypto } from '#domain/signature/crypto'
import type { Send, SendExact } from './sending'

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
  /** Loads `formJs` once the page is painted. */
  readonly formStartJs: string
  readonly formCss: string
  /** The part of `formCss` that a page needs for its first paint. */
  readonly formFirstCss: string
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
