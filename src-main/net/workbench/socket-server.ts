import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { SOCKET_PATH, SOCKET_PROTOCOL } from '#protocol/connection'
import { serveConnection, type ServedBench } from '#protocol/server'
import type { Log } from '#net/log'
import type { HttpResponse } from '#lib/http-message/message'
import type { Access } from './access'
import type { WorkbenchLimits } from './limits'
import { refusal } from './refusal'
import { socketConnection } from './socket-connection'
import { targetParts } from './target'

/** Close code for the end of the bench (RFC 6455 7.4.1). */
const GOING_AWAY = 1001

/** Serves WebSocket clients of the workbench. */
export interface SocketServer {
  /** Takes over a connection that requests a WebSocket, or refuses it. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void
  /** Starts the closing handshake with every client. The caller has to cut connections that stay open. */
  closeClients(): void
}

/** Serves the protocol over WebSockets: every text message is a message of the protocol as JSON. */
export function createSocketServer(options: {
  readonly bench: ServedBench
  readonly access: Access
  readonly limits: WorkbenchLimits
  readonly log: Log
  readonly refuseHost: (request: IncomingMessage) => HttpResponse | null
  readonly refuseRaw: (socket: Socket, response: HttpResponse) => void
}): SocketServer {
  const { bench, access, limits, log, refuseHost, refuseRaw } = options
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => SOCKET_PROTOCOL,
  })
  const open = new Set<WebSocket>()
  const silent = new WeakSet<WebSocket>()

  /** Drops clients that did not respond to the previous ping. */
  const heartbeat = setInterval(() => {
    for (const webSocket of open) {
      // While calls of a client wait, nothing is read from it, so its pong does not arrive either.
      if (silent.has(webSocket) && !webSocket.isPaused) {
        log({ level: 'warn', message: 'A connected client did not respond to a ping and was dropped.' })
        webSocket.terminate()
        continue
      }
      silent.add(webSocket)
      if (webSocket.readyState === webSocket.OPEN) webSocket.ping()
    }
  }, limits.heartbeatMs)
  heartbeat.unref()

  const refuse = (request: IncomingMessage): HttpResponse | null => {
    const rejection = refuseHost(request)
    if (rejection !== null) return rejection
    if (targetParts(request.url ?? '').path !== SOCKET_PATH) {
      return refusal(404, 'not_found', `There is no WebSocket at this path. Connect to ${SOCKET_PATH}.`)
    }
    if (!access.isOwnOrigin(request)) {
      return refusal(
        403,
        'unauthorized',
        'Pages of another origin may not connect to this bench. Connect from a script.',
      )
    }
    if (!access.hasTokenProtocol(request)) {
      return refusal(
        401,
        'unauthorized',
        `The token of this run is missing or wrong. Offer the subprotocols "${SOCKET_PROTOCOL}" and the token.`,
      )
    }
    if (open.size >= limits.maxClients) {
      return refusal(
        503,
        'unavailable',
        `${limits.maxClients} clients are connected, the maximum. Close one and connect again.`,
      )
    }
    return null
  }

  const serve = (webSocket: WebSocket): void => {
    open.add(webSocket)
    webSocket.on('pong', () => silent.delete(webSocket))
    // After a broken frame or an oversized message the WebSocket closes itself with the right code.
    webSocket.on('error', (error) => {
      log({ level: 'warn', message: `A connection to the workbench broke: ${error.message}` })
    })
    const stop = serveConnection(
      socketConnection(webSocket, limits, () => {
        setTimeout(() => webSocket.terminate(), limits.closeTimeoutMs).unref()
        log({
          level: 'warn',
          message: 'A client that does not read its messages was dropped. It may connect again.',
        })
      }),
      bench,
    )
    webSocket.once('close', () => {
      open.delete(webSocket)
      stop()
    })
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const refused = refuse(request)
      if (refused === null) webSockets.handleUpgrade(request, socket, head, serve)
      else refuseRaw(socket, refused)
    },
    closeClients() {
      clearInterval(heartbeat)
      for (const webSocket of open) webSocket.close(GOING_AWAY, 'Paybench ends')
    },
  }
}
