import type { HttpResponse, ReceivedRequest } from '../../lib/http-message/message'

/** Which of our listeners a message came to. */
export type ListenerName = 'platform' | 'merchant'

/** Why a request with a readable head never reached the application. */
export type StoppedBecause =
  /** The connection or the time limit ended the request before its body was complete, or the body could not be read. */
  | 'cutOff'
  /** The body is larger than the listener takes. */
  | 'tooLarge'
  /** CONNECT: we are not a proxy. */
  | 'connect'
  | 'tooManyHeaderFields'
  /** `Host` is missing, repeated, unreadable or external. */
  | 'hostRefused'
  /** Neither HTTP/1.0 nor HTTP/1.1. */
  | 'versionRefused'

/** A request that was answered by the listener itself; it is recorded like any other. */
export type MalformedRequest =
  | {
      readonly kind: StoppedBecause
      readonly listener: ListenerName
      readonly request: ReceivedRequest
      /** What happened and what to do, for people. */
      readonly note: string
      /** What we answer; null where the connection was already gone. */
      readonly response: HttpResponse | null
    }
  | {
      /** Bytes that are not an HTTP request. */
      readonly kind: 'unreadable'
      readonly listener: ListenerName
      /** What arrived since the end of the last request on this connection; see `mixed` and `truncated`. */
      readonly bytes: Uint8Array
      /** True where more arrived than was kept. */
      readonly truncated: boolean
      /** True where the bytes begin with a request that was read well and is recorded on its own. */
      readonly mixed: boolean
      readonly tlsVersion: string | null
      readonly remoteAddress: string
      readonly remotePort: number
      readonly receivedAtWallMs: number
      /** The parser's or the system's word for it, for instance `HPE_INVALID_METHOD`. */
      readonly code: string
      readonly note: string
      readonly response: HttpResponse | null
    }
  | {
      /** No TLS session came about, so no HTTP byte was seen. */
      readonly kind: 'tlsFailed'
      readonly listener: ListenerName
      readonly remoteAddress: string
      readonly receivedAtWallMs: number
      readonly code: string
      readonly note: string
      readonly response: null
    }
