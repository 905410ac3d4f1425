import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Settles after `ms` of real time, or at once when the connection ends before. */
export function pause(socket: Socket, ms: number): Promise<void> {
  if (ms <= 0 || socket.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      socket.off('close', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    socket.once('close', end)
  })
}

/** Ends the connection with a reset, so that the other side sees an error and no orderly end. */
export function resetConnection(socket: Socket): void {
  // Under TLS only the transport can be reset.
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
