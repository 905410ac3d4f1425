import { createServer, type Server, type Socket } from 'node:net'
import { listening } from '#core/testing/listening'

/** A TCP server for tests that keeps the bytes of its connections and leaves the response to the test. */
export interface RawReceiver {
  readonly url: string
  readonly port: number
  /** Everything that arrived on the last connection. */
  readonly received: () => Buffer
  /** Settles when `wanted` connections have ended, with the bytes of each ended connection. */
  ended(wanted: number): Promise<readonly Buffer[]>
  close(): Promise<void>
}

/** Whenever bytes arrive, calls `onData` with the connection and everything received on it so far. */
export async function openRawReceiver(
  onData: (socket: Socket, received: Buffer) => void,
  server: Server = createServer(),
  event: 'connection' | 'secureConnection' = 'connection',
): Promise<RawReceiver> {
  let last = Buffer.alloc(0)
  const ended: Buffer[] = []
  let look: () => void = () => undefined
  server.on(event, (socket: Socket) => {
    const chunks: Buffer[] = []
    last = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      last = Buffer.concat(chunks)
      onData(socket, last)
    })
    socket.once('close', () => {
      ended.push(Buffer.concat(chunks))
      look()
    })
  })
  const { port, close } = await listening(server)
  return {
    url: `${event === 'connection' ? 'http' : 'https'}://127.0.0.1:${port}/cb`,
    port,
    received: () => last,
    ended: (wanted) =>
      new Promise((resolve) => {
        look = () => {
          if (ended.length >= wanted) resolve(ended)
        }
        look()
      }),
    close,
  }
}

/** True once the head and the body of a request have arrived. */
export function isWhole(received: Buffer): boolean {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = received.subarray(0, end).toString('latin1')
  if (/transfer-encoding/i.test(head)) return received.subarray(-5).toString('latin1') === '0\r\n\r\n'
  return received.length >= end + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
}
