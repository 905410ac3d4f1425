import type { HttpResponse, ReceivedRequest } from '#lib/http-message/message'

/** The listener at which a message arrived. */
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

/** A request that the listener refused itself. It is recorded like any other request. */
export type MalformedRequest =
  | {
      readonly kind: StoppedBecause
      readonly listener: ListenerName
      readonly request: ReceivedRequest
      /** What happened and what to do, for people. */
      readonly note: string
      /** The response; null where the connection was already closed. */
      readonly response: HttpResponse | null
    }
  | {
      /** Bytes that are not an HTTP request. */
      readonly kind: 'unreadable'
      readonly listener: ListenerName
      /** The bytes since the end of the last request on this connection; see `mixed` and `truncated`. */
      readonly bytes: Uint8Array
      /** True where more bytes arrived than were kept. */
      readonly truncated: boolean
      /** True where the bytes begin with a readable request, which is recorded separately. */
      readonly mixed: boolean
      readonly tlsVersion: string | null
      readonly remoteAddress: string
      readonly remotePort: number
      readonly receivedAtWallMs: number
      /** The code of the parser or the system, such as `HPE_INVALID_METHOD`. */
      readonly code: string
      readonly note: string
      readonly response: HttpResponse | null
    }
  | {
      /** The TLS handshake failed, so there was no HTTP message. */
      readonly kind: 'tlsFailed'
      readonly listener: ListenerName
      readonly remoteAddress: string
      readonly receivedAtWallMs: number
      readonly code: string
      readonly note: string
      readonly response: null
    }
