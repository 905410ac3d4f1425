import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { type Connection, SOCKET_PATH, SOCKET_PROTOCOL } from '#protocol/connection'
import { serveConnection, type ServedBench } from '#protocol/server'
import type { Log } from '#net/listener'
import type { HttpResponse } from '#lib/http-message/message'
import type { ServerMessage } from '#protocol/protocol'
import { parseJsonBytes } from '#lib/json/parse'
import type { Access, WorkbenchLimits } from './access'
import { refusal, targetParts } from './respond'

const GOING_AWAY = 1001

/** Serves the protocol over WebSockets: every text message is a message of the protocol as JSON. */
export function createSocketServer(options: {
  readonly bench: ServedBench
  readonly access: Access
  readonly limits: WorkbenchLimits
  readonly log: Log
}) {
  const { bench, access, limits, log } = options
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => SOCKET_PROTOCOL,
  })
  const open = new Set<WebSocket>()
  const silent = new WeakSet<WebSocket>()

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
    if (targetParts(request.url ?? '').path !== SOCKET_PATH) {
      return refusal(404, 'not_found', `There is no WebSocket at this path. Connect to ${SOCKET_PATH}.`)
    }
    if (!access.isOwnOrigin(request)) {
      return refusal(
        403,
        'unauthorized',
        'Pages of another origin may not connect to Paybench. Connect from a script.',
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
    upgrade(
      request: IncomingMessage,
      socket: Socket,
      head: Buffer,
      refuseWith: (response: HttpResponse) => void,
    ): void {
      const refused = refuse(request)
      if (refused === null) webSockets.handleUpgrade(request, socket, head, serve)
      else refuseWith(refused)
    },
    /** Starts the closing handshake with every client. The caller has to cut connections that stay open. */
    closeClients(): void {
      clearInterval(heartbeat)
      for (const webSocket of open) webSocket.close(GOING_AWAY, 'Paybench ends')
    },
  }
}

const UNREAD_CLOSE_CODE = 4008

/**
 * Our end of a WebSocket. Responds with an error to a message that is not JSON text, and continues. Closes the
 * connection once more than `maxUnreadBytes` wait for the client: events are not kept for clients that do not read.
 *
 * Every message of a client gets exactly one response (result, error or `subscribed`). While `maxCallsInFlight`
 * responses are pending, or their messages fill `maxMessageBytes`, nothing more is read.
 * @param onUnread called when the connection is closed because of unread bytes
 */
function socketConnection(
  webSocket: WebSocket,
  limits: Pick<WorkbenchLimits, 'maxUnreadBytes' | 'maxCallsInFlight' | 'maxMessageBytes'>,
  onUnread: () => void,
): Connection {
  const waiting: { readonly bytes: Uint8Array; readonly isBinary: boolean }[] = []
  const owed: number[] = []
  let owedBytes = 0
  let listener: ((message: unknown) => void) | null = null
  let isReceiving = false

  const send = (message: unknown): void => {
    if (isResponse(message)) {
      owedBytes -= owed.shift() ?? 0
      queueMicrotask(receive)
    }
    if (webSocket.readyState !== webSocket.OPEN) return
    if (webSocket.bufferedAmount > limits.maxUnreadBytes) {
      onUnread()
      webSocket.close(UNREAD_CLOSE_CODE, 'too much unread; connect again and resume')
      return
    }
    webSocket.send(JSON.stringify(message))
  }
  const sendError = (message: string): void => {
    send({ type: 'error', id: null, error: { code: 'invalid_params', message } } satisfies ServerMessage)
  }
  const hasRoom = (bytes: number): boolean =>
    owed.length === 0 ||
    (owed.length < limits.maxCallsInFlight && owedBytes + bytes <= limits.maxMessageBytes)

  const receive = (): void => {
    if (isReceiving) return
    isReceiving = true
    while (listener !== null) {
      const [next] = waiting
      if (next === undefined || !hasRoom(next.bytes.byteLength)) break
      waiting.shift()
      owed.push(next.bytes.byteLength)
      owedBytes += next.bytes.byteLength
      const json = next.isBinary ? null : parseJsonBytes(next.bytes)
      if (json === null) sendError('The message is binary. Send messages as JSON text.')
      else if (json.ok) listener(json.plain)
      else sendError(json.message)
    }
    isReceiving = false
    if (webSocket.readyState !== webSocket.OPEN) return
    if (waiting.length > 0) webSocket.pause()
    else if (webSocket.isPaused) webSocket.resume()
  }
  return {
    send,
    onMessage(given) {
      listener = given
      const onMessage = (frame: RawData, isBinary: boolean): void => {
        waiting.push({ bytes: bytesOf(frame), isBinary })
        receive()
      }
      webSocket.on('message', onMessage)
      return () => {
        listener = null
        webSocket.off('message', onMessage)
      }
    },
  }
}

function isResponse(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false
  return message.type === 'result' || message.type === 'error' || message.type === 'subscribed'
}

function bytesOf(frame: RawData): Uint8Array {
  if (Array.isArray(frame)) return Buffer.concat(frame)
  return frame instanceof ArrayBuffer ? new Uint8Array(frame) : frame
}
