import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** A request that arrived, byte for byte. */
export interface Received {
  /** Start line, header fields and body as one text. */
  readonly raw: string
  readonly body: string
}

/** A merchant's callback address that keeps exactly what it got and answers as the test says. */
export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** HTTP status of every answer from now on. */
  answerWith(status: number): void
  /** Leaves requests without an answer until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

const HEAD_END = '\r\n\r\n'

/** Splits off the first whole request; null while it is not all there. */
function firstRequest(bytes: Buffer): { readonly request: Received; readonly rest: Buffer } | null {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const head = bytes.subarray(0, headEnd).toString('latin1')
  const length = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0)
  const end = headEnd + HEAD_END.length + length
  if (bytes.length < end) return null
  const raw = bytes.subarray(0, end).toString('utf8')
  const body = bytes.subarray(headEnd + HEAD_END.length, end).toString('utf8')
  return { request: { raw, body }, rest: bytes.subarray(end) }
}

/** Certificate and private key, PEM. */
interface Certificate {
  readonly certPem: string
  readonly keyPem: string
}

/** Listens on a free loopback port, with TLS where it gets a certificate. It reads the socket itself: a server of Node would hide the exact bytes. */
export async function openReceiver(tls?: Certificate): Promise<Receiver> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let status = 200
  let released: Promise<void> = Promise.resolve()

  const answer = async (socket: Socket): Promise<void> => {
    await released
    const body = status === 200 ? 'OK' : `refused with ${status}`
    socket.write(
      `HTTP/1.1 ${status} Answer\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  }
  const take = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let pending: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk])
      for (let next = firstRequest(pending); next !== null; next = firstRequest(pending)) {
        pending = next.rest
        received.push(next.request)
        void answer(socket)
      }
    })
  }
  const server =
    tls === undefined ? createServer(take) : createTlsServer({ cert: tls.certPem, key: tls.keyPem }, take)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/shop/callbacks`,
    received,
    answerWith(next) {
      status = next
    },
    hold() {
      let release = (): void => undefined
      released = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        for (const socket of sockets) socket.destroy()
      }),
  }
}
