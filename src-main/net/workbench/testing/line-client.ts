import { WebSocket } from 'ws'
import type { Line } from '../../../protocol/connection'
import { parseJson } from '../../../lib/json/parse'
import { LINE_PROTOCOL } from '../access'
import { LINE_PATH } from '../line-server'

/** A client's end of a line over a real WebSocket. */
export interface LineClient {
  readonly line: Line
  readonly webSocket: WebSocket
  /** Settles with the close code when the connection is gone. */
  readonly closed: Promise<number>
}

/** Connects; rejects where the handshake is refused, with the status in the message. */
export function openLine(
  workbench: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<LineClient> {
  const webSocket = new WebSocket(`${workbench.replace(/^http/, 'ws')}${LINE_PATH}`, [LINE_PROTOCOL, token], {
    headers,
  })
  const listeners = new Set<(message: unknown) => void>()
  webSocket.on('message', (frame) => {
    const json = parseJson(textOf(frame))
    if (!json.ok) throw new Error(json.message)
    for (const listener of [...listeners]) listener(json.plain)
  })
  const closed = new Promise<number>((resolve) => {
    webSocket.once('close', resolve)
  })
  const line: Line = {
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
      resolve({ line, webSocket, closed })
    })
  })
}

function textOf(frame: WebSocket.RawData): string {
  if (Array.isArray(frame)) return Buffer.concat(frame).toString('utf8')
  return Buffer.from(frame instanceof ArrayBuffer ? new Uint8Array(frame) : frame).toString('utf8')
}
