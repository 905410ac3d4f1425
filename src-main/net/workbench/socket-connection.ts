import type { RawData, WebSocket } from 'ws'
import type { Connection } from '#protocol/connection'
import type { ServerMessage } from '#protocol/protocol'
import { parseJsonBytes } from '#lib/json/parse'
import type { WorkbenchLimits } from './limits'

/** Close code for a client that leaves too much unread. It may connect again and resume. */
const UNREAD_CLOSE_CODE = 4008

/**
 * Creates the bench's end of a connection over a WebSocket. Responds with an error to a message that is not JSON text,
 * and continues. Closes the connection once `maxUnreadBytes` wait for the client: events are not kept for clients that
 * do not read.
 *
 * Every message of a client gets exactly one response (result, error or `subscribed`). While `maxCallsInFlight`
 * responses are pending, or their messages fill `maxMessageBytes`, further messages wait and nothing more is read.
 * @param onUnread called when the connection is closed because of unread bytes
 */
export function socketConnection(
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
