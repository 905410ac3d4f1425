import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { createFraming } from './framing'

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
