import type { Socket } from 'node:net'
import type { Server } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { BodyReading } from './body'
import { createByteTail, type ByteTail } from './byte-tail'

/** What is going on on one connection; changed by the listener as events come in. */
export interface Connection {
  readonly socket: Socket
  readonly remoteAddress: string
  readonly remotePort: number
  readonly tlsVersion: string | null
  /** Bytes since the last message boundary. */
  readonly tail: ByteTail
  /** The body on its way in, if any. */
  reading: BodyReading | null
  /** Requests on this connection that still wait for the end of their reply. */
  openReplies: number
  /** Set once something unreadable came: nothing after it is looked at. */
  broken: boolean
  /** Run once when the last open reply is through. */
  onQuiet: (() => void) | null
}

/** Bytes kept of something that may turn out to be unreadable. */
const KEPT_BYTES = 64 * 1024

/** All connections of one server. */
export interface Connections {
  /** The state of a connection; made on first sight. */
  of(socket: Socket): Connection
  /** Runs `task` when every reply on the connection is through, at once where none is open. */
  whenQuiet(connection: Connection, task: () => void): void
  /** Counts one more open reply; the returned function ends it. */
  openReply(connection: Connection): () => void
  /** Ends every connection on which nothing is being read or answered. */
  endQuiet(): void
  /** Ends every connection, TLS handshakes included. */
  endAll(): void
}

/**
 * Follows the connections of a server. The bytes of each are seen before the parser sees them, because what the
 * parser rejects or never completes would be lost otherwise.
 */
export function followConnections(server: Server, speaksTls: boolean): Connections {
  const transports = new Set<Socket>()
  const connections = new Map<Socket, Connection>()

  const of = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const connection: Connection = {
      socket,
      // They are read now: a closed socket no longer knows them.
      remoteAddress: socket.remoteAddress ?? '',
      remotePort: socket.remotePort ?? 0,
      tlsVersion: socket instanceof TLSSocket ? socket.getProtocol() : null,
      tail: createByteTail(KEPT_BYTES),
      reading: null,
      openReplies: 0,
      broken: false,
      onQuiet: null,
    }
    connections.set(socket, connection)
    socket.once('close', () => {
      connections.delete(socket)
    })
    return connection
  }

  server.on('connection', (socket: Socket) => {
    transports.add(socket)
    socket.once('close', () => transports.delete(socket))
  })
  server.on(speaksTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    const connection = of(socket)
    socket.prependListener('data', (chunk: Buffer) => {
      connection.tail.append(chunk)
    })
  })

  return {
    of,
    whenQuiet(connection, task) {
      if (connection.openReplies === 0) task()
      else connection.onQuiet = task
    },
    openReply(connection) {
      let open = true
      connection.openReplies += 1
      return () => {
        if (!open) return
        open = false
        connection.openReplies -= 1
        if (connection.openReplies > 0) return
        const task = connection.onQuiet
        connection.onQuiet = null
        task?.()
      }
    },
    endQuiet() {
      for (const connection of connections.values()) {
        if (connection.openReplies === 0 && connection.reading === null) connection.socket.destroy()
      }
    },
    endAll() {
      for (const socket of connections.keys()) socket.destroy()
      for (const socket of transports) socket.destroy()
    },
  }
}
