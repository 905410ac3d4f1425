import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/**
 * Settles after `ms` of real time, or at once when the connection ends before. A client that ends its side meanwhile has left:
 * nobody waits deliberately for a response that comes late, and leaves the connection half open for it.
 */
export function pause(socket: Socket, ms: number): Promise<void> {
  if (ms <= 0 || socket.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const leave = (): void => {
      socket.destroy()
    }
    const end = (): void => {
      clearTimeout(timer)
      socket.off('close', end)
      socket.off('end', leave)
      resolve()
    }
    const timer = setTimeout(end, ms)
    socket.once('close', end)
    if (socket.readableEnded) leave()
    else socket.once('end', leave)
  })
}

/** Keeps the connection open without a word until the other side ends it, then runs `task`. */
export function untilPeerEnds(socket: Socket, task: () => void): void {
  if (socket.destroyed) {
    task()
    return
  }
  socket.once('close', task)
  if (socket.readableEnded) socket.destroy()
  else socket.once('end', () => socket.destroy())
}

/** Ends the connection with a reset, so that the other side sees an error and no orderly end. */
export function resetConnection(socket: Socket): void {
  // Under TLS only the transport can be reset.
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
