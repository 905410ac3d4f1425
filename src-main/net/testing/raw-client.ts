import { connect, type Socket } from 'node:net'

/** A TCP client for tests that writes any bytes and keeps every byte that comes back. */
export interface RawClient {
  readonly socket: Socket
  /** Writes text (latin1) or bytes as they are. */
  write(bytes: string | Uint8Array): void
  /** Everything received so far, as latin1. */
  readonly received: () => string
  /** Resolves when `pattern` has been received; rejects if the connection closes first. */
  until(pattern: RegExp | string): Promise<string>
  /** Resolves with everything received when either side closes the connection. */
  readonly closed: Promise<string>
}

export function rawClient(port: number, host = '127.0.0.1'): RawClient {
  const socket = connect({ port, host })
  let received = ''
  let closedFlag = false
  const watchers = new Set<() => void>()
  const notify = (): void => {
    for (const watcher of [...watchers]) watcher()
  }
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
    notify()
  })
  // A reset is one of the ways in which a listener may end a hostile connection.
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      closedFlag = true
      notify()
      resolve(received)
    })
  })
  return {
    socket,
    write: (bytes) => {
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    },
    received: () => received,
    closed,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = typeof pattern === 'string' ? received.includes(pattern) : pattern.test(received)
          if (!found && !closedFlag) return
          watchers.delete(look)
          if (found) resolve(received)
          else reject(new Error(`Closed without ${String(pattern)}. Received: ${received.slice(0, 500)}`))
        }
        watchers.add(look)
        look()
      }),
  }
}

/** The bytes of a request that ends its connection: fetch would set or refuse some of its fields. */
export const rawRequest = (
  line: string,
  body = '',
  fields: readonly string[] = ['Host: localhost'],
): string =>
  [`${line} HTTP/1.1`, ...fields, 'Connection: close', `Content-Length: ${body.length}`, '', body].join(
    '\r\n',
  )

/** Sends bytes on a new connection to a port, or to the port of a URL, and waits until it is closed. */
export async function talk(to: number | string, bytes: string | Uint8Array): Promise<string> {
  const client = rawClient(typeof to === 'number' ? to : Number(new URL(to).port))
  client.write(bytes)
  return client.closed
}
