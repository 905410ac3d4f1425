import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { SOCKET_PATH, SOCKET_PROTOCOL } from '../../protocol/connection'
import { serveConnection, type ServedBench } from '../../protocol/server'
import type { Log } from '../log'
import type { HttpResponse } from '../../lib/http-message/message'
import type { Access } from './access'
import type { WorkbenchLimits } from './limits'
import { refusal } from './refusal'
import { socketConnection } from './socket-connection'
import { targetParts } from './target'

/** RFC 6455 7.4.1: the bench ends. */
const GOING_AWAY = 1001

export interface SocketServer {
  /** Takes over a connection that asks for a WebSocket, or refuses it. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void
  /** Announces the end of the bench to every client; connections that stay open have to be cut off. */
  sayGoodbye(): void
}

/** Serves the contract over WebSockets: a text message is a message of the contract as JSON. */
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

  /** Who has not answered since the last time is gone, or does not read. */
  const heartbeat = setInterval(() => {
    for (const webSocket of open) {
      // While its calls wait we do not read, its sign of life included.
      if (silent.has(webSocket) && !webSocket.isPaused) {
        log({ level: 'warn', message: 'A connected client showed no life and was dropped.' })
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
      return refusal(404, 'not_found', `There is no WebSocket here; it is at ${SOCKET_PATH}.`)
    }
    if (!access.isOwnOrigin(request)) {
      return refusal(403, 'unauthorized', 'Pages of another origin may not connect to this bench.')
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
        `${limits.maxClients} clients are connected, as many as can be. Close one and connect again.`,
      )
    }
    return null
  }

  const serve = (webSocket: WebSocket): void => {
    open.add(webSocket)
    webSocket.on('pong', () => silent.delete(webSocket))
    // Broken frames and oversized messages: the WebSocket closes itself with the fitting code.
    webSocket.on('error', (error) => {
      log({ level: 'warn', message: `A connection to the workbench broke: ${error.message}` })
    })
    const stop = serveConnection(
      socketConnection(webSocket, limits, () => {
        setTimeout(() => webSocket.terminate(), limits.closeTimeoutMs).unref()
        log({
          level: 'warn',
          message: 'A client that does not read its messages was dropped. It may come back.',
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
    sayGoodbye() {
      clearInterval(heartbeat)
      for (const webSocket of open) webSocket.close(GOING_AWAY, 'Paybench ends')
    },
  }
}
