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
