import { execFile } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect as connectTls } from 'node:tls'

/** Many connections that behave badly. */
export interface Crowd {
  readonly sockets: readonly Socket[]
  readonly closed: () => number
  end(): void
}

/** Opens `count` connections, a few at a time, and lets each of them misbehave. */
export async function crowd(
  count: number,
  url: string,
  behave: (socket: Socket, n: number) => void,
): Promise<Crowd> {
  const sockets: Socket[] = []
  let closed = 0
  const open = (n: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
      // Paybench may reset the connection.
      socket.on('error', () => undefined)
      socket.once('close', () => {
        closed += 1
        resolve()
      })
      socket.once('connect', () => {
        behave(socket, n)
        resolve()
      })
      sockets.push(socket)
    })
  const AT_ONCE = 50
  for (let n = 0; n < count; n += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, more) => open(n + more)))
  }
  return {
    sockets,
    closed: () => closed,
    end() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

export const slowHead = (socket: Socket): void => {
  socket.write('POST /slow HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
}

export const slowBody = (socket: Socket): void => {
  socket.write('POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{"general"')
}

/** Sends the first bytes of a TLS hello, and no more. */
export const slowHandshake = (socket: Socket): void => {
  socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]))
}

/** Requests a file and never reads it. */
export const slowReader = (socket: Socket): void => {
  socket.pause()
  socket.write('GET /shared/merchant.js HTTP/1.1\r\nHost: localhost\r\n\r\n')
}

/** Writes requests as long as they are accepted, and reads nothing. */
export const pipelines =
  (target: string) =>
  (socket: Socket): void => {
    const requests = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(1500), 'latin1')
    socket.pause()
    const go = (): void => {
      while (!socket.destroyed && socket.write(requests)) {
        if (socket.writableLength > requests.byteLength) return
      }
    }
    socket.on('drain', go)
    go()
  }

/** Sends a request over TLS, to show that handshakes still succeed; resolves with the start of the response. */
export function askOverTls(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port: Number(new URL(url).port), host: '127.0.0.1', ca })
    socket.once('error', reject)
    socket.once('data', (bytes: Buffer) => {
      resolve(bytes.toString('latin1').slice(0, 12))
      socket.destroy()
    })
    socket.write('GET /tls HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  })
}

/** How long small requests from another process took, in milliseconds. */
export interface Latencies {
  readonly count: number
  readonly failed: number
  readonly median: number
  readonly p95: number
  readonly max: number
}

export async function probe(url: string, seconds: number): Promise<Latencies> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'crowd-probe.mjs'),
    url,
    String(seconds),
  ])
  return JSON.parse(stdout) as Latencies
}
