import type { RawData, WebSocket } from 'ws'
import type { Line } from '../../contract/line'
import type { ServerMessage } from '../../contract/protocol'
import { parseJsonBytes } from '../../core/json/parse'

/** Close code for a client that leaves too much unread; after reading on it may connect again and resume. */
export const UNREAD_CLOSE_CODE = 4008

/**
 * The bench's end of a line over a WebSocket. What is no JSON text gets an error and the line goes on. Once
 * `maxUnreadBytes` wait for the client, the line is closed: events are not kept for those who never fetch them.
 */
export function socketLine(webSocket: WebSocket, maxUnreadBytes: number, onUnread: () => void): Line {
  const send = (message: unknown): void => {
    if (webSocket.readyState !== webSocket.OPEN) return
    if (webSocket.bufferedAmount > maxUnreadBytes) {
      onUnread()
      webSocket.close(UNREAD_CLOSE_CODE, 'too much unread; connect again and resume')
      return
    }
    webSocket.send(JSON.stringify(message))
  }
  const complain = (message: string): void => {
    send({ type: 'error', id: null, error: { code: 'invalid_params', message } } satisfies ServerMessage)
  }
  return {
    send,
    onMessage(listener) {
      const onMessage = (frame: RawData, isBinary: boolean): void => {
        if (isBinary) {
          complain('Messages are JSON text, not binary.')
          return
        }
        const json = parseJsonBytes(bytesOf(frame))
        if (json.ok) listener(json.plain)
        else complain(json.message)
      }
      webSocket.on('message', onMessage)
      return () => webSocket.off('message', onMessage)
    },
  }
}

function bytesOf(frame: RawData): Uint8Array {
  if (Array.isArray(frame)) return Buffer.concat(frame)
  return frame instanceof ArrayBuffer ? new Uint8Array(frame) : frame
}
