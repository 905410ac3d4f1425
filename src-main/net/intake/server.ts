import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { IntakeLimits } from './limits'

/** Certificate chain and private key of a listener, PEM. */
export interface ServerTls {
  readonly certPem: string
  readonly keyPem: string
}

/** A node server with our limits; with `tls` it speaks TLS 1.2 or newer and HTTP/1.1 only (contract 1). */
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
    // A request without Host has to be recorded before it is refused, so the guard does it.
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
  // A client that has ended its side still gets the responses to what it sent before (RFC 9112 9.6).
  Object.assign(server, { httpAllowHalfOpen: true })
  // With a limit node drops the fields beyond it without a word; ours are counted in the intake instead.
  server.maxHeadersCount = 0
  return server
}
