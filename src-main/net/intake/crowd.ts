import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../log'

/** The connections of one server, least recently used first. */
export interface Crowd {
  /** Marks a connection as just used: its response is finished, and it waits for its next request from now on. */
  served(transport: Socket): void
  /** Ends every connection, TLS handshakes included. */
  endAll(): void
}

export interface CrowdOptions {
  readonly maxConnections: number
  readonly log: Log
  /** Whether a complete request of this connection waits for its response. */
  readonly isOwed: (transport: Socket) => boolean
  /** Closes a connection to make room for another one. */
  readonly close: (transport: Socket, note: string) => void
}

/** Number of connections to close where the system has no file descriptor left. */
const CLOSED_WITHOUT_DESCRIPTORS = 16
const LOGGED_EVERY_MS = 10_000

/**
 * Limits the connections of a server. A new connection is always accepted: it replaces the one that has waited longest
 * without a complete request, whether that is idle, slow or in a TLS handshake. Where the system has no file descriptor
 * left, a few connections are closed in the same order.
 */
export function boundConnections(server: Server, options: CrowdOptions): Crowd {
  const { maxConnections, log, isOwed, close } = options
  const transports = new Set<Socket>()
  let loggedAt = Number.NEGATIVE_INFINITY

  const warn = (message: string, error?: unknown): void => {
    const now = performance.now()
    if (now - loggedAt < LOGGED_EVERY_MS) return
    loggedAt = now
    log({ level: 'warn', message, ...(error === undefined ? {} : { error }) })
  }
  const makeRoom = (note: string): void => {
    let longest: Socket | null = null
    for (const transport of transports) {
      longest ??= transport
      if (isOwed(transport)) continue
      longest = transport
      break
    }
    if (longest === null) return
    transports.delete(longest)
    close(longest, note)
  }

  server.on('connection', (transport: Socket) => {
    transports.add(transport)
    transport.once('close', () => transports.delete(transport))
    if (transports.size <= maxConnections) return
    const note = `Closed by the bench: more than ${maxConnections} connections were open, and this one had waited longest.`
    warn(
      `A listener reached its maximum of ${maxConnections} connections. Connections that wait longest without a request are closed.`,
    )
    makeRoom(note)
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (!server.listening) return
    warn(
      'A connection could not be accepted. Connections that wait longest without a request are closed.',
      error,
    )
    const note = `Closed by the bench: the system could not open another connection (${error.code ?? error.message}).`
    for (let n = 0; n < CLOSED_WITHOUT_DESCRIPTORS; n += 1) makeRoom(note)
  })

  return {
    served(transport) {
      if (!transports.delete(transport)) return
      transports.add(transport)
    },
    endAll() {
      for (const transport of transports) transport.destroy()
    },
  }
}
