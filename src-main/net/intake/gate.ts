import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { createFraming } from './framing'

/** What stands between a connection and node's parser: message by message, and only as long as somebody keeps up with it. */
export interface Gate {
  /** The parser has read a head to its end. */
  onHead(request: IncomingMessage): void
  /** Reads on where the gate had stopped and the reason is gone. */
  reopen(): void
  /** Another protocol takes the connection over: gives back what was read behind the request, and stays out of the way. */
  release(): Buffer
}

export interface GateOptions {
  /** False: nothing more is read for now. {@link Gate.reopen} has to be called when that changes. */
  readonly mayRead: () => boolean
  /** True: whatever comes is dropped. */
  readonly isBroken: () => boolean
  /** Sees the bytes of heads, and of what is not HTTP, before the parser does. */
  readonly onHeadBytes: (bytes: Buffer) => void
}

/**
 * Takes the place of node's own `data` listener, which is there when a server reports a connection, and hands it slices. Unread
 * bytes stay in the socket, so that the other side is stopped by TCP.
 */
export function openGate(socket: Socket, { mayRead, isBroken, onHeadBytes }: GateOptions): Gate {
  const framing = createFraming()
  const parsers = socket.listeners('data')
  for (const parser of parsers) socket.off('data', parser as (chunk: Buffer) => void)
  let isStopped = false
  let isReleased = false
  let behind: Buffer = Buffer.alloc(0)

  // A response that waits to be read must end before the next request is parsed: node pauses by rules of its own then.
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
