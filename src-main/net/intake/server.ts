import {
  createServer as createPlainServer,
  IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Log } from '#net/listener'
import type { KeyAndCertificate } from '#net/tls/certificates'
import type { IntakeLimits } from './limits'

/**
 * Creates a Node server with our limits. With `tls` it accepts only TLS 1.2 or newer and HTTP/1.1 (contract 1).
 * @param log gets a warning if a connection is not accepted
 */
export function createServer(
  tls: KeyAndCertificate | null,
  limits: IntakeLimits,
  log: Log,
  onRequest: RequestListener,
): Server {
  const options = {
    IncomingMessage: WebSocketOnlyRequest,
    maxHeaderSize: limits.maxHeadBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    noDelay: true,
    // The host guard refuses requests without `Host`, because they have to be recorded first.
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
  server.maxConnections = limits.maxConnections
  logUnaccepted(server, limits.maxConnections, log)
  return server
}

const LOGGED_EVERY_MS = 10_000

/** Logs refused connections: the listener is at its maximum, or the system has no file descriptor left. */
function logUnaccepted(server: Server, maxConnections: number, log: Log): void {
  let loggedAt = Number.NEGATIVE_INFINITY
  const warn = (entry: Omit<Parameters<Log>[0], 'level'>): void => {
    const now = performance.now()
    if (now - loggedAt < LOGGED_EVERY_MS) return
    loggedAt = now
    log({ level: 'warn', ...entry })
  }
  server.on('drop', () => {
    warn({
      message: `A listener reached its maximum of ${maxConnections} connections. Further ones are refused until one ends.`,
    })
  })
  server.on('error', (error) => {
    if (server.listening) warn({ message: 'A connection could not be accepted.', error })
  })
}

const OFFER = Symbol('an upgrade is offered')

/**
 * Ignores every offered upgrade but WebSocket. Some client libraries offer `h2c` with every request, and Node
 * ignores no offer once there is an `upgrade` listener. Node reads `upgrade` when the header fields are complete;
 * it is true only for WebSockets and for CONNECT, which must not be ignored.
 */
class WebSocketOnlyRequest extends IncomingMessage {
  declare private [OFFER]: boolean | null | undefined

  get upgrade(): boolean {
    if (this[OFFER] !== true) return false
    return this.method === 'CONNECT' || /^\s*websocket\s*$/i.test(this.headers.upgrade ?? '')
  }

  /** Called by Node in the constructor and when the head is complete. */
  set upgrade(offered: boolean | null) {
    this[OFFER] = offered
  }
}
