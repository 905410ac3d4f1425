import { createServer } from 'node:net'
import { listening } from '#core/testing/listening'

/** A TCP listener that knows just enough HTTP to respond; it keeps the bytes of every connection by request path. */
export interface RawListener {
  readonly url: string
  readonly byPath: ReadonlyMap<string, readonly Buffer[]>
  /** Settles when `wanted` connections have ended. */
  ended(wanted: number): Promise<void>
  close(): Promise<void>
}

export async function openRawListener(): Promise<RawListener> {
  const byPath = new Map<string, Buffer[]>()
  let count = 0
  let look: () => void = () => undefined
  const server = createServer((socket) => {
    const chunks: Buffer[] = []
    let size = 0
    let wanted = Number.POSITIVE_INFINITY
    let responded = false
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      size += chunk.length
      if (wanted === Number.POSITIVE_INFINITY) wanted = lengthOf(Buffer.concat(chunks))
      const chunkedEnd = wanted < 0 && Buffer.concat(chunks).subarray(-5).toString('latin1') === '0\r\n\r\n'
      if (!responded && (chunkedEnd || (wanted >= 0 && size >= wanted))) {
        responded = true
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      }
    })
    socket.once('close', () => {
      const bytes = Buffer.concat(chunks)
      const path = /^\S+ (\S+)/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1] ?? ''
      byPath.set(path, [...(byPath.get(path) ?? []), bytes])
      count += 1
      look()
    })
  })
  const { url, close } = await listening(server)
  return {
    url,
    byPath,
    ended: (wanted) =>
      new Promise((resolve) => {
        look = () => {
          if (count >= wanted) resolve()
        }
        look()
      }),
    close,
  }
}

/** Length of the message in bytes; infinite until its head is complete, negative if it is chunked. */
function lengthOf(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return Number.POSITIVE_INFINITY
  const head = bytes.subarray(0, end).toString('latin1')
  if (/transfer-encoding/i.test(head)) return -1
  return end + 4 + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
}
