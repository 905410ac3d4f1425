import { createServer, type Server, type Socket } from 'node:net'
import { listening } from '#core/testing/listening'

/** A TCP server for tests that keeps the bytes of its last connection and leaves the response to the test. */
export interface RawReceiver {
  readonly url: string
  readonly port: number
  /** Everything that arrived on the last connection. */
  readonly received: () => Buffer
  close(): Promise<void>
}

/** Whenever bytes arrive, calls `onData` with the connection and everything received on it so far. */
export async function openRawReceiver(
  onData: (socket: Socket, received: Buffer) => void,
  server: Server = createServer(),
  event: 'connection' | 'secureConnection' = 'connection',
): Promise<RawReceiver> {
  let last = Buffer.alloc(0)
  server.on(event, (socket: Socket) => {
    const chunks: Buffer[] = []
    last = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      last = Buffer.concat(chunks)
      onData(socket, last)
    })
  })
  const { port, close } = await listening(server)
  return {
    url: `${event === 'connection' ? 'http' : 'https'}://127.0.0.1:${port}/cb`,
    port,
    received: () => last,
    close,
  }
}

/** True once the head and the announced body of a request have arrived. */
export function isWhole(received: Buffer): boolean {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.subarray(0, end).toString('latin1'))
  return received.length >= end + 4 + Number(length?.[1] ?? 0)
}
