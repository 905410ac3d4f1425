import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/**
 * Settles after `ms` of real time, or when the connection ends before that. Closes the connection where the client ends
 * its side meanwhile: no client closes its side on purpose and waits for a delayed response.
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

/** Keeps the connection open without a response until the other side ends it, then runs `task`. */
export function untilPeerEnds(socket: Socket, task: () => void): void {
  if (socket.destroyed) {
    task()
    return
  }
  socket.once('close', task)
  if (socket.readableEnded) socket.destroy()
  else socket.once('end', () => socket.destroy())
}

/** Resets the connection, so that the other side gets an error instead of an orderly end. */
export function resetConnection(socket: Socket): void {
  // Under TLS only the transport can be reset.
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
