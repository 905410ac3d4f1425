import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Passes the bytes of a connection to Node's parser message by message, and only as fast as requests are handled. */
export interface Gate {
  /** Call it when the parser has read a complete head. */
  onHead(request: IncomingMessage): void
  /** Continues to read if the gate had stopped and may read again. */
  reopen(): void
  /** Hands the connection over to another protocol and detaches. Returns the bytes that were read after the request. */
  release(): Buffer
}

export interface GateOptions {
  /** Whether more may be read now. Call {@link Gate.reopen} when this becomes true. */
  readonly mayRead: () => boolean
  /** Whether everything that arrives is to be dropped. */
  readonly isBroken: () => boolean
  /** Receives the bytes of heads, and bytes that are not HTTP, before the parser does. */
  readonly onHeadBytes: (bytes: Buffer) => void
}

/**
 * Replaces Node's own `data` listener of a new connection and passes slices of the data to it. Unread bytes stay in the
 * socket, so that TCP stops the other side.
 */
export function openGate(socket: Socket, { mayRead, isBroken, onHeadBytes }: GateOptions): Gate {
  const framing = createFraming()
  const parsers = socket.listeners('data')
  for (const parser of parsers) socket.off('data', parser as (chunk: Buffer) => void)
  let isStopped = false
  let isReleased = false
  let behind: Buffer = Buffer.alloc(0)

  // Do not parse the next request while a response waits to be read: Node would pause the socket by its own rules.
  const isOpen = (): boolean => mayRead() && !socket.writableNeedDrain

  const onData = (chunk: Buffer): void => {
    let from = 0
    while (from < chunk.byteLength && !isReleased && !socket.destroyed) {
      if (isBroken()) return
      const stops = !isOpen()
      if (stops || (from > 0 && socket.isPaused())) {
        isStopped = stops
        socket.pause()
        socket.unshift(from === 0 ? chunk : chunk.subarray(from))
        return
      }
      const isHead = framing.isInHead()
      const length = framing.next(chunk, from)
      const slice = length === chunk.byteLength ? chunk : chunk.subarray(from, from + length)
      from += length
      behind = chunk.subarray(from)
      if (isHead) onHeadBytes(slice)
      for (const parser of parsers) Reflect.apply(parser, socket, [slice])
    }
  }
  // Node resumes a connection at the end of every message.
  const onResume = (): void => {
    if (isBroken() || isOpen()) return
    isStopped = true
    socket.pause()
  }
  const reopen = (): void => {
    if (!isStopped || isReleased || socket.destroyed || !isOpen()) return
    isStopped = false
    socket.resume()
  }
  socket.on('data', onData)
  socket.on('resume', onResume)
  socket.on('drain', reopen)

  return {
    onHead: framing.onHead,
    reopen,
    release() {
      isReleased = true
      socket.off('data', onData)
      socket.off('resume', onResume)
      socket.off('drain', reopen)
      return behind
    },
  }
}

const HEAD_END = Buffer.from('\r\n\r\n', 'latin1')
const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a
/**
 * Size of a slice of a chunked body. Requests behind the body in the same slice are read too early: at most 56 of the
 * smallest.
 */
const CHUNKED_SLICE_BYTES = 1024

/**
 * Decides how many of the received bytes the parser may see at once, so that it never reads past the present message.
 *
 * Node emits every request of a chunk before anything can pause it: 64 KiB hold 3,600 of the smallest requests. After
 * an ignored `Upgrade`, it drops the rest of the chunk. To prevent both, a slice has to end where a message ends.
 */
function createFraming() {
  let chunked: IncomingMessage | null = null
  let declared: { readonly request: IncomingMessage; left: number } | null = null
  /** True while only line ends arrived since the previous message; the parser skips them. */
  let isFresh = true
  /** The last bytes of a head whose end may be split between two slices. */
  let carry = ''

  const settle = (): void => {
    if (declared !== null && (declared.left === 0 || declared.request.complete)) declared = null
    if (chunked?.complete === true) chunked = null
  }

  const headSlice = (chunk: Buffer, from: number): number => {
    let start = from
    if (isFresh) {
      while (start < chunk.byteLength && isLineEnd(chunk[start])) start += 1
      if (start === chunk.byteLength) return start - from
      isFresh = false
    } else if (carry !== '') {
      const joined = carry + chunk.toString('latin1', from, from + HEAD_END.byteLength - 1)
      const at = joined.indexOf('\r\n\r\n')
      if (at !== -1) return at + HEAD_END.byteLength - carry.length
    }
    const at = chunk.indexOf(HEAD_END, start)
    if (at !== -1) return at + HEAD_END.byteLength - from
    const seen = carry + chunk.toString('latin1', Math.max(from, chunk.byteLength - 3))
    carry = seen.slice(1 - HEAD_END.byteLength)
    return chunk.byteLength - from
  }

  return {
    /** Returns the length of the next slice of `chunk`, starting at `from`; at least 1. */
    next(chunk: Buffer, from: number): number {
      settle()
      if (declared !== null) {
        const length = Math.min(declared.left, chunk.byteLength - from)
        declared.left -= length
        return length
      }
      if (chunked !== null) {
        const smallest = chunked.headers.upgrade === undefined ? CHUNKED_SLICE_BYTES : 0
        const at = chunk.indexOf(HEAD_END, from + smallest)
        return (at === -1 ? chunk.byteLength : at + HEAD_END.byteLength) - from
      }
      return headSlice(chunk, from)
    },
    /** Call it when the parser has read a complete head. */
    onHead(request: IncomingMessage): void {
      isFresh = true
      carry = ''
      const { 'transfer-encoding': coding, 'content-length': length } = request.headers
      chunked = coding === undefined ? null : request
      const left = Number(length ?? 0)
      declared = coding === undefined && left > 0 ? { request, left } : null
    },
    /** True before the first byte of a message, and while its start line and header fields arrive. */
    isInHead(): boolean {
      settle()
      return declared === null && chunked === null
    },
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === CARRIAGE_RETURN || byte === LINE_FEED
}
