import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Log } from '#net/listener'
import type { IntakeLimits } from './limits'

/** Certificate chain and private key of a listener, PEM. */
export interface ServerTls {
  readonly certPem: string
  readonly keyPem: string
}

/** Creates a Node server with our limits. With `tls` it accepts only TLS 1.2 or newer and HTTP/1.1 (contract 1). */
export function createServer(
  tls: ServerTls | null,
  limits: IntakeLimits,
  onRequest: RequestListener,
  requestType: { readonly IncomingMessage?: typeof IncomingMessage } = {},
): Server {
  const options = {
    ...requestType,
    maxHeaderSize: limits.maxHeadBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    noDelay: true,
    // The host guard refuses requests without Host, because they have to be recorded first.
    requireHostHeader: false,
  }
  const server =
    tls === null
      ? createPlainServer(options, onRequest)
      : createTlsServer(
          {
            ...options,
            cert: tls.certPem,
            key: tls.keyPem,
            minVersion: 'TLSv1.2',
            ALPNProtocols: ['http/1.1'],
            handshakeTimeout: limits.headersTimeoutMs,
          },
          onRequest,
        )
  // A client that ended its side still gets the responses to its earlier requests (RFC 9112 9.6).
  Object.assign(server, { httpAllowHalfOpen: true })
  // With a limit, Node silently drops the fields beyond it. The intake counts them instead.
  server.maxHeadersCount = 0
  return server
}

interface CrowdOptions {
  readonly maxConnections: number
  readonly log: Log
  /** Whether a complete request of this connection waits for its response. */
  readonly isOwed: (transport: Socket) => boolean
  /** Closes a connection to make room for another one. */
  readonly close: (transport: Socket, note: string) => void
}

/** Number of connections to close where the system has no file descriptor left. */
const CLOSED_WITHOUT_DESCRIPTORS = 16
const LOGGED_EVERY_MS = 10_000

/**
 * Limits the connections of a server. A new connection is always accepted: it replaces the one that has waited longest
 * without a complete request, whether that is idle, slow or in a TLS handshake. Where every connection is owed a response,
 * it replaces the one that was used least recently. Where the system has no file descriptor
 * left, a few connections are closed in the same order.
 */
export function boundConnections(server: Server, options: CrowdOptions) {
  const { maxConnections, log, isOwed, close } = options
  const transports = new Set<Socket>()
  let loggedAt = Number.NEGATIVE_INFINITY

  const warn = (message: string, error?: unknown): void => {
    const now = performance.now()
    if (now - loggedAt < LOGGED_EVERY_MS) return
    loggedAt = now
    log({ level: 'warn', message, ...(error === undefined ? {} : { error }) })
  }
  const makeRoom = (noteOf: (isOwedResponse: boolean) => string): void => {
    let chosen: Socket | null = null
    let isOwedResponse = true
    for (const transport of transports) {
      chosen ??= transport
      isOwedResponse = isOwed(transport)
      if (isOwedResponse) continue
      chosen = transport
      break
    }
    if (chosen === null) return
    transports.delete(chosen)
    close(chosen, noteOf(isOwedResponse))
  }

  server.on('connection', (transport: Socket) => {
    transports.add(transport)
    transport.once('close', () => transports.delete(transport))
    if (transports.size <= maxConnections) return
    warn(
      `A listener reached its maximum of ${maxConnections} connections. Connections that wait longest without a request are closed.`,
    )
    makeRoom((isOwedResponse) => {
      const reason = isOwedResponse
        ? 'every one of them was owed a response; this one was used least recently'
        : 'this one had waited longest'
      return `Closed by the bench: more than ${maxConnections} connections were open, and ${reason}.`
    })
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (!server.listening) return
    warn(
      'A connection could not be accepted. Connections that wait longest without a request are closed.',
      error,
    )
    const note = `Closed by the bench: the system could not open another connection (${error.code ?? error.message}).`
    for (let n = 0; n < CLOSED_WITHOUT_DESCRIPTORS; n += 1) makeRoom(() => note)
  })

  return {
    /** Marks a connection as just used: its response is finished, and it waits for its next request from now on. */
    served(transport: Socket): void {
      if (!transports.delete(transport)) return
      transports.add(transport)
    },
    /** Ends every connection, TLS handshakes included. */
    endAll(): void {
      for (const transport of transports) transport.destroy()
    },
  }
}
