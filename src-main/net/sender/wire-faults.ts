import type { WireFaults } from '#domain/fault/kind'

const MAX_TRICKLE_MS = 60_000
const TRICKLE_STEP_MS = 20
const FEW_BYTES = 32

export interface WireMessage {
  readonly head: Uint8Array
  readonly body: Uint8Array
  readonly trickleMs: number
}

/** Applies the faults to a message; without faults it stays unchanged. */
export function messageOnWire(head: Uint8Array, body: Uint8Array, faults: WireFaults | null): WireMessage {
  if (faults === null) return { head, body, trickleMs: 0 }
  const { http10 = false, chunkBytes, bytesPerSecond } = faults
  const framed = chunkBytes === undefined ? body : inChunks(body, chunkBytes)
  const trickleMs =
    bytesPerSecond === undefined ? 0 : Math.min((framed.byteLength / bytesPerSecond) * 1000, MAX_TRICKLE_MS)
  return {
    head: http10 || chunkBytes !== undefined ? rewrittenHead(head, http10, chunkBytes !== undefined) : head,
    body: framed,
    trickleMs,
  }
}

/**
 * Encodes a body in chunks (RFC 9112 7.1) without extensions or trailers. There may be as many chunks as bytes,
 * so the total size is computed first and everything is written into one buffer.
 */
function inChunks(body: Uint8Array, chunkBytes: number): Uint8Array {
  const size = (bytes: number): Buffer => Buffer.from(`${bytes.toString(16)}\r\n`)
  const source = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const end = Buffer.from('0\r\n\r\n')
  const wholeChunks = Math.floor(body.byteLength / chunkBytes)
  const rest = body.byteLength % chunkBytes
  const wholeSize = size(chunkBytes)
  const restSize = size(rest)
  const framed = Buffer.allocUnsafe(
    wholeChunks * (wholeSize.length + chunkBytes + 2) +
      (rest === 0 ? 0 : restSize.length + rest + 2) +
      end.length,
  )
  let at = 0
  // Copying a few bytes one by one is faster than a call: there may be millions of chunks.
  const copy = (from: Buffer, start: number, bytes: number): void => {
    if (bytes > FEW_BYTES) from.copy(framed, at, start, start + bytes)
    else for (let n = 0; n < bytes; n += 1) framed[at + n] = from[start + n] ?? 0
    at += bytes
  }
  const write = (prefix: Buffer, start: number, bytes: number): void => {
    copy(prefix, 0, prefix.length)
    copy(source, start, bytes)
    framed[at] = 0x0d
    framed[at + 1] = 0x0a
    at += 2
  }
  for (let chunk = 0; chunk < wholeChunks; chunk += 1) write(wholeSize, chunk * chunkBytes, chunkBytes)
  if (rest > 0) write(restSize, wholeChunks * chunkBytes, rest)
  end.copy(framed, at)
  return framed
}

/** Changes the version if `http10`, and `Content-Length` to `Transfer-Encoding` if `chunked`; changes no other byte. */
function rewrittenHead(head: Uint8Array, http10: boolean, chunked: boolean): Uint8Array {
  const [start = '', ...fields] = Buffer.from(head).toString('latin1').split('\r\n')
  const isLength = (field: string): boolean => /^content-length:/i.test(field)
  const at = fields.findIndex(isLength)
  const framing = 'Transfer-Encoding: chunked'
  const framed = !chunked
    ? fields
    : at < 0
      ? [framing, ...fields]
      : fields.flatMap((field, index) => (index === at ? [framing] : isLength(field) ? [] : [field]))
  const line = http10 ? start.replace(/HTTP\/1\.1$/, 'HTTP/1.0') : start
  return new Uint8Array(Buffer.from([line, ...framed].join('\r\n'), 'latin1'))
}

interface Writable {
  write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown
  end(done: () => void): unknown
}

/** Records every byte that was handed to the connection. */
export interface Writing {
  readonly written: () => Uint8Array
  stop(): void
}

/**
 * @param events `onAll`: everything was handed over; `onEnded`: called instead if a fault ends the connection,
 * with the number of bytes written
 */
export function writeMessage(
  connection: Writable,
  message: WireMessage,
  faults: WireFaults | null,
  events: { readonly onAll: () => void; readonly onEnded: (bytes: number) => void },
): Writing {
  const whole = Buffer.concat([message.head, message.body])
  const limit = Math.min(whole.byteLength, faults?.cutAfterBytes ?? whole.byteLength)
  const ends = faults?.cutAfterBytes !== undefined || faults?.closeBeforeAnswer === true
  let handedOver = 0
  let timer: NodeJS.Timeout | undefined

  const finish = (): void => {
    if (!ends) events.onAll()
    else {
      connection.end(() => {
        events.onEnded(handedOver)
      })
    }
  }
  const writeUpTo = (end: number, then: () => void): void => {
    const part = whole.subarray(handedOver, end)
    handedOver = end
    connection.write(part, (error) => {
      if (error === undefined || error === null) then()
    })
  }

  if (message.trickleMs === 0 || limit <= message.head.byteLength) {
    if (limit === 0) finish()
    else writeUpTo(limit, finish)
  } else {
    const startedAt = performance.now()
    const speed = message.body.byteLength / message.trickleMs
    const step = (): void => {
      const due = message.head.byteLength + Math.floor((performance.now() - startedAt) * speed)
      const end = Math.min(limit, due)
      if (end >= limit) {
        if (handedOver < limit) writeUpTo(limit, finish)
        else finish()
        return
      }
      const scheduleNext = (): void => {
        timer = setTimeout(step, TRICKLE_STEP_MS)
      }
      if (end > handedOver) writeUpTo(end, scheduleNext)
      else scheduleNext()
    }
    writeUpTo(message.head.byteLength, step)
  }

  return {
    written: () => new Uint8Array(whole.subarray(0, handedOver)),
    stop: () => {
      clearTimeout(timer)
    },
  }
}
