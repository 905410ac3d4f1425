import { WebSocket } from 'ws'
import { parseJson } from '#lib/json/parse'
import { type Connection, SOCKET_PATH, SOCKET_PROTOCOL } from '#protocol/connection'

/** A client's end of a connection over a real WebSocket. */
export interface SocketClient {
  readonly connection: Connection
  readonly webSocket: WebSocket
  /** Settles with the close code when the connection is gone. */
  readonly closed: Promise<number>
}

/** Connects; rejects if the handshake is refused, with the status in the message. */
export function openSocketClient(
  workbench: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<SocketClient> {
  const webSocket = new WebSocket(
    `${workbench.replace(/^http/, 'ws')}${SOCKET_PATH}`,
    [SOCKET_PROTOCOL, token],
    {
      headers,
    },
  )
  const listeners = new Set<(message: unknown) => void>()
  webSocket.on('message', (frame) => {
    const json = parseJson(textOf(frame))
    if (!json.ok) throw new Error(json.message)
    for (const listener of [...listeners]) listener(json.plain)
  })
  const closed = new Promise<number>((resolve) => {
    webSocket.once('close', resolve)
  })
  const connection: Connection = {
    send: (message) => {
      webSocket.send(JSON.stringify(message))
    },
    onMessage(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return new Promise((resolve, reject) => {
    webSocket.once('error', reject)
    webSocket.once('open', () => {
      resolve({ connection, webSocket, closed })
    })
  })
}

function textOf(frame: WebSocket.RawData): string {
  if (Array.isArray(frame)) return Buffer.concat(frame).toString('utf8')
  return Buffer.from(frame instanceof ArrayBuffer ? new Uint8Array(frame) : frame).toString('utf8')
}
