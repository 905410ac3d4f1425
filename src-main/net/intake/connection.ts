import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { BodyReading, Interruption } from './body'

/** A request whose head is complete. */
export interface Arrival {
  readonly request: IncomingMessage
  /** Null while an earlier request of the connection waits for its response. */
  reading: BodyReading | null
  interruption: Interruption | null
}

/** The state of a connection, which the listener updates on every event. */
export type Connection = ReturnType<typeof openConnection>

/** Maximum number of bytes kept of a head, in case it cannot be parsed. */
const KEPT_BYTES = 64 * 1024

/** Node's parser emits every request of a chunk before anything can stop it, so chunks stay small. */
const SLICE_BYTES = 4 * 1024

function openConnection(socket: Socket) {
  let tail: Buffer[] = []
  let kept = 0
  let truncated = false
  const parsers = socket.listeners('data')
  for (const parser of parsers) socket.off('data', parser as (chunk: Buffer) => void)
  let isDetached = false
  let unparsed: Buffer = Buffer.alloc(0)
  const onData = (chunk: Buffer): void => {
    unparsed = chunk
    while (unparsed.byteLength > 0 && !socket.destroyed && !isDetached) {
      const slice = unparsed.subarray(0, SLICE_BYTES)
      unparsed = unparsed.subarray(SLICE_BYTES)
      keep(slice)
      for (const parser of parsers) Reflect.apply(parser, socket, [slice])
    }
  }
  /** Keeps the first bytes after the last head: the parser does not report a head that is invalid or incomplete. */
  const keep = (chunk: Buffer): void => {
    if (connection.newest?.request.complete === false) return
    const part = chunk.subarray(0, KEPT_BYTES - kept)
    if (part.byteLength < chunk.byteLength) truncated = true
    if (part.byteLength > 0) tail.push(part)
    kept += part.byteLength
  }
  socket.on('data', onData)
  const connection = {
    socket,
    // Read now: a closed socket no longer has them.
    remoteAddress: socket.remoteAddress ?? '',
    remotePort: socket.remotePort ?? 0,
    tlsVersion: socket instanceof TLSSocket ? socket.getProtocol() : null,
    newest: null as Arrival | null,
    /** Requests whose response has not ended. */
    open: 0,
    quiet: Promise.resolve(),
    broken: false,
    /** Too many requests waited: the connection is closed, and none of the waiting ones is handled. */
    isFlooded: false,
    /** The last response is being sent: later requests are not handled. */
    isEnding: false,
    /** Leaves the connection to another protocol. Returns the bytes that were read but not parsed. */
    detach(): Buffer {
      isDetached = true
      socket.off('data', onData)
      return unparsed
    },
    forget(): void {
      tail = []
      kept = 0
      truncated = false
    },
    tail: (): Uint8Array => new Uint8Array(Buffer.concat(tail)),
    isTailTruncated: (): boolean => truncated,
  }
  return connection
}

/** Runs the requests of each connection one at a time: responses keep their order (RFC 9112 9.3.2). */
export function followConnections(server: Server, speaksTls: boolean, maxPipelinedRequests: number) {
  const connections = new Map<Socket, Connection>()
  const transports = new Set<Socket>()
  let turn: Promise<unknown> = Promise.resolve()

  const follow = (socket: Socket): Connection => {
    const connection = openConnection(socket)
    connections.set(socket, connection)
    socket.once('close', () => connections.delete(socket))
    return connection
  }
  const known = (socket: Socket): Connection => connections.get(socket) ?? follow(socket)
  server.on('connection', (transport: Socket) => {
    transports.add(transport)
    transport.once('close', () => transports.delete(transport))
  })
  server.on(speaksTls ? 'secureConnection' : 'connection', follow)

  /** One pipelined request starts in each turn of the event loop, so that other connections get a turn. */
  const nextTurn = (): Promise<unknown> => (turn = turn.then(() => new Promise(setImmediate)))

  return {
    of: known,
    /** Handles a request after the earlier ones. Closes the connection if too many wait. `task` never rejects. */
    take(request: IncomingMessage, task: (arrival: Arrival, connection: Connection) => Promise<void>): void {
      const connection = known(request.socket)
      connection.forget()
      if (connection.isFlooded) return
      if (connection.open > maxPipelinedRequests) {
        connection.isFlooded = true
        request.socket.destroy()
      }
      const arrival: Arrival = { request, reading: null, interruption: null }
      connection.newest = arrival
      const run = (): Promise<void> =>
        task(arrival, connection).finally(() => {
          connection.open -= 1
        })
      connection.open += 1
      connection.quiet = connection.open === 1 ? run() : connection.quiet.then(nextTurn).then(run)
    },
    /** Hands the connection over to another protocol, with the bytes that were read after its request. */
    release(socket: Socket): { readonly connection: Connection; readonly behind: Buffer } {
      const connection = known(socket)
      connections.delete(socket)
      return { connection, behind: connection.detach() }
    },
    endQuiet(): void {
      for (const { socket, open } of connections.values()) if (open === 0) socket.destroy()
    },
    endAll(): void {
      for (const transport of transports) transport.destroy()
    },
  }
}
